import { Socket } from 'node:net';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { createThrowawayDatabase, type ThrowawayDatabase } from '../testing/postgres.ts';
import { severable } from '../testing/severed-connection.ts';
import { silentLogger } from '../testing/silent-logger.ts';
import { until } from '../testing/until.ts';
import { CommitNotices } from './commit-notices.ts';

let place: ThrowawayDatabase<'qa'>;
beforeAll(async () => {
  place = await createThrowawayDatabase({ sources: ['qa'] });
});
afterAll(() => place.drop());

it('give up a server whose machine has vanished, and listen again once it is back', async () => {
  const probing = jest.spyOn(Socket.prototype, 'setKeepAlive');
  const way = await severable(place.connections.qa);
  let listened = 0;
  const notices = new CommitNotices(way.connection, 'qa', () => (listened += 1), silentLogger, 1_000);
  try {
    notices.start();
    await until('it listens', () => listened === 1);
    expect(probing).toHaveBeenCalledWith(true, 10_000);
    way.silent = true;
    notices.announce();
    await until('the connection is given up', () => way.clients === 0);
    way.silent = false;
    await until('it listens again', () => listened > 1);
  } finally {
    await way.close();
    await notices.stop();
  }
});
