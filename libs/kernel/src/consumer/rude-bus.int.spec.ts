import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Source } from '@parlour/contracts/envelope';
import { Lease } from '../log/lease.ts';
import { Relay } from '../log/relay.ts';
import type { Bank } from '../testing/bank.ts';
import { accountsView } from '../testing/accounts.view.ts';
import { accountEventTypes } from '../testing/bank.ts';
import { RudeBus } from '../testing/rude-bus.ts';
import { diceOf, seed } from '../testing/seed.ts';
import { silentLogger } from '../testing/silent-logger.ts';
import { type TwoServices, twoServices } from '../testing/two-services.ts';
import { readTables } from '../testing/view-contract.ts';
import { waitForProjections } from '../testing/projections.ts';
import { viewConsumerName } from './applied-positions.ts';
import { Consumer } from './consumer.ts';
import { applyViews } from '../view/view.ts';

let services: TwoServices;
const closers: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  services = await twoServices();
});
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});
afterAll(() => services.close());

describe(`a bus that loses, repeats and reorders (seed ${seed})`, () => {
  it('leaves both readers equal to the logs', async () => {
    const { owner, reader } = services;
    const bus = new RudeBus(diceOf(seed));
    const connect = async (source: Source, from: Bank, to: Bank): Promise<void> => {
      const lease = new Lease(from.database, 'leader', 60_000, silentLogger);
      const live = async (): Promise<{ liveMessages: []; endedSessions: [] }> => ({
        liveMessages: [],
        endedSessions: [],
      });
      const relay = new Relay(source, from.log, lease, bus, live, silentLogger);
      await relay.start();
      const view = accountsView(source, 'foreign_');
      const consumer = new Consumer(
        {
          source,
          parts: [{ name: viewConsumerName(source), handle: (envelopes, tx) => applyViews([view], envelopes, tx) }],
        },
        {
          service: source === 'qa' ? 'identity' : 'qa',
          database: to.database,
          bus,
          feed: (after, limit) => from.log.read(after, limit),
          types: accountEventTypes,
          logger: silentLogger,
        },
      );
      await consumer.start();
      closers.push(
        () => consumer.stop(),
        () => relay.stop(),
      );
    };
    await connect('identity', owner, reader);
    await connect('qa', reader, owner);

    const dice = diceOf(seed + 1);
    const accounts = ['ann', 'bob', 'cid', 'dan'];
    for (const bank of [owner, reader]) await Promise.all(accounts.map((account) => bank.open(account)));
    for (let round = 0; round < 60; round++) {
      const bank = dice.oneIn(2) ? owner : reader;
      await Promise.all(
        dice.shuffled(accounts).map((account) => bank.deposit(account, [1, 2, 3].slice(dice.below(3)))),
      );
    }
    // An event lost at the very end is found with the next event.
    const settle = async (from: Bank, to: Bank, source: Source): Promise<void> => {
      for (let round = 0; round < 40; round++) await from.deposit('ann', 1);
      await waitForProjections(from.database, to.database, viewConsumerName(source), 1_000).catch(() =>
        settle(from, to, source),
      );
    };
    await settle(owner, reader, 'identity');
    await settle(reader, owner, 'qa');

    for (const [from, to] of [
      [owner, reader],
      [reader, owner],
    ] as const) {
      const owned = await readTables(from.database, ['accounts', 'totals']);
      const read = await readTables(to.database, ['foreign_accounts', 'foreign_totals']);
      expect(Object.values(read)).toEqual(Object.values(owned));
    }
    for (const times of Object.values(bus.deeds)) expect(times).toBeGreaterThan(0);
  });
});
