import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { IdentityEvent } from '@parlour/contracts/identity/identity';
import type { Database } from '@parlour/kernel/database/database';
import { openDatabase } from '@parlour/kernel/database/database';
import { KernelTables1795800000000 } from '@parlour/kernel/database/kernel-tables';
import { patientLimits } from '@parlour/kernel/testing/patience';
import { envelopesOf } from '@parlour/kernel/testing/envelopes';
import { createThrowawayDatabase, type ThrowawayDatabase } from '@parlour/kernel/testing/postgres';
import { silentLogger } from '@parlour/kernel/testing/silent-logger';
import { describeViewContract, readTables } from '@parlour/kernel/testing/view-contract';
import { applyViews } from '@parlour/kernel/view/view';
import { isOperator } from './operators.ts';
import { findPeople, peopleView } from './people-view.ts';

const view = peopleView('qa');

function registered(userId: string, name: string): IdentityEvent {
  return { type: 'UserRegistered', data: { userId, name } };
}

function operatorship(type: 'OperatorAdded' | 'OperatorRemoved', userId: string): IdentityEvent {
  return { type, data: { userId } };
}

function renamed(userId: string, name: string, formerName: string): IdentityEvent {
  return { type: 'UserRenamed', data: { userId, name, formerName, reason: '' } };
}

const deleted: IdentityEvent = { type: 'UserDeleted', data: { userId: 'ann' } };

describeViewContract(
  view,
  [KernelTables1795800000000],
  [
    registered('ann', 'Ann'),
    operatorship('OperatorAdded', 'ann'),
    registered('ben', 'Ben'),
    operatorship('OperatorAdded', 'ben'),
    deleted,
    registered('cay', 'Cäy'),
    renamed('cay', 'Caya', 'Cäy'),
    operatorship('OperatorAdded', 'cay'),
    operatorship('OperatorRemoved', 'ben'),
  ],
);

let place: ThrowawayDatabase<'qa'>;
let database: Database;
beforeAll(async () => {
  place = await createThrowawayDatabase<'qa'>({ sources: ['qa'] });
  database = await openDatabase(
    place.connections.qa,
    { entities: [], migrations: [KernelTables1795800000000] },
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
  await database.transaction((tx) => applyViews([view], envelopesOf('identity', events), tx));
  return (await readTables(database, ['people']))['people'];
}

it('removes the name of a deleted account, as the log does', async () => {
  const served = await fold(registered('ann', 'Ann'), registered('ben', 'Ben'), deleted);
  expect(JSON.stringify(served).toLowerCase()).not.toContain('"name":"ann"');
  expect(await findPeople(database, ['Ann', 'BEN', ''])).toEqual(new Map([['ben', { id: 'ben', name: 'Ben' }]]));
  // The same log after the name was erased from it.
  expect(await fold(registered('ann', ''), registered('ben', 'Ben'), deleted)).toEqual(served);
});

it('[BM-51] has the new name of a renamed person, until their account is deleted', async () => {
  const served = await fold(registered('ann', 'Ann'), renamed('ann', 'Anna', 'Ann'));
  expect(await findPeople(database, ['ann', 'anna'])).toEqual(new Map([['anna', { id: 'ann', name: 'Anna' }]]));
  expect(served).toEqual(await fold(registered('ann', 'Anna')));
  const gone = await fold(registered('ann', 'Ann'), renamed('ann', 'Anna', 'Ann'), deleted);
  // The same log after the names were erased from it.
  expect(await fold(registered('ann', ''), renamed('ann', '', ''), deleted)).toEqual(gone);
});

it('knows operators, until they are none any more or delete their account', async () => {
  const people = [registered('ann', 'Ann'), registered('ben', 'Ben'), registered('cay', 'Cay')];
  const operators = async () => {
    const ids = ['ann', 'ben', 'cay', 'nobody'];
    const answers = await Promise.all(ids.map((id) => isOperator(database, id)));
    return ids.filter((_, index) => answers[index]);
  };
  const added = ['ann', 'ben'].map((id) => operatorship('OperatorAdded', id));
  await fold(...people, ...added);
  expect(await operators()).toEqual(['ann', 'ben']);
  await fold(...people, ...added, operatorship('OperatorRemoved', 'ben'), deleted);
  expect(await operators()).toEqual([]);
});
