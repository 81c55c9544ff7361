import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { IdentityEvent } from '@parlour/contracts/identity';
import type { Database } from '../database/database.ts';
import { openDatabase } from '../database/database.ts';
import { KernelTables1700000000000 } from '../database/kernel-tables.ts';
import { patientLimits } from '../testing/patience.ts';
import { envelopesOf } from '../testing/envelopes.ts';
import { createThrowawayDatabase, type ThrowawayDatabase } from '../testing/postgres.ts';
import { silentLogger } from '../testing/silent-logger.ts';
import { describeViewContract, readTables } from '../testing/view-contract.ts';
import { findPeople, peopleView } from './people-view.ts';

const view = peopleView('qa');

function registered(userId: string, name: string): IdentityEvent {
  return { type: 'UserRegistered', data: { userId, name } };
}

const deleted: IdentityEvent = { type: 'UserDeleted', data: { userId: 'ann' } };

describeViewContract(
  view,
  [KernelTables1700000000000],
  [registered('ann', 'Ann'), registered('ben', 'Ben'), deleted, registered('cay', 'Cäy')],
);

let place: ThrowawayDatabase<'qa'>;
let database: Database;
beforeAll(async () => {
  place = await createThrowawayDatabase<'qa'>({ sources: ['qa'] });
  database = await openDatabase(
    place.connections.qa,
    { entities: [], migrations: [KernelTables1700000000000] },
    silentLogger,
    { limits: patientLimits },
  );
  await database.dataSource.runMigrations();
});
afterAll(async () => {
  await database.close();
  await place.drop();
});

async function fold(...events: readonly IdentityEvent[]): Promise<unknown> {
  await database.dataSource.query('truncate people');
  await database.transaction((tx) => view.apply(envelopesOf('identity', events), tx));
  return (await readTables(database, ['people']))['people'];
}

it('removes the name of a deleted account, as the log does', async () => {
  const served = await fold(registered('ann', 'Ann'), registered('ben', 'Ben'), deleted);
  expect(JSON.stringify(served).toLowerCase()).not.toContain('"name":"ann"');
  expect(await findPeople(database, ['Ann', 'BEN', ''])).toEqual(new Map([['ben', { id: 'ben', name: 'Ben' }]]));
  // The same log after the name was erased from it.
  expect(await fold(registered('ann', ''), registered('ben', 'Ben'), deleted)).toEqual(served);
});

it('removes the stored replies of a deleted account', async () => {
  const reply = (actor: string) =>
    database.dataSource.query(
      `insert into commands (actor, route, key, body_hash, reply, position) values ($1, 'qa.addQuestion', 'k', 'h', '{"askedBy":"Ann"}', 1)`,
      [actor],
    );
  await reply('ann');
  await reply('ben');
  await fold(registered('ann', 'Ann'), registered('ben', 'Ben'), deleted);
  expect(await database.dataSource.query('select actor from commands')).toEqual([{ actor: 'ben' }]);
});
