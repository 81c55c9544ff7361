import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { unavailable } from '@parlour/contracts/errors';
import { InProcessBus } from '../bus/in-process-bus.ts';
import { Consumer } from '../consumer/consumer.ts';
import { statement } from '../database/database.ts';
import { createLogger } from '../logging/logger.ts';
import type { AccountEvent } from '../testing/accounts.decider.ts';
import { Bank, emptyTables, accountEventTypes } from '../testing/bank.ts';
import { createThrowawayDatabase, type ThrowawayDatabase } from '../testing/postgres.ts';
import { silentLogger } from '../testing/silent-logger.ts';
import { until } from '../testing/until.ts';
import { DueWork, type Policy, policyPart, reactionsTo } from './policy.ts';

interface Gift {
  readonly account: string;
  readonly amount: number;
}

const rich = statement(
  'test.rich',
  `select id from accounts where balance >= 100 and not exists (
     select from events where stream_id = 'account/' || id and type = 'AccountClosed') order by id limit $1`,
);

let place: ThrowawayDatabase<'qa'>;
let bank: Bank;
let bus: InProcessBus;
const closers: (() => Promise<unknown>)[] = [];

/** Gives two amounts to each new account, and closes rich accounts, which is what is due. */
function gifts(execute?: Policy<Gift>['execute']): Policy<Gift> {
  return {
    name: 'gifts',
    reactions: {
      qa: reactionsTo<AccountEvent, Gift>({
        AccountOpened: ({ data: { account } }) => [
          { account, amount: 1 },
          { account, amount: 2 },
        ],
        Withdrawn: () => [],
      }),
    },
    due: async (database, limit) => {
      const rows = await database.query<{ id: string }>(rich, [limit]);
      return rows.map(({ id }) => ({ id, command: { account: id, amount: 0 } }));
    },
    execute: execute ?? carryOut,
  };
}

const carryOut: Policy<Gift>['execute'] = ({ account, amount }, { key, commandId }) => {
  const given = { commandId, by: { id: key?.actor ?? '', name: 'Policy' }, key: key?.key ?? '' };
  return amount > 0 ? bank.deposit(account, amount, given) : bank.close(account, given);
};

/** A policy in one process: `start` reads events, `look` carries out what is due. */
function run(
  policy: Policy<Gift>,
  leads = true,
  logger = silentLogger,
): Record<'start' | 'look' | 'stop', () => Promise<void>> {
  const consumer = new Consumer(
    { source: 'qa', parts: [policyPart(policy, 'qa', bank, () => leads)] },
    {
      service: 'qa',
      database: bank.database,
      bus,
      feed: (after, limit) => bank.log.read(after, limit),
      types: accountEventTypes,
      logger,
    },
  );
  const due = new DueWork(policy, bank, () => leads, logger);
  const stop = async (): Promise<void> => {
    await Promise.all([due.stop(), consumer.stop()]);
  };
  closers.push(stop);
  return { start: () => consumer.start(), look: () => due.look(), stop };
}

async function balanceOf(account: string): Promise<number> {
  const text = 'select balance::int as balance from accounts where id = $1';
  const [row] = await bank.database.query<{ balance: number }>({ name: 'test.balance', text }, [account]);
  return row?.balance ?? -1;
}

beforeAll(async () => {
  place = await createThrowawayDatabase({ sources: ['qa'] });
});
beforeEach(async () => {
  bank = await Bank.at(place.connections.qa);
  bus = new InProcessBus(silentLogger);
  await emptyTables(bank.database);
  bank.log.onCommit((envelopes) => void bus.publish('qa', envelopes));
});
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
  await bank.end();
});
afterAll(() => place.drop());

describe('a policy', () => {
  it('runs the commands of an event once, with ids derived from their cause', async () => {
    await bank.open('ann');
    await run(gifts()).start();
    expect(await balanceOf('ann')).toBe(3);
    await bank.open('bob');
    await until('bob has both gifts', async (saw) => saw(await balanceOf('bob')) === 3);
    const { envelopes } = await bank.log.read(0, 100);
    const ids = envelopes.filter(({ type }) => type === 'Deposited').map(({ meta }) => meta.commandId);
    expect(new Set(ids).size).toBe(4);
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5/);
  });

  it('runs the commands of a cause once, though the cause is repeated', async () => {
    await bank.open('ann');
    await run(gifts()).start();
    await bank.database.dataSource.query('delete from checkpoints');
    await run(gifts()).start();
    expect(await balanceOf('ann')).toBe(3);
  });

  it('takes no transaction for an event without commands', async () => {
    await bank.open('ann');
    await run(gifts()).start();
    const moves: string[] = [];
    bank.database.onStatement = (name) => void (name === 'consumer.advance' && moves.push(name));
    await bank.withdraw('ann', 1);
    await bank.open('bob');
    await until('it has gone on to the next', (saw) => saw(moves).length > 0);
    await until('bob has both gifts', async (saw) => saw(await balanceOf('bob')) === 3);
    bank.database.onStatement = undefined;
    expect(moves.length).toBe(1);
  });

  it('resumes after a restart, also between two commands of one cause', async () => {
    await bank.open('ann');
    let given = 0;
    const dying = run(
      gifts(async (command, origin, service) => {
        given += 1;
        // As a process that ends here: the second command of the cause is never given.
        if (given === 2) await new Promise(() => undefined);
        return carryOut(command, origin, service);
      }),
    );
    closers.pop();
    void dying.start();
    await until('it has given the first', (saw) => saw(given) === 2);
    expect(await balanceOf('ann')).toBe(1);
    await run(gifts()).start();
    expect(await balanceOf('ann')).toBe(3);
  });

  it('ends with the command in hand when stopped, and does the others after the next start', async () => {
    for (const account of ['ann', 'bob', 'cid']) await bank.open(account);
    const given: string[] = [];
    let stopping: Promise<void> | undefined;
    const policy = gifts(async (command, origin, service) => {
      given.push(`${command.account} ${command.amount}`);
      if (given.length === 3) stopping = first.stop();
      return carryOut(command, origin, service);
    });
    const first = run(policy);
    await first.start();
    await stopping;
    expect(given).toEqual(['ann 1', 'ann 2', 'bob 1']);
    await run(policy).start();
    // The first of Bob's comes again, under its key.
    expect(given.slice(3)).toEqual(['bob 1', 'bob 2', 'cid 1', 'cid 2']);
    for (const account of ['ann', 'bob', 'cid']) expect(await balanceOf(account)).toBe(3);
  });

  it('runs in two processes at a time without giving anything twice', async () => {
    for (const account of ['ann', 'bob', 'cid']) await bank.open(account);
    await Promise.all([run(gifts()).start(), run(gifts()).start()]);
    for (const account of ['ann', 'bob', 'cid']) expect(await balanceOf(account)).toBe(3);
  });

  it('holds no connection while its commands wait for one: more policies than connections', async () => {
    for (const account of ['ann', 'bob', 'cid']) await bank.open(account);
    const policies = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => ({ ...gifts(), name }));
    await Promise.all(policies.map((policy) => run(policy).start()));
    expect(await balanceOf('cid')).toBe(18);
  });

  it('runs due work in the leader only, once', async () => {
    await bank.open('ann');
    await bank.deposit('ann', 100);
    const follower = run(gifts(), false);
    await follower.look();
    const before = (await bank.log.read(0, 1)).head;
    const leader = run(gifts());
    await leader.look();
    await leader.look();
    const { envelopes, head } = await bank.log.read(before, 10);
    expect(head).toBe(before + 1);
    expect(envelopes).toMatchObject([{ type: 'AccountClosed', data: { account: 'ann' } }]);
  });

  it('ends with the command in hand when stopped, of due work too', async () => {
    for (const account of ['ann', 'bob']) {
      await bank.open(account);
      await bank.deposit(account, 100);
    }
    const given: string[] = [];
    const leader = run(
      gifts(async ({ account }) => {
        given.push(account);
        void leader.stop();
      }),
    );
    await leader.look();
    expect(given).toEqual(['ann']);
  });

  it('continues with other due work when one item fails', async () => {
    for (const account of ['ann', 'bob']) {
      await bank.open(account);
      await bank.deposit(account, 100);
    }
    const leader = run(
      gifts(async (command, origin, service) => {
        if (command.account === 'ann') throw new TypeError('a fault of the command');
        return carryOut(command, origin, service);
      }),
    );
    await leader.look();
    const { envelopes } = await bank.log.read(0, 10);
    expect(envelopes.at(-1)).toMatchObject({ type: 'AccountClosed', data: { account: 'bob' } });
  });

  it('leaves the other due work for the next look after a failure that passes, and then begins with it', async () => {
    for (const account of ['ann', 'bob', 'cid']) {
      await bank.open(account);
      await bank.deposit(account, 100);
    }
    const given: string[] = [];
    const leader = run(
      gifts(async (command, origin, service) => {
        given.push(command.account);
        if (command.account === 'ann') throw unavailable();
        return carryOut(command, origin, service);
      }),
    );
    await leader.look();
    expect(given.splice(0)).toEqual(['ann']);
    await leader.look();
    expect(given.splice(0)).toEqual(['bob', 'cid', 'ann']);
    await leader.look();
    expect(given).toEqual(['ann']);
  });

  it('does not log every failure of due work that goes on', async () => {
    await bank.open('ann');
    await bank.deposit('ann', 100);
    const lines: string[] = [];
    const logger = createLogger('test', {}, { write: (line) => void lines.push(line) });
    const fails = () => Promise.reject(unavailable());
    const leader = run(gifts(fails), true, logger);
    for (let looks = 0; looks < 10; looks++) await leader.look();
    expect(lines[0]).toContain('due work failed, retrying');
    expect(lines.length).toBeLessThan(10);
  });
});
