import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { limits } from '@parlour/contracts/limits';
import type { AccountClosed, AccountOpened } from '../testing/accounts.decider.ts';
import { Bank, emptyTables } from '../testing/bank.ts';
import { headLock, hold } from '../testing/held-lock.ts';
import { createThrowawayDatabase, type ThrowawayDatabase } from '../testing/postgres.ts';
import type { Decider } from './decider.ts';
import { doneReply } from './reply.ts';

let place: ThrowawayDatabase<'qa'>;
let bank: Bank;
const others: Bank[] = [];

async function anotherProcess(options: Parameters<typeof Bank.at>[1] = {}): Promise<Bank> {
  const other = await Bank.at(place.connections.qa, { migrate: false, ...options });
  others.push(other);
  return other;
}

beforeAll(async () => {
  place = await createThrowawayDatabase({ sources: ['qa'] });
});
beforeEach(async () => {
  bank = await Bank.at(place.connections.qa);
  await emptyTables(bank.database);
});
afterEach(async () => {
  for (const open of [bank, ...others.splice(0)]) await open.end();
});
afterAll(() => place.drop());

describe('a stream whose events tell the whole state', () => {
  let one: Bank;
  /** The versions of the events that were folded, for each decision. */
  const folded: number[][] = [];
  const switching: Decider<readonly number[], null, AccountOpened | AccountClosed> = {
    initial: [],
    snapshots: ['AccountOpened'],
    decide: (_, versions) => {
      folded.push([...versions]);
      return versions.length === 1
        ? [{ type: 'AccountClosed', data: { account: 'a' } }]
        : [{ type: 'AccountOpened', data: { account: 'a', owner: '' } }];
    },
    evolve: (versions, { type }, version) => (type === 'AccountOpened' ? [version] : [...versions, version]),
  };
  const press = ({ commands }: Bank, decider = switching) =>
    commands.execute(
      { route: 'press', actor: null, commandId: crypto.randomUUID(), correlationId: '', causationId: null, key: null },
      { streamId: 'switch', orderingKey: 'switch', decider, command: () => null, reply: doneReply },
    );
  const versions = async (): Promise<[version: number, type: string][]> =>
    (await bank.log.read(0, 100)).envelopes.map(({ version, type }) => [version, type]);

  beforeEach(async () => {
    folded.splice(0);
    // No view of accounts understands these events.
    one = await anotherProcess({ views: [] });
  });

  it('is loaded from the newest of them on', async () => {
    for (let times = 0; times < 5; times++) await press(one);
    expect(folded).toEqual([[], [1], [1, 2], [3], [3, 4]]);
    for (let times = 0; times < 2; times++) await press(one, { ...switching, snapshots: 'all' });
    expect(folded.slice(5)).toEqual([[5], [6]]);
    expect((await versions()).map(([version]) => version)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });

  it('is decided again if it moves meanwhile', async () => {
    for (let times = 0; times < 3; times++) await press(one);
    const other = await anotherProcess({ views: [] });
    const lock = await hold(place.connections.qa, headLock);
    const first = press(other);
    await lock.waiters(1);
    const second = press(one);
    await lock.waiters(2);
    await lock.release();
    await Promise.all([first, second]);
    expect(folded.slice(3)).toEqual([[3], [3], [3, 4]]);
    expect((await versions()).slice(3)).toEqual([
      [4, 'AccountClosed'],
      [5, 'AccountOpened'],
    ]);
  });

  it('is different for deciders that know other events of it', async () => {
    await press(one);
    await press(one);
    await Promise.all([press(one, { ...switching, snapshots: 'all' }), press(one)]);
    expect(folded.slice(2)).toEqual([[2], [1, 2], [1, 2, 3]]);
  });
});

describe('a stream with as many events as it takes', () => {
  it('[LI-21] takes no more, but for commands that must always be possible', async () => {
    await bank.open('ann');
    await bank.database.dataSource.query(
      `insert into events select position + n, gen_random_uuid(), stream_id, version + n, ordering_key, 'Deposited', 2,
              '{"account":"ann","amount":1}', meta, occurred_at from events, generate_series(1, $1::int - 2) n`,
      [limits.streamEvents],
    );
    await bank.database.dataSource.query('update head set position = (select max(position) from events)');
    await bank.deposit('ann', 1);
    expect((await bank.log.read(0, 10_000)).head).toBe(limits.streamEvents);
    await expect(bank.deposit('ann', 1)).rejects.toMatchObject({ code: 'changes.full' });
    // What changes nothing is answered as ever.
    await bank.deposit('ann', []);
    await bank.close('ann');
    expect((await bank.log.read(limits.streamEvents, 10)).envelopes.map(({ type }) => type)).toEqual(['AccountClosed']);
  });
});

describe('commands that are loaded together', () => {
  let sent: string[];

  /** A process whose statements about accounts with names that begin with "slow" take too long. */
  async function impatientProcess(): Promise<Bank> {
    await bank.database.dataSource.query(`
      create or replace function answered(stream text) returns boolean language plpgsql as $$ begin
        if stream like 'account/slow%' then raise 'too slow' using errcode = 'query_canceled'; end if;
        return true;
      end $$;
      drop policy if exists slowly on events;
      create policy slowly on events using (answered(stream_id));
      alter table events enable row level security;
      alter table events force row level security`);
    const other = await anotherProcess();
    sent = [];
    other.database.onStatement = (name) => sent.push(name);
    return other;
  }
  const outcomesOf = async (given: readonly Promise<unknown>[]): Promise<unknown[]> =>
    (await Promise.allSettled(given)).map((each) =>
      each.status === 'fulfilled' ? 'done' : (each.reason as { code: string }).code,
    );

  beforeEach(async () => {
    for (const account of ['slow', 'slower', 'ann', 'ben']) await bank.open(account);
  });
  afterEach(() => bank.database.dataSource.query('alter table events disable row level security'));

  it('do not fail because one of them takes too long', async () => {
    const impatient = await impatientProcess();
    const given = ['ann', 'slow', 'ben'].map((account) => impatient.withdraw(account, 0));
    expect(await outcomesOf(given)).toEqual(['done', 'service.unavailable', 'done']);
  });

  it('fail together when the database is slow', async () => {
    const impatient = await impatientProcess();
    const given = ['slow', 'slower', 'ann', 'ben'].map((account) => impatient.withdraw(account, 0));
    expect(await outcomesOf(given)).toEqual(given.map(() => 'service.unavailable'));
    expect(sent).toEqual(['commands.load', 'commands.load', 'commands.load']);
  });
});
