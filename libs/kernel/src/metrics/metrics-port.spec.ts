import { expect, it } from '@jest/globals';
import { ConfigurationError } from '../config/config.ts';
import { freePort } from '../process/free-port.ts';
import { serveMetrics } from './metrics-port.ts';

it('metrics are served on a local port, if one is set', async () => {
  const port = await freePort('127.0.0.1');
  const served = await serveMetrics({ METRICS_PORT: String(port) });
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`);
  expect(await answer.text()).toContain('parlour_commands_total');
  served?.close();
});

it('no port is opened if none is set, and an invalid one is reported', async () => {
  expect(await serveMetrics({})).toBeUndefined();
  await expect(serveMetrics({ METRICS_PORT: 'x' })).rejects.toThrow(ConfigurationError);
  await expect(serveMetrics({ METRICS_PORT: '70000' })).rejects.toThrow('METRICS_PORT');
});
