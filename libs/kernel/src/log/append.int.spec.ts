import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { RpcName } from '@parlour/contracts/rpc';
import { Bank, emptyTables } from '../testing/bank.ts';
import { type AccountCommand, accountDecider } from '../testing/accounts.decider.ts';
import { explosiveMemo, readAccounts } from '../testing/accounts.view.ts';
import { headLock, hold } from '../testing/held-lock.ts';
import { createThrowawayDatabase, type ThrowawayDatabase } from '../testing/postgres.ts';
import { until } from '../testing/until.ts';
import { readTables } from '../testing/view-contract.ts';
import { statement, type Tx } from '../database/database.ts';
import { prepareBatch } from './append-batch.ts';
import { Commands, originOf } from './commands.ts';
import { readReply } from './reply.ts';

let place: ThrowawayDatabase<'qa'>;
let bank: Bank;
const others: Bank[] = [];

/** The same service in another process, from the database's point of view. */
async function anotherProcess(): Promise<Bank> {
  const other = await Bank.at(place.connections.qa, { migrate: false });
  others.push(other);
  return other;
}

/**
 * Issues all commands so that one transaction takes them: they queue behind one that waits for the
 * head.
 */
async function inOneBatch<Answer>(give: () => Promise<Answer>[]): Promise<PromiseSettledResult<Answer>[]> {
  const lock = await hold(place.connections.qa, headLock);
  const first = bank.open('in the way');
  await lock.waiters(1);
  const given = give();
  const settled = Promise.allSettled(given); // at once: one may be refused before the first is answered
  await until('all are decided', (saw) => saw(bank.log.queued) === given.length);
  await lock.release();
  await first;
  return settled;
}

async function memosOf(account: string): Promise<string[]> {
  const { envelopes } = await bank.log.read(0, 1_000);
  return envelopes
    .filter((envelope) => envelope.streamId === `account/${account}` && envelope.type === 'Deposited')
    .map((envelope) => (envelope.data as { memo: string }).memo);
}

const openAnn = {
  origin: { route: 'r', actor: null, commandId: randomUUID(), correlationId: '', causationId: null, key: null },
  spec: {
    streamId: 'account/ann',
    orderingKey: 'ann',
    decider: accountDecider,
    command: (): AccountCommand => ({ type: 'OpenAccount', account: 'ann', owner: 'Ann' }),
  },
};

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

describe('appending', () => {
  it('stores events, read model and reply of a command in one transaction', async () => {
    await bank.open('ann');
    const outcome = await bank.deposit('ann', [5, 7], { key: 'k1' });
    expect(outcome.reply).toEqual({ id: 'ann', owner: 'owner of ann', balance: 12, movements: 2 });
    expect(outcome.positions).toEqual({ qa: 3 });
    const { envelopes, head } = await bank.log.read(0, 10);
    expect(head).toBe(3);
    expect(envelopes.map(({ position, version, type }) => [position, version, type])).toEqual([
      [1, 1, 'AccountOpened'],
      [2, 2, 'Deposited'],
      [3, 3, 'Deposited'],
    ]);
  });

  it('takes the time from the database clock, unless the origin gives one for imported history', async () => {
    const long = '2024-02-29T12:00:00.000Z';
    await bank.open('ann', { occurredAt: long });
    await bank.deposit('ann', [5]);
    const { envelopes } = await bank.log.read(0, 10);
    expect(envelopes[0]!.occurredAt).toBe(long);
    expect(Math.abs(Date.parse(envelopes[1]!.occurredAt) - Date.now())).toBeLessThan(60_000);
  });

  it('plans its statements once per connection, not with every command', async () => {
    const own = await Bank.at(place.connections.qa, { migrate: false, poolSize: 1 });
    others.push(own);
    await own.open('ann');
    await own.open('bob');
    for (let times = 0; times < 8; times++) {
      await own.deposit('ann', 1, { key: `k${times}` });
      await Promise.all(['ann', 'bob'].map((account) => own.deposit(account, 1)));
    }
    const planned = await own.database.query<{ name: string; anew: number }>(
      statement('test.plans', `select name, custom_plans as anew from pg_prepared_statements where name like '%.%'`),
    );
    const ours = planned.filter(({ name }) => !name.startsWith('test.'));
    expect(ours.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['commands.load', 'log.append', 'log.appendAlone']),
    );
    expect(ours.filter(({ anew }) => anew > 0)).toEqual([]);
  });

  it('takes three round trips for a command that comes alone, also behind one of another process', async () => {
    const other = await anotherProcess();
    // A process stores the name of an actor first.
    for (const [each, account] of [
      [bank, 'ann'],
      [other, 'bob'],
    ] as const)
      await each.open(account);
    const sent: string[] = [];
    for (const each of [bank, other, bank]) {
      each.database.onStatement = (name) => sent.push(name);
      await each.deposit('ann', 1, { key: `k${sent.length}` });
      each.database.onStatement = undefined;
    }
    const together = ['log.appendAlone', 'accounts.move', 'accounts.count', 'accounts.byIds'];
    const whole = ['commands.load', ...together, 'replies.store'];
    expect(sent).toEqual([...whole, ...whole, ...whole]);
    expect((await bank.log.read(0, 10)).envelopes.map(({ position }) => position)).toEqual([1, 2, 3, 4, 5]);
  });

  it('finds out that somebody else has written since a command was loaded', async () => {
    await bank.open('ann');
    await bank.deposit('ann', 1);
    // As an append of another process, which has not committed yet.
    const other = await hold(
      place.connections.qa,
      headLock,
      `insert into events select 3, gen_random_uuid(), 'account/bob', 1, 'bob', type, schema_version, data, meta, occurred_at
         from events where position = 1`,
      'update head set position = 3',
    );
    const late = bank.deposit('ann', 2, { key: 'late' });
    await other.waiters(1);
    await other.release();
    expect(await late).toEqual({
      reply: { id: 'ann', owner: 'owner of ann', balance: 3, movements: 2 },
      positions: { qa: 4 },
    });
    const { envelopes } = await bank.log.read(2, 10);
    expect(envelopes.map(({ position, streamId, version }) => [position, streamId, version])).toEqual([
      [3, 'account/bob', 1],
      [4, 'account/ann', 3],
    ]);
    expect(await bank.deposit('ann', 2, { key: 'late' })).toEqual(await late);
  });

  it('writes concurrent commands in one transaction, and gives each its own reply', async () => {
    const names = Array.from({ length: 80 }, (_, index) => `account ${index}`);
    const replies = await inOneBatch(() => names.map((name) => bank.open(name)));
    expect(replies.map((reply) => reply.status === 'fulfilled' && reply.value.reply.id)).toEqual(names);
    const { rows } = await rowsOf(
      'select count(distinct xmin::text)::int as transactions, count(*)::int as events from events',
    );
    expect(rows).toEqual([{ transactions: 2, events: 81 }]);
  });

  it('fails only the command with the bad value when PostgreSQL refuses one of fifty-one', async () => {
    const commands = Array.from({ length: 51 }, (_, index) => index);
    for (const index of commands) await bank.open(`a${index}`);
    const settled = await inOneBatch(() =>
      commands.map((index) => bank.deposit(`a${index}`, 1, { memo: index === 17 ? 'nul \u0000' : 'good' })),
    );
    expect(settled.filter(({ status }) => status === 'rejected')).toHaveLength(1);
    expect(settled[17]).toMatchObject({ status: 'rejected', reason: { code: '22P05' } });
    expect(await memosOf('a17')).toEqual([]);
    expect(await memosOf('a50')).toEqual(['good']);
    const tables = await readTables(bank.database, ['totals']);
    expect(tables['totals']).toContainEqual({ kind: 'Deposited', amount: 50, movements: 50 });
  });

  it('loads concurrent commands with one statement, and all but the bad one when PostgreSQL refuses it', async () => {
    for (const account of ['ann', 'bob']) await bank.open(account);
    let loads = 0;
    bank.database.onStatement = (name) => (loads += name === 'commands.load' ? 1 : 0);
    await Promise.all([bank.deposit('ann', 1), bank.deposit('bob', 1)]);
    expect(loads).toBe(1);
    const settled = await Promise.allSettled([
      bank.deposit('ann', 1),
      bank.deposit('nul \u0000', 1),
      bank.deposit('bob', 1),
    ]);
    expect(settled).toMatchObject([{ status: 'fulfilled' }, { reason: { code: '22021' } }, { status: 'fulfilled' }]);
  });

  it('fails only the command whose event cannot be projected', async () => {
    for (const name of ['a', 'b', 'c']) await bank.open(name);
    const settled = await inOneBatch(() => [
      bank.deposit('a', 1),
      bank.deposit('b', [2, 2], { memo: explosiveMemo, key: 'kept?' }),
      bank.deposit('c', 3),
    ]);
    expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(settled[1]).toMatchObject({ reason: expect.any(TypeError) });
    const { envelopes, head } = await bank.log.read(0, 100);
    expect(envelopes.map(({ position }) => position)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(head).toBe(6);
    expect((await rowsOf('select key from commands')).rows).toEqual([]);
  });

  it('stores nothing of a refused command', async () => {
    await bank.open('ann');
    await expect(bank.withdraw('ann', 1, { key: 'k' })).rejects.toMatchObject({ code: 'request.invalid' });
    expect((await bank.log.read(0, 10)).head).toBe(1);
    expect((await rowsOf('select key from commands')).rows).toEqual([]);
  });

  it('answers commands although a commit listener fails', async () => {
    bank.log.onCommit(() => {
      throw new TypeError('a fault of the listener');
    });
    await bank.open('ann');
    expect((await bank.deposit('ann', 3)).reply.balance).toBe(3);
  });

  it('waits for the disk, whether commands come alone or together', async () => {
    const ask = statement('test.flush', `select current_setting('synchronous_commit') as flush`);
    const flushes: string[] = [];
    const read = async (tx: Tx, accounts: readonly string[]): Promise<object[]> => {
      for (const { flush } of await tx.query<{ flush: string }>(ask)) flushes.push(flush);
      return accounts.map(() => ({}));
    };
    const open = (account: string): Promise<unknown> => {
      const command = (): AccountCommand => ({ type: 'OpenAccount', account, owner: account });
      const spec = { ...openAnn.spec, streamId: `account/${account}`, command };
      return bank.commands.execute(openAnn.origin, { ...spec, reply: readReply(read, account) });
    };
    const sent: string[] = [];
    bank.database.onStatement = (name) => void (name.startsWith('log.append') && sent.push(name));
    await open('ann');
    await Promise.all(['bob', 'cay'].map(open));
    expect(sent).toEqual(['log.appendAlone', 'log.append']);
    expect(flushes).toEqual(['on', 'on']);
  });

  it('[T-11] answers a retry with the same bytes', async () => {
    const answer = { zebra: 1, ant: { two: 'ü"\\', b: null, a: [1.5, 1e21] }, empty: '', 'a b': '\u2028' };
    const key = { actor: 'ann', route: 'r', key: 'k', bodyHash: 'h' };
    const reply = readReply(async () => [answer], 'ann');
    const give = () => bank.commands.execute({ ...openAnn.origin, key }, { ...openAnn.spec, reply });
    const first = JSON.stringify((await give()).reply);
    expect(JSON.stringify((await give()).reply)).toBe(first);
    expect((await bank.log.read(0, 10)).head).toBe(1);
  });

  it('stores nothing without a reply', async () => {
    const reply = readReply(async () => [], 'ann');
    await expect(bank.commands.execute(openAnn.origin, { ...openAnn.spec, reply })).rejects.toThrow('no reply');
    expect((await bank.log.read(0, 10)).head).toBe(0);
  });

  it('does not commit when a failed statement was swallowed', async () => {
    const read = async (tx: Tx): Promise<object[]> => {
      await tx.query({ name: 'test.fault', text: 'select 1 / 0' }).catch(() => undefined);
      return [{}];
    };
    const execution = bank.commands.execute(openAnn.origin, { ...openAnn.spec, reply: readReply(read, 'ann') });
    await expect(execution).rejects.toThrow('rolled back');
    expect((await bank.log.read(0, 10)).head).toBe(0);
  });

  it('writes nothing outside of the transaction that holds the head', async () => {
    const { opening } = prepareBatch(bank.log, [
      {
        streamId: 'account/ann',
        version: 0,
        guards: [],
        orderingKey: 'ann',
        events: [{ type: 'AccountOpened', data: { account: 'ann', owner: 'Ann' } }],
        meta: { ...openAnn.origin, actor: null },
        actor: { id: 'ann', name: 'Ann' },
        reservations: [{ scope: 'owner', key: 'ann', owner: 'ann' }],
        key: null,
        reply: readReply(readAccounts, 'ann'),
        occurredAt: '2026-01-01T00:00:00.000Z',
      },
    ]);
    // As if BEGIN alone had failed: each statement runs on its own.
    for (const { statement, values } of opening) await bank.database.query(statement, values);
    const kept = await rowsOf(
      `select (select count(*)::int from events) as events, (select count(*)::int from people) as people,
              (select count(*)::int from reservations) as names, (select position::int from head) as head`,
    );
    expect(kept.rows).toEqual([{ events: 0, people: 0, names: 0, head: 0 }]);
  });
});

describe('conflicts', () => {
  it('decides again when the stream moved, and reads what it missed', async () => {
    await bank.open('ann');
    await bank.deposit('ann', 10);
    const other = await anotherProcess();
    const withdrawals = [bank, other, bank, other].map((from) => from.withdraw('ann', 4));
    const settled = await Promise.allSettled(withdrawals);
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    expect(settled.filter(({ status }) => status === 'rejected')).toMatchObject(
      [1, 2].map(() => ({ reason: { code: 'request.invalid' } })),
    );
  });

  it('decides many of one stream at once again until each is stored: none of them is in conflict', async () => {
    await bank.open('ann');
    await Promise.all(Array.from({ length: 40 }, () => bank.deposit('ann', 1)));
    expect((await bank.log.read(0, 100)).head).toBe(41);
  });

  it('decides again however often another process is quicker: equal commands are in no conflict', async () => {
    await bank.open('ann');
    const other = await anotherProcess();
    const append = bank.log.append.bind(bank.log);
    let outrun = 0;
    bank.log.append = async (command) => {
      outrun += 1;
      if (outrun <= 30) await other.deposit('ann', 1);
      return append(command);
    };
    expect(await bank.deposit('ann', 1)).toMatchObject({ reply: { balance: 31 } });
    expect(outrun).toBe(31);
  });

  it('decides many of one stream in two processes at once again until each is stored', async () => {
    await bank.open('ann');
    const other = await anotherProcess();
    await Promise.all(Array.from({ length: 60 }, (_, place) => (place % 2 === 0 ? bank : other).deposit('ann', 1)));
    expect((await bank.log.read(0, 100)).head).toBe(61);
  });

  it('decides again when what a command without effect answers with is gone', async () => {
    let reads = 0;
    const read = async (): Promise<object[]> => (++reads === 1 ? [] : [{ at: reads }]);
    const decider = { ...accountDecider, decide: () => [] };
    const spec = { ...openAnn.spec, decider, reply: readReply(read, 'ann') };
    expect((await bank.commands.execute(openAnn.origin, spec)).reply).toEqual({ at: 2 });
    expect((await bank.log.read(0, 10)).head).toBe(0);
  });

  it('reports a conflict after a hundred decisions', async () => {
    await bank.open('ann');
    // A stream whose last version is not the number of its events, so every decision finds it
    // moved.
    await bank.database.dataSource.query('update events set version = 2');
    let loads = 0;
    bank.database.onStatement = (name) => (loads += name === 'commands.load' ? 1 : 0);
    await expect(bank.deposit('ann', 1)).rejects.toMatchObject({ code: 'command.conflict' });
    expect(loads).toBe(100);
    expect((await bank.log.read(0, 10)).head).toBe(1);
  });

  it('drops a decision whose guard has moved', async () => {
    await bank.open('ann');
    await bank.deposit('ann', 10);
    await bank.open('bob');
    const other = await anotherProcess();
    const lock = await hold(place.connections.qa, headLock);
    const closing = other.close('bob');
    await lock.waiters(1);
    let decisions = 0;
    // Loads before the account is closed, and gets the head's lock afterwards.
    const transfer = bank.transfer('ann', 'bob', 5, { decided: () => (decisions += 1) });
    // Awaited from the start: it may be refused before the other is answered.
    const refused = expect(transfer).rejects.toMatchObject({ code: 'user.unknown' });
    await lock.waiters(2);
    await lock.release();
    await closing;
    await refused;
    expect(decisions).toBe(1);
  });

  it('never puts a command and one that writes its guard into one batch', async () => {
    await bank.open('ann');
    await bank.deposit('ann', 10);
    await bank.open('bob');
    const settled = await inOneBatch(() => [bank.close('bob'), bank.transfer('ann', 'bob', 5)]);
    expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
  });
});

describe('[U-5] commands by or about somebody', () => {
  const ann = { id: 'ann', name: 'Ann' };
  const deletion = `update people set deleted = true, name = '' where id = 'ann'`;
  const parts = [
    ['by', { by: ann }, 'session.ended'],
    ['about', { about: ['bob', 'ann'] }, 'user.unknown'],
  ] as const;

  beforeEach(async () => {
    for (const account of ['a', 'b', 'c']) await bank.open(account, { by: ann });
  });

  it.each(parts)('whose account is deleted are refused, alone and in a batch: %s', async (_, part, code) => {
    await bank.database.dataSource.query(deletion);
    await expect(bank.deposit('a', 1, part)).rejects.toMatchObject({ code });
    const settled = await inOneBatch(() => [
      bank.deposit('a', 1, part),
      bank.deposit('b', 2),
      bank.deposit('c', 3, { ...part, key: 'k' }),
    ]);
    expect(settled).toMatchObject([{ reason: { code } }, { value: { reply: { balance: 2 } } }, { reason: { code } }]);
    expect((await rowsOf('select key from commands')).rows).toEqual([]);
  });

  describe.each([
    ['alone', ['a']],
    ['in a batch', ['a', 'b']],
  ])('%s', (__, accounts) => {
    it.each(parts)('wait for the deletion of the account: %s', async (_, part, code) => {
      const lock = await hold(place.connections.qa, deletion);
      const settled = Promise.allSettled(accounts.map((account) => bank.deposit(account, 1, part)));
      await lock.waiters(1);
      await lock.release();
      expect(await settled).toMatchObject(accounts.map(() => ({ reason: { code } })));
    });

    it.each(parts)('lock nobody before the head of the log, as deletions do: %s', async (_, part, code) => {
      const lock = await hold(place.connections.qa, headLock);
      const settled = Promise.allSettled(accounts.map((account) => bank.deposit(account, 1, part)));
      await lock.waiters(1);
      await lock.also(deletion);
      await lock.release();
      expect(await settled).toMatchObject(accounts.map(() => ({ reason: { code } })));
    });

    it.each(parts)('delay the deletion of the account: %s', async (...[, part]) => {
      const lock = await hold(place.connections.qa, `select from accounts where id = 'a' for update`);
      const written = Promise.all(accounts.map((account) => bank.deposit(account, 1, part)));
      await lock.waiters(1);
      const deleted = bank.database.dataSource.query(deletion);
      await lock.waiters(2);
      await lock.release();
      await Promise.all([written, deleted]);
      expect(await memosOf('a')).toHaveLength(1);
    });
  });
});

describe('reserved names', () => {
  it('gives a name to one of many, in one process and in several', async () => {
    const other = await anotherProcess();
    const settled = await Promise.allSettled(
      Array.from({ length: 40 }, (_, index) =>
        (index % 2 ? bank : other).open(`a${index}`, { owner: index % 4 < 2 ? 'ANN' : 'ann' }),
      ),
    );
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const refusals = settled.flatMap((result) => (result.status === 'rejected' ? [result.reason as object] : []));
    for (const refusal of refusals) expect(refusal).toMatchObject({ code: 'username.taken' });
    expect((await bank.log.read(0, 100)).head).toBe(1);
  });

  it('sees a name as taken that is reserved at the same moment', async () => {
    const reserve = `insert into reservations (scope, key, owner, expires_at) values ('owner', 'ann', 'somebody', now() + interval '30 s')`;
    const lock = await hold(place.connections.qa, reserve);
    const opening = bank.open('a', { owner: 'Ann' });
    const outcome = expect(opening).rejects.toMatchObject({ code: 'username.taken' });
    await lock.waiters(1);
    await lock.release();
    await outcome;
  });

  it('may be reserved again by their owner, and by others once expired', async () => {
    await bank.database.dataSource.query(`
      insert into reservations (scope, key, owner, expires_at) values
        ('owner', 'ann', 'a', now() + interval '30 s'), ('owner', 'bob', 'somebody', now() - interval '1 s')`);
    await bank.open('a', { owner: 'Ann' });
    await bank.open('b', { owner: 'Bob' });
    const { rows } = await rowsOf('select key, owner, expires_at from reservations order by key');
    expect(rows).toEqual([
      { key: 'ann', owner: 'a', expires_at: null },
      { key: 'bob', owner: 'b', expires_at: null },
    ]);
  });
});

describe('keys', () => {
  it('[T-11] answers the stored reply when a command comes again, and refuses the key for another command', async () => {
    await bank.open('ann');
    const first = await bank.deposit('ann', 5, { key: 'k' });
    await bank.deposit('ann', 1);
    expect(await bank.deposit('ann', 5, { key: 'k' })).toEqual(first);
    const other = bank.deposit('ann', 6, { key: 'k', bodyHash: 'other body' });
    await expect(other).rejects.toMatchObject({ code: 'command.keyReused' });
    await bank.deposit('ann', 5, { key: 'k', by: { id: 'another', name: 'Another' } });
    expect((await rowsOf('select balance::int as balance from accounts')).rows).toEqual([{ balance: 11 }]);
  });

  it('[T-11] are of one person and one call', async () => {
    await bank.open('ann');
    const give = async (route: RpcName, id: string): Promise<number> => {
      const context = { requestId: 'r', sessionId: null, minPositions: {}, idempotency: { key: 'k', bodyHash: 'h' } };
      const { reply } = await bank.commands.execute(
        originOf({ name: route, context: { ...context, actor: { id, name: id } } }),
        {
          streamId: 'account/ann',
          orderingKey: 'ann',
          decider: accountDecider,
          command: (): AccountCommand => ({ type: 'Deposit', account: 'ann', amounts: [1], memo: '' }),
          reply: readReply(readAccounts, 'ann'),
        },
      );
      return reply.balance;
    };
    expect(await give('qa.addAnswer', 'ann')).toBe(1);
    expect(await give('qa.addComment', 'ann')).toBe(2);
    expect(await give('qa.addAnswer', 'ben')).toBe(3);
    expect(await give('qa.addAnswer', 'ann')).toBe(1);
  });

  it('runs a command once that arrives many times at once', async () => {
    await bank.open('ann');
    const other = await anotherProcess();
    const again = Array.from({ length: 30 }, (_, index) => (index % 2 ? bank : other).deposit('ann', 5, { key: 'k' }));
    const [first, ...rest] = await Promise.all(again);
    for (const outcome of rest) expect(outcome).toEqual(first);
    expect((await bank.log.read(0, 10)).head).toBe(2);
  });

  it('accepts one of two bodies that arrive at once under one key', async () => {
    await bank.open('ann');
    await bank.open('bob');
    const settled = await Promise.allSettled([
      bank.deposit('ann', 5, { key: 'k', bodyHash: 'one' }),
      bank.deposit('bob', 5, { key: 'k', bodyHash: 'other' }),
    ]);
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(settled.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: 'command.keyReused' },
    });
  });

  it('stores the reply of a command that changed nothing', async () => {
    await bank.open('ann');
    await bank.close('ann');
    const first = await bank.close('ann', { key: 'k' });
    expect(first.positions).toEqual({ qa: 2 });
    expect(await bank.close('ann', { key: 'k' })).toEqual(first);
    expect((await bank.close('ann')).positions).toEqual({});
  });
});

it('waits for whoever has a copy of a revoked right, also if it was revoked before', async () => {
  await bank.open('ann');
  const waited: unknown[] = [];
  const commands = new Commands(bank.log, async (...asked) => {
    waited.push(asked);
  });
  const command = (): AccountCommand => ({ type: 'CloseAccount', account: 'ann' });
  const reply = readReply(readAccounts, 'ann');
  for (const key of [null, null, { actor: 'ann', route: 'r', key: 'k', bodyHash: 'h' }]) {
    await commands.execute({ ...openAnn.origin, key }, { ...openAnn.spec, command, reply, revokes: ['games'] });
  }
  expect(waited).toEqual(Array.from({ length: 3 }, () => [['games'], 2]));
});

async function rowsOf(text: string): Promise<{ rows: unknown[] }> {
  return { rows: await bank.database.query<object>({ name: text.slice(0, 60), text }) };
}
