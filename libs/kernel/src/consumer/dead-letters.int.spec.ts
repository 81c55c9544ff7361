import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { erasingEvents } from '@parlour/contracts/posts/erased-texts';
import { statement } from '../database/database.ts';
import { accountEventTypes } from '../testing/bank.ts';
import { explosiveMemo } from '../testing/accounts.view.ts';
import { type TwoServices, twoServices } from '../testing/two-services.ts';
import { waitForProjections } from '../testing/projections.ts';
import { until } from '../testing/until.ts';
import type { ReadFeed } from '../log/feed.ts';
import type { Consumer } from './consumer.ts';
import { viewConsumerName } from './applied-positions.ts';
import type { ConsumerPart } from './consumer-part.ts';
import { attemptsBeforeParking } from './part-runner.ts';
import {
  type DeadLetter,
  discardDeadLetter,
  listDeadLetters,
  retryAllDeadLetters,
  retryDeadLetter,
} from './dead-letters.ts';
import { applyViews } from '../view/view.ts';

let services: TwoServices;

beforeAll(async () => {
  services = await twoServices();
});
afterEach(() => services.reset());
afterAll(() => services.close());

/** Applies like the view, but fails on an event with the memo 'poison' while told to. */
function poisoned(fault: () => unknown): {
  part: Pick<ConsumerPart, 'handle'>;
  tried: () => number;
  mend: () => void;
} {
  let tried = 0;
  let broken = true;
  return {
    tried: () => tried,
    mend: () => (broken = false),
    part: {
      handle: async (envelopes, tx) => {
        if (broken && envelopes.some(({ data }) => (data as { memo?: string }).memo === 'poison')) {
          tried += envelopes.length === 1 ? 1 : 0;
          throw fault();
        }
        await applyViews([services.view], envelopes, tx);
      },
    },
  };
}

const typeError = (): unknown => new TypeError("Cannot read properties of undefined (reading 'connection')");

/** Two accounts; one of the deposits of the first is poison, more of both follow. */
async function poisonedLog(): Promise<void> {
  const { owner } = services;
  await owner.open('ann');
  await owner.open('bob');
  await owner.deposit('ann', 1, { memo: 'poison' });
  await owner.deposit('bob', 1);
  await owner.deposit('ann', [2, 3]);
  await owner.deposit('bob', 2);
}

async function reached({ parts }: Consumer): Promise<void> {
  for (const { name } of parts) await waitForProjections(services.owner.database, services.reader.database, name);
}

function letters(): Promise<DeadLetter[]> {
  return listDeadLetters(services.reader.database);
}

const feed: ReadFeed = (after, limit) => services.owner.log.read(after, limit);

function retry(id: number, { definition }: Consumer): Promise<number> {
  return retryDeadLetter(services.reader.database, id, [{ definition, types: accountEventTypes, feed }]);
}

async function balances(): Promise<object[]> {
  const text = 'select id, balance::int as balance from foreign_accounts order by id';
  return services.reader.database.query({ name: 'test.balances', text });
}

it('an event is never parked for a failure it did not cause, and is retried', async () => {
  await poisonedLog();
  let failures = 0;
  const stuck: boolean[] = [];
  const { part, mend } = poisoned(() => {
    failures += 1;
    if (failures > attemptsBeforeParking) {
      const later = performance.now() + 11_000;
      jest.spyOn(performance, 'now').mockReturnValueOnce(later);
      mend();
    }
    stuck.push(consumer.isStuck);
    return Object.assign(new Error('connect'), { code: 'EMFILE' });
  });
  const consumer = services.consumer({ part });
  await consumer.start();
  expect(failures).toBe(attemptsBeforeParking + 1);
  expect(stuck).toEqual([...Array.from({ length: attemptsBeforeParking }, () => false), true]);
  expect(consumer.isStuck).toBe(false);
  expect(await letters()).toEqual([]);
  expect(await balances()).toEqual([
    { id: 'ann', balance: 6 },
    { id: 'bob', balance: 3 },
  ]);
});

describe('a poison event', () => {
  it('is parked after five attempts, with later ones of its key, and the others go on', async () => {
    await poisonedLog();
    const { part, tried } = poisoned(typeError);
    const consumer = services.consumer({ part });
    await consumer.start();
    expect(tried()).toBe(5);
    expect(await letters()).toMatchObject([
      { position: 3, orderingKey: 'ann', failure: expect.stringContaining('TypeError: Cannot read') },
      { position: 5, orderingKey: 'ann', failure: expect.stringContaining('behind') },
      { position: 6, orderingKey: 'ann' },
    ]);
    expect(await balances()).toEqual([
      { id: 'ann', balance: 0 },
      { id: 'bob', balance: 3 },
    ]);
    // Events that arrive later from the bus are parked too.
    await services.owner.deposit('ann', 4);
    await services.bus.publish('identity', await services.events(7));
    await reached(consumer);
    expect(await letters()).toHaveLength(4);
  });

  it('leaves nothing of its content where it is parked: a retry reads it from its log', async () => {
    await poisonedLog();
    const { part, mend } = poisoned(typeError);
    const consumer = services.consumer({ part });
    await consumer.start();
    const kept: unknown = await services.reader.database.dataSource.query('select * from dead_letters');
    expect(JSON.stringify(kept)).not.toContain('poison');
    // Its owner has erased it since then.
    await services.owner.database.dataSource.query(
      `update events set data = data || '{"memo": "erased"}' where position = 3`,
    );
    mend();
    const [letter] = await letters();
    expect(await retry(letter?.id ?? 0, consumer)).toBe(3);
    expect(await balances()).toContainEqual({ id: 'ann', balance: 6 });
  });

  it('stays parked with all behind it when the retry fails, and is repaired in order when it succeeds', async () => {
    await poisonedLog();
    const { part, mend } = poisoned(typeError);
    const order: number[] = [];
    const consumer = services.consumer({
      part: {
        handle: async (envelopes, tx) => {
          await part.handle(envelopes, tx);
          order.push(...envelopes.filter(({ orderingKey }) => orderingKey === 'ann').map(({ position }) => position));
        },
      },
    });
    await consumer.start();
    const [letter] = await letters();
    await expect(retry(letter?.id ?? 0, consumer)).rejects.toThrow(TypeError);
    expect(await letters()).toHaveLength(3);
    mend();
    expect(await retry(letter?.id ?? 0, consumer)).toBe(3);
    expect(await letters()).toEqual([]);
    expect(order).toEqual([1, 3, 5, 6]);
    const { owned, read } = await services.tables();
    expect(read).toEqual(owned);
    expect(await retry(letter?.id ?? 0, consumer)).toBe(0);
    // The key is no longer blocked.
    await services.owner.deposit('ann', 9);
    await services.bus.publish('identity', await services.events(7));
    await reached(consumer);
    expect(await letters()).toEqual([]);
    expect(order).toEqual([1, 3, 5, 6, 8]);
  });

  it('lets no later event of its key pass while it is repaired', async () => {
    await poisonedLog();
    const { part, mend } = poisoned(typeError);
    const consumer = services.consumer({ part });
    await consumer.start();
    mend();
    const [letter] = await letters();
    await services.owner.deposit('ann', [10, 20, 30]);
    const lockWaits = statement(
      'test.lockWaits',
      `select pid from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
    );
    const slowly: ConsumerPart = {
      name: viewConsumerName('identity'),
      handle: async (envelopes, tx) => {
        await services.bus.publish('identity', await services.events(7));
        await until(
          'the later ones wait',
          async () => (await services.reader.database.query(lockWaits)).length > 0,
          1_500,
        );
        await part.handle(envelopes, tx);
      },
    };
    const types = accountEventTypes;
    expect(
      await retryDeadLetter(services.reader.database, letter?.id ?? 0, [
        { definition: { source: 'identity', parts: [slowly] }, types, feed },
      ]),
    ).toBe(3);
    await reached(consumer);
    // Not parked behind a letter that is gone, where no retry would find it.
    expect(await letters()).toEqual([]);
    const { owned, read } = await services.tables();
    expect(read).toEqual(owned);
  });

  it('is parked in the parts behind it too, which are retried after it', async () => {
    await poisonedLog();
    const { part, mend } = poisoned(typeError);
    const decided: number[] = [];
    const policy: ConsumerPart = {
      name: 'policy:test:identity',
      handle: async (envelopes) => void decided.push(...envelopes.map(({ position }) => position)),
    };
    const consumer = services.consumer({ part, more: [policy] });
    await consumer.start();
    expect(decided).toEqual([2, 4, 7]);
    const ofPolicy = (await letters()).filter((letter) => letter.consumer === policy.name);
    expect(ofPolicy.map(({ position }) => position)).toEqual([1, 3, 5, 6]);
    mend();
    await expect(retry(ofPolicy[0]?.id ?? 0, consumer)).rejects.toThrow('views:identity');
    const consumers = [{ definition: consumer.definition, types: accountEventTypes, feed }];
    expect(await retryAllDeadLetters(services.reader.database, consumers)).toEqual({ handled: 7, failures: [] });
    expect(decided).toEqual([2, 4, 7, 1, 3, 5, 6]);
    expect(await letters()).toEqual([]);
  });

  it('can be discarded, and those behind it are handled', async () => {
    await poisonedLog();
    const consumer = services.consumer(poisoned(typeError));
    await consumer.start();
    const [letter, behind] = await letters();
    expect(await discardDeadLetter(services.reader.database, letter?.id ?? 0)).toBe('discarded');
    expect(await discardDeadLetter(services.reader.database, letter?.id ?? 0)).toBe('unknown');
    expect(await retry(behind?.id ?? 0, consumer)).toBe(2);
    expect(await balances()).toContainEqual({ id: 'ann', balance: 5 });
  });

  it.each(erasingEvents)('is not discarded if it erases texts: %s', async (type) => {
    await poisonedLog();
    const consumer = services.consumer(poisoned(typeError));
    await consumer.start();
    const [letter] = await letters();
    await services.reader.database.dataSource.query('update dead_letters set type = $1 where id = $2', [
      type,
      letter?.id,
    ]);
    expect(await discardDeadLetter(services.reader.database, letter?.id ?? 0)).toBe('kept');
    expect(await letters()).toHaveLength(3);
  });

  it.each([
    ['undefined', (): unknown => undefined],
    ['an error whose text PostgreSQL can’t store', (): unknown => new Error('a NUL \u0000 in it')],
    ['an object without a prototype', (): unknown => Object.create(null)],
  ])('is parked when its handler throws %s', async (_, fault) => {
    await poisonedLog();
    const consumer = services.consumer(poisoned(fault));
    await consumer.start();
    expect(await letters()).toHaveLength(3);
    expect(await balances()).toContainEqual({ id: 'bob', balance: 3 });
  });

  it('is parked when the read model fails on it', async () => {
    const { owner, reader } = services;
    await owner.open('ann');
    await owner.log.database.dataSource.query('select 1');
    await owner.open('bob');
    await owner.deposit('ann', 1);
    // Written as by a newer program: the owner's own read model could not apply it.
    await owner.database.dataSource.query(
      `update events set data = jsonb_set(data, '{memo}', '"${explosiveMemo}"') where position = 3`,
    );
    const consumer = services.consumer();
    await consumer.start();
    expect(await letters()).toMatchObject([{ position: 3 }]);
    expect(await reader.database.query({ name: 'test.count', text: 'select id from foreign_accounts' })).toHaveLength(
      2,
    );
  });
});

describe('other versions', () => {
  const change = (text: string): Promise<unknown> => services.owner.database.dataSource.query(text);

  it('an event of an unknown type is skipped', async () => {
    await poisonedLog();
    await change(`update events set type = 'AccountPainted' where position in (3, 5)`);
    const consumer = services.consumer();
    await consumer.start();
    expect(await letters()).toEqual([]);
    expect(await balances()).toEqual([
      { id: 'ann', balance: 3 },
      { id: 'bob', balance: 3 },
    ]);
  });

  it('an event of a newer version is parked, with all of its key behind it', async () => {
    await poisonedLog();
    await change('update events set schema_version = 9 where position = 3');
    const consumer = services.consumer();
    await consumer.start();
    expect((await letters()).map(({ position }) => position)).toEqual([3, 5, 6]);
    await expect(retry((await letters())[0]?.id ?? 0, consumer)).rejects.toThrow('older');
    expect(await letters()).toHaveLength(3);
  });

  it('an event of an older version is upcast, wherever it comes from', async () => {
    await poisonedLog();
    await change(
      `update events set schema_version = 1, data = data - 'memo' - 'part' - 'parts' where type = 'Deposited'`,
    );
    const { envelopes } = await services.owner.log.read(2, 1);
    expect(envelopes).toMatchObject([{ schemaVersion: 2, data: { memo: '', part: 1, parts: 1 } }]);
    const given: unknown[] = [];
    const consumer = services.consumer({
      part: {
        handle: async (events, tx) => {
          given.push(...events.map(({ schemaVersion, data }) => [schemaVersion, 'memo' in data]));
          await applyViews([services.view], events, tx);
        },
      },
    });
    await consumer.start();
    const { owned, read } = await services.tables();
    expect(read).toEqual(owned);
    // The owner runs an older program and serves an older version.
    await services.owner.deposit('ann', 1);
    const [old] = await services.events(7);
    if (!old) throw new Error('there is an event');
    await services.bus.publish('identity', [{ ...old, schemaVersion: 1, data: { account: 'ann', amount: 1 } }]);
    await reached(consumer);
    expect(given.at(-1)).toEqual([2, true]);
  });
});
