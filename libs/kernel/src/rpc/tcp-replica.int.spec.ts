import { getEventListeners } from 'node:events';
import { afterEach, expect, it, jest } from '@jest/globals';
import { testPatienceMs } from '../testing/patience.ts';
import { silentLogger } from '../testing/silent-logger.ts';
import { until } from '../testing/until.ts';
import { sharedKeyTls } from './shared-key-tls.ts';
import { TcpConnection } from './tcp-connection.ts';
import { poolTimes, TcpReplica } from './tcp-replica.ts';
import { TcpServer } from './tcp-server.ts';

const tls = sharedKeyTls([Buffer.alloc(32, 1)]);
const times = { ...poolTimes, silence: testPatienceMs, pingEvery: 1 };

let server: TcpServer | undefined;
let replica: TcpReplica | undefined;
afterEach(async () => {
  replica?.leave();
  await server?.close();
});

it('leaves nothing behind of its pings on the signal that lives as long as it does', async () => {
  // In Node 20, a signal keeps a reference to each one that AbortSignal.any made of it.
  const combined = jest.spyOn(AbortSignal, 'any');
  const pings = jest.spyOn(TcpConnection.prototype, 'ping');
  const listening = new TcpServer({ host: '127.0.0.1', port: 0, tls, logger: silentLogger });
  server = listening;
  await new Promise<void>((resolve) => listening.listen(() => resolve()));
  const nothing = (): void => undefined;
  const pinged = new TcpReplica('127.0.0.1', listening.listensOn, tls, times, silentLogger, nothing, nothing);
  replica = pinged;
  await until('it was pinged often', () => pings.mock.calls.length > 20);
  expect(getEventListeners(pinged['ending'].signal, 'abort').length).toBeLessThanOrEqual(1);
  expect(combined).not.toHaveBeenCalled();
});
