import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Bank, emptyTables } from '../testing/bank.ts';
import { createThrowawayDatabase, type ThrowawayDatabase } from '../testing/postgres.ts';
import { silentLogger } from '../testing/silent-logger.ts';
import { Cleaner } from './cleaner.ts';

let place: ThrowawayDatabase<'qa'>;
let bank: Bank;

async function keysOf(table: 'commands' | 'reservations'): Promise<string[]> {
  const rows = await bank.database.query<{ key: string }>({
    name: `test.${table}`,
    text: `select key from ${table} order by key`,
  });
  return rows.map(({ key }) => key);
}

function ageOf(hours: number): Promise<unknown> {
  return bank.database.dataSource.query(`update commands set created_at = now() - interval '${hours} hours'`);
}

beforeAll(async () => {
  place = await createThrowawayDatabase({ sources: ['qa'] });
  bank = await Bank.at(place.connections.qa);
});
beforeEach(() => emptyTables(bank.database));
afterAll(async () => {
  await bank.end();
  await place.drop();
});

describe('cleaning', () => {
  const leader = (): Cleaner => new Cleaner(bank.database, () => true, silentLogger);

  it('deletes replies after a day, and not before', async () => {
    await bank.open('ann', { key: 'old' });
    await ageOf(25);
    await bank.deposit('ann', 1, { key: 'new' });
    await leader().clean();
    expect(await keysOf('commands')).toEqual(['new']);
    await ageOf(23);
    await leader().clean();
    expect(await keysOf('commands')).toEqual(['new']);
  });

  it('deletes many in portions', async () => {
    await bank.database.dataSource.query(`
      insert into commands (actor, route, key, body_hash, reply, position, created_at)
      select 'a', 'r', n::text, '', '{}', 1, now() - interval '2 days' from generate_series(1, 4500) n`);
    await leader().clean();
    expect(await keysOf('commands')).toEqual([]);
  });

  it("keeps a policy's commands while one of its events is parked", async () => {
    await bank.open('ann', { key: 'of the policy', by: { id: 'policy', name: 'Policy' } });
    await ageOf(48);
    await bank.database.dataSource.query(`
      insert into dead_letters (consumer, log_id, position, ordering_key, type, failure)
      values ('policy:gifts:qa', gen_random_uuid(), 1, 'ann', 'Deposited', '')`);
    await leader().clean();
    expect(await keysOf('commands')).toEqual(['of the policy']);
    await bank.database.dataSource.query('delete from dead_letters');
    await leader().clean();
    expect(await keysOf('commands')).toEqual([]);
  });

  it('frees names that were reserved and not taken in time', async () => {
    await bank.open('ann', { owner: 'taken' });
    await bank.database.dataSource.query(`
      insert into reservations (scope, key, owner, expires_at) values
        ('owner', 'over', 'a', now() - interval '1 s'), ('owner', 'still', 'b', now() + interval '30 s')`);
    await leader().clean();
    expect(await keysOf('reservations')).toEqual(['still', 'taken']);
  });

  it('is done by the leader only', async () => {
    await bank.open('ann', { key: 'old' });
    await ageOf(25);
    await new Cleaner(bank.database, () => false, silentLogger).clean();
    expect(await keysOf('commands')).toEqual(['old']);
  });
});
