import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { metricsText } from '@parlour/kernel/metrics/metrics';
import { until } from '@parlour/kernel/testing/until';
import { RunningGateway } from './testing/running-gateway.ts';

let gateway: RunningGateway;
let ann: { cookie: string };

beforeAll(async () => {
  gateway = await RunningGateway.start();
  ann = await gateway.signIn('Ann');
});
afterAll(() => gateway.stop());

async function valueOf(series: string): Promise<number | undefined> {
  const line = (await metricsText()).split('\n').find((one) => one.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.split(' ').at(-1));
}

const requests = (route: string, status: number): string =>
  `parlour_http_request_seconds_count{method="GET",route="${route}",status="${status}"}`;

it('requests are counted by the pattern of their route', async () => {
  for (const name of ['Ann', 'Bob', 'Cay']) await gateway.send(`/user/getUser/${name}`, { headers: ann });
  for (const path of ['/nowhere/1', '/nowhere/2']) await gateway.send(`/api${path}`, { headers: ann });
  await until('three are counted', async () => {
    const series = (await metricsText())
      .split('\n')
      .filter((line) => line.startsWith('parlour_http_request_seconds_count'));
    return series.some((line) => line.includes('getUser') && line.endsWith(' 3'));
  });
  expect(await metricsText()).not.toMatch(/\b(?:Ann|Bob|Cay|nowhere)\b/);
});

it('open sockets are counted', async () => {
  expect(await valueOf('parlour_sockets')).toBe(0);
  const socket = gateway.socket(ann);
  await until('it is counted', async (saw) => saw(await valueOf('parlour_sockets')) === 1);
  socket.disconnect();
  await until('it is no longer counted', async (saw) => saw(await valueOf('parlour_sockets')) === 0);
});

it('the public port serves no metrics', async () => {
  for (const path of ['/metrics', '/api/metrics', '/health/metrics']) {
    const { text } = await gateway.send(path, { headers: { ...ann, accept: 'text/html' } });
    expect(text).not.toContain('parlour_');
  }
  expect(await valueOf(requests('/metrics', 200))).toBeUndefined();
});
