import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, it } from '@jest/globals';
import { ConfigurationError } from '../config/config.ts';
import { serveMetrics } from './metrics-port.ts';

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

it('the numbers are told on a port of this machine, where one is set', async () => {
  const port = await freePort();
  const served = await serveMetrics({ METRICS_PORT: String(port) });
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`);
  expect(await answer.text()).toContain('parlour_commands_total');
  served?.close();
});

it('they are told nowhere where none is set, and a port that is none is named', async () => {
  expect(await serveMetrics({})).toBeUndefined();
  await expect(serveMetrics({ METRICS_PORT: 'x' })).rejects.toThrow(ConfigurationError);
  await expect(serveMetrics({ METRICS_PORT: '70000' })).rejects.toThrow('METRICS_PORT');
});
