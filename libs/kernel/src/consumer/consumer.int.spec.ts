import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { unavailable } from '@parlour/contracts/errors';
import { InProcessBus } from '../bus/in-process-bus.ts';
import { statement, type Tx } from '../database/database.ts';
import type { ReadFeed } from '../log/feed.ts';
import { createLogger } from '../logging/logger.ts';
import { accountEventTypes } from '../testing/bank.ts';
import { silentLogger } from '../testing/silent-logger.ts';
import { type TwoServices, twoServices } from '../testing/two-services.ts';
import { waitForProjections } from '../testing/projections.ts';
import { until } from '../testing/until.ts';
import { AppliedPositions, viewConsumerName } from './applied-positions.ts';
import { Consumer } from './consumer.ts';
import type { ConsumerPart } from './consumer-part.ts';
import { listDeadLetters } from './dead-letters.ts';
import { readReply } from '../log/reply.ts';
import { applyViews } from '../view/view.ts';

let services: TwoServices;

beforeAll(async () => {
  services = await twoServices();
});
afterEach(() => services.reset());
afterAll(() => services.close());

/** Ann's account with deposits: `count` events, the first of which opens the account. */
async function annWith(count: number): Promise<void> {
  await services.owner.open('ann');
  if (count > 1) await services.owner.deposit('ann', Array<number>(count - 1).fill(1));
}

async function reached({ parts }: Consumer): Promise<void> {
  for (const { name } of parts) await waitForProjections(services.owner.database, services.reader.database, name);
}

const lockWaits = statement(
  'test.lockWaits',
  `select pid from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
);

/** Holds the transaction of a consumer open until another one waits for the same checkpoint. */
async function anotherWaits(): Promise<void> {
  await until('another waits', async (saw) => saw(await services.reader.database.query(lockWaits)).length > 0);
}

async function expectEqual(): Promise<void> {
  const { owned, read } = await services.tables();
  expect(read).toEqual(owned);
}

describe('a consumer', () => {
  it('reads the feed to its head first, page by page, then handles events from the bus', async () => {
    await annWith(1_203);
    const consumer = services.consumer();
    await consumer.start();
    await expectEqual();
    await services.owner.open('ben');
    await services.bus.publish('identity', await services.events(1_203));
    await reached(consumer);
    await expectEqual();
  });

  it('takes one statement for its checkpoint and one for parked events, besides those of its tables', async () => {
    await annWith(2);
    const consumer = services.consumer();
    await consumer.start();
    const sent: string[] = [];
    services.reader.database.onStatement = (name) => sent.push(name);
    await services.owner.deposit('ann', 1);
    await services.bus.publish('identity', await services.events(2));
    await reached(consumer);
    services.reader.database.onStatement = undefined;
    const ours = sent.filter((name) => name !== 'testing.checkpoint');
    expect(ours).toEqual(['consumer.advance', 'dead.keys', 'foreign_accounts.move', 'foreign_accounts.count']);
    await expectEqual();
  });

  it('takes no transaction for what the leader of its service handles, and all without one', async () => {
    await annWith(1);
    const processes = [true, false].map((leads) => {
      const bus = new InProcessBus(silentLogger);
      return { bus, consumer: services.consumer({ bus, leads: () => leads }) };
    });
    for (const { consumer } of processes) await consumer.start();
    const moves: string[] = [];
    services.reader.database.onStatement = (name) => void (name === 'consumer.advance' && moves.push(name));
    // To one process after the other.
    const deposit = async (to: typeof processes): Promise<void> => {
      const { identity = 0 } = (await services.owner.deposit('ann', 1)).positions;
      for (const { bus, consumer } of to) {
        await bus.publish('identity', await services.events(identity - 1));
        await until('it has the deposit', () => consumer.parts[0]?.reached === identity);
      }
    };
    await deposit(processes);
    expect(moves.length).toBe(2);
    for (let turn = 0; turn < 3; turn++) await deposit(processes);
    expect(moves.length).toBe(5);
    const [leader, ...others] = processes;
    await leader?.consumer.stop();
    for (let turn = 0; turn < 2; turn++) await deposit(others);
    services.reader.database.onStatement = undefined;
    expect(moves.length).toBe(7);
    await expectEqual();
  });

  it('skips events it has handled', async () => {
    await annWith(10);
    const consumer = services.consumer();
    await consumer.start();
    const all = await services.events(0);
    for (let again = 0; again < 3; again++) await services.bus.publish('identity', all);
    await services.owner.deposit('ann', 1);
    await services.bus.publish('identity', [...all, ...(await services.events(10))]);
    await reached(consumer);
    await expectEqual();
  });

  it.each([
    ['before a batch', [13]],
    ['within a batch', [11, 13]],
    ['in every place', [14, 12, 11]],
  ])('reads missing events from the feed %s', async (_, brought) => {
    await annWith(10);
    const consumer = services.consumer();
    await consumer.start();
    await services.owner.deposit('ann', [1, 2, 3, 4]);
    const all = await services.events(0);
    await services.bus.publish(
      'identity',
      brought.map((position) => all[position - 1] as (typeof all)[number]),
    );
    await reached(consumer);
    await expectEqual();
  });

  it('does not lose a gap found while catching up ends', async () => {
    await annWith(10);
    let hook: (() => Promise<void>) | undefined;
    const feed: ReadFeed = async (after, limit) => {
      const page = await services.owner.log.read(after, limit);
      // Two events are committed after the last, empty page was read and before it arrives; the bus
      // delivers the second.
      if (page.envelopes.length === 0) await hook?.();
      return page;
    };
    const consumer = services.consumer({ feed });
    hook = async () => {
      hook = undefined;
      await services.owner.deposit('ann', [1, 2]);
      let found = false;
      const catchUp = consumer.catchUp.bind(consumer);
      consumer.catchUp = () => {
        found = true;
        return catchUp();
      };
      await services.bus.publish('identity', (await services.events(11)).slice(0, 1));
      await until('the consumer has found the gap', () => found);
    };
    await consumer.start();
    await reached(consumer);
    await expectEqual();
  });

  it('ignores events of a log that is no longer served', async () => {
    await annWith(3);
    let [asked, answered] = [0, 0];
    const feed: ReadFeed = async (after, limit) => {
      asked += 1;
      const page = await services.owner.log.read(after, limit);
      answered += 1;
      return page;
    };
    const consumer = services.consumer({ feed });
    await consumer.start();
    const [first] = await services.events(0);
    if (!first) throw new Error('there is an event');
    const before = asked;
    const logId = '00000000-0000-4000-8000-00000000dead';
    await services.bus.publish('identity', [{ ...first, logId, position: 90 }]);
    await until('it has asked who serves that log', (saw) => saw(answered) > before + 1);
    await services.owner.deposit('ann', 1);
    const settled = asked;
    await services.bus.publish('identity', await services.events(3));
    await reached(consumer);
    await expectEqual();
    // The events after it needed no feed read.
    expect(asked).toBe(settled);
  });

  it('never takes an event of an old log for one of a new log, even the first', async () => {
    await annWith(3);
    const consumer = services.consumer();
    await consumer.start();
    const logId = '00000000-0000-4000-8000-00000000dead';
    const old = (await services.events(0)).map((event) => ({ ...event, logId }));
    await services.bus.publish('identity', old);
    await services.owner.deposit('ann', 1);
    await services.bus.publish('identity', await services.events(3));
    await reached(consumer);
    expect(await consumer.parts[0]?.position(logId)).toBe(0);
    await expectEqual();
  });

  it('retries while feed and bus are away, then continues', async () => {
    await annWith(3);
    let refusals = 0;
    const feed: ReadFeed = async (after, limit) => {
      if (refusals++ < 3) throw unavailable();
      return services.owner.log.read(after, limit);
    };
    const consumer = services.consumer({ feed });
    await consumer.start();
    expect(refusals).toBeGreaterThan(3);
    await expectEqual();
  });

  it('does not log every failure that goes on', async () => {
    const lines: string[] = [];
    const logger = createLogger('test', {}, { write: (line) => void lines.push(line) });
    let refusals = 0;
    const feed: ReadFeed = async (after, limit) => {
      if (++refusals <= 4) throw unavailable();
      return services.owner.log.read(after, limit);
    };
    const { bus, reader } = services;
    const consumer = new Consumer(
      { source: 'identity', parts: [{ name: 'test', handle: () => Promise.resolve() }] },
      { service: 'qa', database: reader.database, bus, feed, types: accountEventTypes, logger },
    );
    await consumer.start();
    await consumer.stop();
    expect(lines[0]).toContain('dependency unavailable, retrying');
    expect(lines.length).toBeLessThan(4);
  });

  it('retries transient failures without parking anything', async () => {
    await annWith(3);
    let failures = 0;
    const consumer = services.consumer({
      part: {
        handle: async (envelopes, tx) => {
          // More often than an event that itself fails is tried.
          if (failures++ < 6) {
            await tx.query({ name: 'test.deadlock', text: `do $$ begin raise sqlstate '40P01'; end $$` });
          }
          await applyViews([services.view], envelopes, tx);
        },
      },
    });
    await consumer.start();
    await expectEqual();
    expect(failures).toBe(7);
  });

  it('continues after its connection was terminated', async () => {
    await annWith(3);
    let terminated = false;
    const consumer = services.consumer({
      part: {
        handle: async (envelopes, tx) => {
          if (!terminated) {
            terminated = true;
            await tx.query({ name: 'test.terminate', text: 'select pg_terminate_backend(pg_backend_pid())' });
          }
          await applyViews([services.view], envelopes, tx);
        },
      },
    });
    await consumer.start();
    await expectEqual();
  });

  it('finishes the current batch when stopped, and the next run continues after it', async () => {
    await annWith(3);
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    let begun = false;
    const first = services.consumer({
      part: {
        handle: async (envelopes, tx) => {
          begun = true;
          await held;
          await applyViews([services.view], envelopes, tx);
        },
      },
    });
    const starting = first.start();
    await until('it handles a batch', () => begun);
    let stopped = false;
    const stopping = first.stop().then(() => (stopped = true));
    await services.owner.deposit('ann', 1);
    expect(stopped).toBe(false);
    release();
    await stopping;
    await starting;
    const second = services.consumer();
    await second.start();
    await expectEqual();
  });

  it('runs in several processes under one name without applying anything twice', async () => {
    await annWith(500);
    const consumers = [services.consumer(), services.consumer(), services.consumer()];
    await Promise.all(consumers.map((consumer) => consumer.start()));
    await expectEqual();
  });

  it('waits while another process handles a batch under the same name', async () => {
    await annWith(2);
    await services.consumer().start();
    await services.owner.deposit('ann', 1);
    let handled = 0;
    const part = {
      handle: async (...[envelopes, tx]: Parameters<ConsumerPart['handle']>) => {
        handled += 1;
        await anotherWaits();
        await applyViews([services.view], envelopes, tx);
      },
    };
    const consumers = [services.consumer({ part }), services.consumer({ part })];
    await Promise.all(consumers.map((consumer) => consumer.start()));
    expect(handled).toBe(1);
    await expectEqual();
  });

  it('waits for it also where the checkpoint is not the one that it knows', async () => {
    await annWith(2);
    const handled: number[] = [];
    const part = {
      handle: async (...[envelopes, tx]: Parameters<ConsumerPart['handle']>) => {
        handled.push(...envelopes.map(({ position }) => position));
        if (handled.includes(4)) await anotherWaits();
        await applyViews([services.view], envelopes, tx);
      },
    };
    const [one, other] = [new InProcessBus(silentLogger), new InProcessBus(silentLogger)];
    const consumers = [services.consumer({ bus: one, part }), services.consumer({ bus: other, part })];
    for (const consumer of consumers) await consumer.start();
    await services.owner.deposit('ann', 1);
    await one.publish('identity', await services.events(2));
    await until('one has handled it', (saw) => saw(consumers[0]?.parts[0]?.reached) === 3);
    await services.owner.deposit('ann', 1);
    await other.publish('identity', await services.events(2));
    await one.publish('identity', await services.events(3));
    for (const { parts } of consumers) await until('each has all events', (saw) => saw(parts[0]?.reached) === 4);
    expect(handled).toEqual([1, 2, 3, 4]);
    await expectEqual();
  });
});

describe('a consumer whose database has crashed', () => {
  const committed = statement('test.committed', 'select position from checkpoints');
  /** Ends a connection of the reader, as each of them would end. */
  async function loseConnection(): Promise<void> {
    const terminate = statement('test.terminate', 'select pg_terminate_backend(pg_backend_pid())');
    await expect(services.reader.database.query(terminate)).rejects.toThrow();
  }

  it('repeats what PostgreSQL had not written to the disk, without another event', async () => {
    await annWith(3);
    const before = await services.tables();
    const doubts: boolean[] = [];
    const consumer = services.consumer({ onDoubt: (inDoubt) => doubts.push(inDoubt) });
    await consumer.start();
    const { database } = services.reader;
    // As a crash would leave it.
    await database.dataSource.query('truncate foreign_accounts, foreign_totals; update checkpoints set position = 0');
    await loseConnection();
    await until('it is sure again', () => doubts.includes(false));
    expect(doubts).toEqual([true, false]);
    expect(await database.query(committed)).toEqual([{ position: 3 }]);
    expect((await services.tables()).read).toEqual(before.owned);
  });

  it('handles nothing again if only a connection was lost', async () => {
    await annWith(3);
    let batches = 0;
    const doubts: boolean[] = [];
    const handle: ConsumerPart['handle'] = async () => void (batches += 1);
    await services.consumer({ part: { handle }, onDoubt: (inDoubt) => doubts.push(inDoubt) }).start();
    await loseConnection();
    await until('it is sure again', () => doubts.includes(false));
    expect(batches).toBe(1);
  });

  it('waits for no disk, but commands do', async () => {
    await annWith(1);
    const settings: string[] = [];
    const ask = statement('test.flush', `select current_setting('synchronous_commit') as flush`);
    const note = async (_: unknown, tx: Tx): Promise<object[]> => {
      for (const { flush } of await tx.query<{ flush: string }>(ask)) settings.push(flush);
      return [{}];
    };
    await services.consumer({ part: { handle: async (...given) => void (await note(...given)) } }).start();
    await services.reader.log.append({
      ...{ streamId: 'account/bob', version: 0, guards: [], orderingKey: 'bob', reservations: [], key: null },
      events: [{ type: 'AccountOpened', data: { account: 'bob', owner: 'Bob' } }],
      meta: { commandId: 'c', actor: null, correlationId: 'r', causationId: null },
      actor: null,
      reply: readReply((tx) => note(undefined, tx), null),
      occurredAt: '2026-01-01T00:00:00.000Z',
    });
    expect(settings).toEqual(['off', 'on']);
  });
});

describe('the parts of a consumer', () => {
  it('handle each event in their order, each from its own checkpoint', async () => {
    let leads = false;
    const decided: number[] = [];
    const policy: ConsumerPart = {
      name: 'policy:test:identity',
      runs: () => leads,
      before: async (envelopes) => {
        const viewed = await consumer.parts[0]?.position(envelopes[0]?.logId ?? '');
        for (const { position } of envelopes) {
          expect(viewed).toBeGreaterThanOrEqual(position);
          decided.push(position);
        }
        return envelopes.length;
      },
      handle: () => Promise.resolve(),
    };
    await annWith(3);
    const consumer = services.consumer({ more: [policy] });
    await consumer.start();
    await services.owner.deposit('ann', 1);
    await services.bus.publish('identity', await services.events(3));
    await waitForProjections(services.owner.database, services.reader.database, viewConsumerName('identity'));
    expect(decided).toEqual([]);
    // From here on this process leads: it makes up for what nobody decided.
    leads = true;
    await services.owner.deposit('ann', 2);
    await services.bus.publish('identity', await services.events(4));
    await reached(consumer);
    expect(decided).toEqual([1, 2, 3, 4, 5]);
    await expectEqual();
  });

  it('are not held up by one that cannot go on, which makes up for it later', async () => {
    let isAway = true;
    const decided: number[] = [];
    const policy: ConsumerPart = {
      name: 'policy:test:identity',
      runs: () => true,
      handle: async (envelopes) => {
        if (isAway) throw unavailable();
        decided.push(...envelopes.map(({ position }) => position));
      },
    };
    const { now } = performance;
    let later = 0;
    const clock = jest.spyOn(performance, 'now').mockImplementation(() => now.call(performance) + later);
    await annWith(2);
    const consumer = services.consumer({ more: [policy] });
    await consumer.start();
    await services.owner.deposit('ann', 1);
    await services.bus.publish('identity', await services.events(2));
    await waitForProjections(services.owner.database, services.reader.database, viewConsumerName('identity'));
    expect(decided).toEqual([]);
    isAway = false;
    later = 60_000;
    consumer.noteAnnounced(3);
    await until('it has decided them', (saw) => saw(decided).length === 3);
    clock.mockRestore();
    expect(decided).toEqual([1, 2, 3]);
    await expectEqual();
  });

  it('that wait for something are stuck only where they run', async () => {
    let leads = true;
    const policy: ConsumerPart = {
      name: 'policy:test:identity',
      runs: () => leads,
      handle: () => Promise.reject(unavailable()),
    };
    const { now } = performance;
    let later = 0;
    const clock = jest.spyOn(performance, 'now').mockImplementation(() => now.call(performance) + later);
    await annWith(1);
    const consumer = services.consumer({ more: [policy] });
    await consumer.start();
    later = 60_000;
    const whileLeading = consumer.isStuck;
    leads = false;
    const afterwards = consumer.isStuck;
    // The next leader has handled them before this process leads again.
    const text = `insert into checkpoints (consumer, log_id, position)
                  select 'policy:test:identity', log_id, position from checkpoints limit 1`;
    await services.reader.database.query(statement('test.handled', text));
    leads = true;
    await consumer.catchUp();
    const leadingAgain = consumer.isStuck;
    clock.mockRestore();
    expect({ whileLeading, afterwards, leadingAgain }).toEqual({
      whileLeading: true,
      afterwards: false,
      leadingAgain: false,
    });
  });

  it('make up for what was announced before this process led, without another event', async () => {
    let leads = false;
    const decided: number[] = [];
    const policy: ConsumerPart = {
      name: 'policy:test:identity',
      runs: () => leads,
      handle: async (envelopes) => void decided.push(...envelopes.map(({ position }) => position)),
    };
    await annWith(2);
    const consumer = services.consumer({ more: [policy] });
    await consumer.start();
    leads = true;
    consumer.noteAnnounced(2);
    await until('it has decided them', (saw) => saw(decided).length === 2);
    expect(decided).toEqual([1, 2]);
  });
});

describe('events that do not concern a part', () => {
  const long = 60_000;
  const name = viewConsumerName('identity');

  /** A part for deposits only, and what it was given. */
  function deposits(): { part: Partial<ConsumerPart>; handled: number[] } {
    const handled: number[] = [];
    const handle: ConsumerPart['handle'] = async (envelopes) => {
      for (const { type, position } of envelopes) if (type === 'Deposited') handled.push(position);
    };
    return { part: { handles: ['Deposited'], handle }, handled };
  }

  /** Publishes a withdrawal, which is skipped; returns its position. */
  async function withdrawn(): Promise<number> {
    const { identity = 0 } = (await services.owner.withdraw('ann', 1)).positions;
    await services.bus.publish('identity', await services.events(identity - 1));
    return identity;
  }

  async function deposited(): Promise<void> {
    const { identity = 0 } = (await services.owner.deposit('ann', 1)).positions;
    await services.bus.publish('identity', await services.events(identity - 1));
  }

  async function stored(): Promise<number> {
    const text = 'select max(position) as position from checkpoints';
    const [row] = await services.reader.database.query<{ position: number }>({ name: 'test.stored', text });
    return row?.position ?? 0;
  }

  it('cost it no statement, and those behind them are handled as ever', async () => {
    await annWith(3);
    const { part, handled } = deposits();
    const reads: number[] = [];
    const feed: ReadFeed = (after, limit) => {
      reads.push(after);
      return services.owner.log.read(after, limit);
    };
    const consumer = services.consumer({ part, storeMs: long, feed });
    await consumer.start();
    const before = reads.length;
    const sent: string[] = [];
    services.reader.database.onStatement = (each) => sent.push(each);
    await withdrawn();
    const last = await withdrawn();
    await until('they are skipped', () => consumer.parts[0]?.reached === last);
    services.reader.database.onStatement = undefined;
    expect(sent).toEqual([]);
    expect(await stored()).toBe(3);
    await deposited();
    await until('the deposit is handled', (saw) => saw(handled).includes(last + 1));
    expect(handled).toEqual([2, 3, last + 1]);
    await reached(consumer);
    expect(reads.length).toBe(before);
  });

  it('move its stored checkpoint soon, and at once when it stops', async () => {
    await annWith(3);
    const first = services.consumer(deposits());
    await first.start();
    const one = await withdrawn();
    await until('it is stored', async (saw) => saw(await stored()) === one);
    await first.stop();
    const second = services.consumer({ ...deposits(), storeMs: long });
    await second.start();
    const other = await withdrawn();
    await until('it is skipped', () => second.parts[0]?.reached === other);
    expect(await stored()).toBe(one);
    await second.stop();
    expect(await stored()).toBe(other);
  });

  it('are read and skipped again by a process that takes over, and the first one goes on', async () => {
    await annWith(3);
    const buses = [new InProcessBus(silentLogger), new InProcessBus(silentLogger)] as const;
    const [one, other] = [deposits(), deposits()];
    const first = services.consumer({ ...one, storeMs: long, bus: buses[0] });
    await first.start();
    await services.owner.withdraw('ann', 1);
    await buses[0].publish('identity', await services.events(3));
    await until('it is skipped', () => first.parts[0]?.reached === 4);
    const second = services.consumer({ ...other, storeMs: long, bus: buses[1] });
    await second.start();
    expect(second.parts[0]?.reached).toBe(4);
    for (const bus of [...buses].reverse()) {
      await services.owner.deposit('ann', 1);
      for (const each of [bus, ...buses]) await each.publish('identity', await services.events(4));
      await until('both have reached it', async (saw) => {
        const head = (await services.owner.log.read(0, 1)).head;
        return saw([first, second].map(({ parts }) => parts[0]?.reached)).every((position) => position === head);
      });
    }
    expect([...one.handled, ...other.handled].toSorted((a, b) => a - b)).toEqual([2, 3, 5, 6]);
    expect(await stored()).toBe(6);
  });

  it('do not hide that its checkpoint was moved back', async () => {
    await annWith(3);
    const { part, handled } = deposits();
    await services.consumer({ part }).start();
    await services.reader.database.dataSource.query('update checkpoints set position = 1');
    await withdrawn();
    await until('the deposits are handled again', () => handled.length === 4);
    expect(handled).toEqual([2, 3, 2, 3]);
    await waitForProjections(services.owner.database, services.reader.database, name);
  });

  it('are parked like others if this program is older than they are', async () => {
    await annWith(3);
    const consumer = services.consumer(deposits());
    await consumer.start();
    await services.owner.withdraw('ann', 1);
    const newer = (await services.events(3)).map((event) => ({ ...event, schemaVersion: 99 }));
    await services.bus.publish('identity', newer);
    await reached(consumer);
    expect(await listDeadLetters(services.reader.database)).toMatchObject([{ position: 4, type: 'Withdrawn' }]);
  });
});

describe('positions to wait for', () => {
  it('are known without a look at the database once this process has applied them', async () => {
    const applied = new AppliedPositions(['identity'], services.reader.database);
    const looks: string[] = [];
    const waiting = applied.wait({ identity: 3 }, 5_000);
    services.reader.database.onStatement = (each) => looks.push(each);
    applied.note('identity', 3);
    expect(await waiting).toBe(true);
    expect(await applied.wait({ identity: 2 }, 0)).toBe(true);
    services.reader.database.onStatement = undefined;
    expect(looks).toEqual([]);
  });

  it('are waited for until applied, or until the limit', async () => {
    const applied = new AppliedPositions(['identity'], services.reader.database);
    await annWith(3);
    expect(await applied.wait({ identity: 3 }, 30)).toBe(false);
    const waiting = applied.wait({ identity: 3 }, 5_000);
    const consumer = services.consumer();
    await consumer.start();
    expect(await waiting).toBe(true);
    expect(await applied.wait({ identity: 3, qa: 1_000 }, 0)).toBe(true);
    expect(await applied.wait({ identity: 4 }, 0)).toBe(false);
  });
});
