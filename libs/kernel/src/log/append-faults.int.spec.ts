import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { DomainError } from '@parlour/contracts/errors';
import pg from 'pg';
import { Bank, type Given } from '../testing/bank.ts';
import { headLock, hold } from '../testing/held-lock.ts';
import { createThrowawayDatabase, type ThrowawayDatabase } from '../testing/postgres.ts';
import { type SeverableConnection, severable } from '../testing/severed-connection.ts';
import { until } from '../testing/until.ts';

let place: ThrowawayDatabase<'qa'>;
let way: SeverableConnection;
let bank: Bank;

/** Retries as a client does after 503: with the same key, until it gets an answer. */
async function persistently(bank: Bank, account: string, amount: number, given: Given): Promise<void> {
  await until(`a deposit of ${account} is settled`, async () => {
    try {
      await bank.deposit(account, amount, given);
      return true;
    } catch (failure) {
      if (failure instanceof DomainError && failure.code === 'service.unavailable') return false;
      throw failure;
    }
  });
}

async function balanceOf(account: string): Promise<number | undefined> {
  const text = 'select balance::int as balance from accounts where id = $1';
  const [row] = await bank.database.query<{ balance: number }>({ name: 'testing.balance', text }, [account]);
  return row?.balance;
}

beforeEach(async () => {
  place = await createThrowawayDatabase({ sources: ['qa'] });
  way = await severable(place.connections.qa);
  bank = await Bank.at(way.connection);
  await bank.open('ann');
});
afterEach(async () => {
  await bank.end();
  await way.close();
  await place.drop();
});

describe('a database that goes away', () => {
  it('answers 503 when COMMIT is not answered, and the retry finds it committed', async () => {
    way.fate = 'cut before the answer';
    const given = { key: 'k' };
    await expect(bank.deposit('ann', 5, given)).rejects.toMatchObject({ code: 'service.unavailable' });
    await until('it is committed all the same', async (saw) => saw(await balanceOf('ann')) === 5);
    const again = await bank.deposit('ann', 5, given);
    expect(again).toMatchObject({ reply: { balance: 5 }, positions: { qa: 2 } });
    expect((await bank.log.read(0, 10)).head).toBe(2);
  });

  it('does not retry a batch of commands without keys whose outcome is unknown', async () => {
    await bank.open('bob');
    const lock = await hold(place.connections.qa, headLock);
    const first = bank.open('in the way');
    await lock.waiters(1);
    const batch = [bank.deposit('ann', 5), bank.deposit('bob', 7)];
    await until('both are decided', (saw) => saw(bank.log.queued) === batch.length);
    bank.log.onCommit(() => (way.fate = 'cut before the answer'));
    await lock.release();
    await first;
    for (const result of await Promise.allSettled(batch)) {
      expect(result).toMatchObject({ status: 'rejected', reason: { code: 'service.unavailable' } });
    }
    await until('it is committed all the same', async (saw) => saw(await balanceOf('bob')) === 7);
    expect(await balanceOf('ann')).toBe(5);
    expect((await bank.log.read(0, 10)).head).toBe(5);
  });

  it('answers 503 when COMMIT was not received, and the retry commits it', async () => {
    way.fate = 'cut before COMMIT';
    const given = { key: 'k' };
    await expect(bank.deposit('ann', 5, given)).rejects.toMatchObject({ code: 'service.unavailable' });
    expect(await balanceOf('ann')).toBe(0);
    expect(bank.log.isWritable).toBe(false);
    expect((await bank.deposit('ann', 5, given)).reply.balance).toBe(5);
    expect(bank.log.isWritable).toBe(true);
  });

  it('refuses all waiting commands, singly or together, and continues when it is back', async () => {
    way.away = true;
    const given = Array.from({ length: 50 }, (_, index) => bank.deposit('ann', 1, { key: `k${index}` }));
    for (const result of await Promise.allSettled(given)) {
      expect(result).toMatchObject({ status: 'rejected', reason: { code: 'service.unavailable' } });
    }
    way.away = false;
    expect((await bank.deposit('ann', 5)).reply.balance).toBe(5);
  });

  it('recovers when connections are terminated again and again under load', async () => {
    const admin = new pg.Client(place.admin);
    await admin.connect();
    const callers = Array.from({ length: 16 }, (_, caller) => caller);
    for (const caller of callers) await bank.open(`a${caller}`);
    let terminated = 0;
    let working = true;
    const terminating = (async () => {
      // Terminates connections as long as work is left, each time some more is done.
      let seen = 0;
      while (working) {
        const { rows } = await admin.query<{ head: number }>('select position::int as head from qa.head');
        const head = rows[0]?.head ?? 0;
        if (head < seen + 40) continue;
        seen = head;
        const { rowCount } = await admin.query(
          `select pg_terminate_backend(pid) from pg_stat_activity where usename = 'qa' and datname = current_database()`,
        );
        terminated += rowCount ?? 0;
      }
    })();
    await Promise.all(
      callers.map(async (caller) => {
        for (let round = 0; round < 25; round++)
          await persistently(bank, `a${caller}`, 1, { key: `${caller} ${round}` });
      }),
    );
    working = false;
    await terminating;
    await admin.end();
    expect(terminated).toBeGreaterThan(8);
    // A connection terminated while idle may fail the next caller.
    await until('all connections are new', () => Promise.all(callers.map(() => balanceOf('a0'))).catch(() => false));
    for (const caller of callers) expect(await balanceOf(`a${caller}`)).toBe(25);
    const { envelopes, head } = await bank.log.read(0, 1_000);
    expect(head).toBe(1 + 16 + 16 * 25);
    expect(envelopes.map(({ position }) => position)).toEqual(Array.from({ length: head }, (_, index) => index + 1));
  });
});
