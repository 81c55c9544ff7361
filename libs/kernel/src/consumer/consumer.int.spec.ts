import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { unavailable } from '@parlour/contracts/errors';
import { statement } from '../database/database.ts';
import type { ReadFeed } from '../log/feed.ts';
import { type TwoServices, twoServices } from '../testing/two-services.ts';
import { waitForProjections } from '../testing/projections.ts';
import { until } from '../testing/until.ts';
import { AppliedPositions } from './applied-positions.ts';
import type { Consumer, ConsumerDefinition } from './consumer.ts';

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

async function reached({ definition }: Consumer): Promise<void> {
  await waitForProjections(services.owner.database, services.reader.database, definition.name);
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
    await services.owner.deposit('ann', [5, 6]);
    await services.bus.publish('identity', await services.events(1_203));
    await reached(consumer);
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
    let asked = 0;
    const feed: ReadFeed = (after, limit) => {
      asked += 1;
      return services.owner.log.read(after, limit);
    };
    const consumer = services.consumer({ feed });
    await consumer.start();
    const [first] = await services.events(0);
    if (!first) throw new Error('there is an event');
    const before = asked;
    const logId = '00000000-0000-4000-8000-00000000dead';
    await services.bus.publish('identity', [{ ...first, logId, position: 90 }]);
    await until('it has asked who serves that log', (saw) => saw(asked) > before + 1);
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
    expect(await consumer.position(logId)).toBe(0);
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

  it('retries transient failures without parking anything', async () => {
    await annWith(3);
    let failures = 0;
    const consumer = services.consumer({
      definition: {
        handle: async (envelopes, tx) => {
          // More often than an event that itself fails is tried.
          if (failures++ < 6) {
            await tx.query({ name: 'test.deadlock', text: `do $$ begin raise sqlstate '40P01'; end $$` });
          }
          await services.view.apply(envelopes, tx);
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
      definition: {
        handle: async (envelopes, tx) => {
          if (!terminated) {
            terminated = true;
            await tx.query({ name: 'test.terminate', text: 'select pg_terminate_backend(pg_backend_pid())' });
          }
          await services.view.apply(envelopes, tx);
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
      definition: {
        handle: async (envelopes, tx) => {
          begun = true;
          await held;
          await services.view.apply(envelopes, tx);
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
    const lockWaits = statement(
      'test.lockWaits',
      `select pid from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
    );
    const definition = {
      handle: async (...[envelopes, tx]: Parameters<ConsumerDefinition['handle']>) => {
        handled += 1;
        // Holds the first one's transaction open until the second waits for the same checkpoint.
        await until(
          'another waits',
          async (saw) => saw(await services.reader.database.query(lockWaits)).length > 0,
          1_500,
        );
        await services.view.apply(envelopes, tx);
      },
    };
    const consumers = [services.consumer({ definition }), services.consumer({ definition })];
    await Promise.all(consumers.map((consumer) => consumer.start()));
    expect(handled).toBe(1);
    await expectEqual();
  });
});

describe('positions to wait for', () => {
  it('are waited for until applied, or until the limit', async () => {
    const applied = new AppliedPositions('qa', ['identity'], services.reader.database);
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
