import type { Envelope, Source } from '@parlour/contracts/envelope';
import type { Bus } from '../bus/bus.ts';
import { InProcessBus } from '../bus/in-process-bus.ts';
import { viewConsumerName } from '../consumer/applied-positions.ts';
import { Consumer } from '../consumer/consumer.ts';
import type { ConsumerPart } from '../consumer/consumer-part.ts';
import type { ReadFeed } from '../log/feed.ts';
import { applyViews, type View } from '../view/view.ts';
import { accountsView } from './accounts.view.ts';
import { accountEventTypes, Bank, emptyTables } from './bank.ts';
import { createThrowawayDatabase, type ThrowawayDatabase } from './postgres.ts';
import { silentLogger } from './silent-logger.ts';
import { readTables } from './view-contract.ts';

/** A service with a log (identity) and another one (qa) that reads it into its own tables. */
export interface TwoServices {
  readonly place: ThrowawayDatabase<Source>;
  readonly owner: Bank;
  readonly reader: Bank;
  readonly bus: InProcessBus;
  /** The reader's view, on the owner's log. */
  readonly view: View;
  /**
   * A consumer of the reader that is stopped at the end of the test; by default with the name of
   * the reader's view.
   */
  consumer(options?: ConsumerOptions): Consumer;
  /** Committed events above `after`, as the relay would publish them. */
  events(after: number): Promise<readonly Envelope[]>;
  /** The owner's accounts and the reader's: equal once all is applied. */
  tables(): Promise<{ readonly owned: unknown; readonly read: unknown }>;
  /** Stops the consumers and empties all tables for the next test. */
  reset(): Promise<void>;
  close(): Promise<void>;
}

/** Overrides of the usual consumer. */
export interface ConsumerOptions {
  readonly part?: Partial<ConsumerPart>;
  /** Parts behind that one. */
  readonly more?: readonly ConsumerPart[];
  readonly feed?: ReadFeed;
  readonly bus?: Bus;
  /** For how long skipped events are only known in memory, in milliseconds. */
  readonly storeMs?: number;
  readonly onDoubt?: (inDoubt: boolean) => void;
  readonly leads?: () => boolean;
}

/** Starts both on one new database, without a relay: tests publish by themselves. */
export async function twoServices(): Promise<TwoServices> {
  const place = await createThrowawayDatabase<Source>({ sources: ['identity', 'qa'] });
  const owner = await Bank.at(place.connections.identity, { source: 'identity' });
  const reader = await Bank.at(place.connections.qa);
  const bus = new InProcessBus(silentLogger);
  const view = accountsView('identity', 'foreign_');
  const viewPart: ConsumerPart = {
    name: viewConsumerName('identity'),
    handle: (envelopes, tx) => applyViews([view], envelopes, tx),
  };
  const consumers: Consumer[] = [];
  const stopAll = async (): Promise<void> => {
    for (const consumer of consumers.splice(0)) await consumer.stop();
  };
  return {
    place,
    owner,
    reader,
    bus,
    view,
    consumer({ part, more = [], feed, bus: another, storeMs = 10, onDoubt, leads } = {}) {
      const made = new Consumer(
        { source: 'identity', parts: [{ ...viewPart, ...part }, ...more] },
        {
          service: 'qa',
          database: reader.database,
          bus: another ?? bus,
          feed: feed ?? ((after, limit) => owner.log.read(after, limit)),
          types: accountEventTypes,
          logger: silentLogger,
          storeMs,
          ...(onDoubt && { onDoubt }),
          ...(leads && { leads }),
        },
      );
      consumers.push(made);
      return made;
    },
    events: async (after) => (await owner.log.read(after, 10_000)).envelopes,
    async tables() {
      const owned = await readTables(owner.database, ['accounts', 'totals']);
      const read = await readTables(reader.database, ['foreign_accounts', 'foreign_totals']);
      return { owned: Object.values(owned), read: Object.values(read) };
    },
    async reset() {
      await stopAll();
      await emptyTables(owner.database);
      await emptyTables(reader.database);
    },
    async close() {
      await stopAll();
      await bus.close();
      await owner.end();
      await reader.end();
      await place.drop();
    },
  };
}
