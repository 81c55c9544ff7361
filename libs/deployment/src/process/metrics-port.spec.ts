import { once } from 'node:events';
import { type AddressInfo, createServer, Server } from 'node:net';
import { expect, it, jest } from '@jest/globals';
import { ConfigurationError } from '@parlour/kernel/config/config';
import { freePort } from '@parlour/kernel/process/free-port';
import { MetricsPortError, serveMetrics } from './metrics-port.ts';

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

it('a port that is taken is reported by the name of its variable', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address() as AddressInfo; // it listens on TCP
  const message = `Port ${port} on 127.0.0.1 is taken: stop what uses it, or choose another with METRICS_PORT.`;
  await expect(serveMetrics({ METRICS_PORT: String(port) })).rejects.toEqual(new MetricsPortError(message));
  taken.close();
});

it('a port that this user may not use is, too', async () => {
  const refused = Object.assign(new Error('listen EACCES'), { code: 'EACCES' });
  jest.spyOn(Server.prototype, 'listen').mockImplementation(() => {
    throw refused;
  });
  const message = 'Port 80 on 127.0.0.1 may not be used by this user: choose another with METRICS_PORT.';
  await expect(serveMetrics({ METRICS_PORT: '80' })).rejects.toEqual(new MetricsPortError(message));
});
