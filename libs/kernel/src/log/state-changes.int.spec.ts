import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { LiveMessage } from '@parlour/contracts/live';
import { statement } from '../database/database.ts';
import { Bank, emptyTables } from '../testing/bank.ts';
import { createThrowawayDatabase, type ThrowawayDatabase } from '../testing/postgres.ts';
import { RecordingBus } from '../testing/recording-bus.ts';
import { silentLogger } from '../testing/silent-logger.ts';
import { until } from '../testing/until.ts';
import { CommitNotices } from './commit-notices.ts';
import { Lease } from './lease.ts';
import { Relay } from './relay.ts';
import { type MakeStateMessages, StateChanges } from './state-changes.ts';

let place: ThrowawayDatabase<'qa'>;
let bank: Bank;
const closers: (() => Promise<unknown>)[] = [];

/** Messages that show the head of the log at the time of sending. */
const makeState: MakeStateMessages = async (keys, position, database) => {
  const [head] = await database.query<{ position: number }>(statement('test.head', 'select position from head'));
  return keys.map(
    (key) =>
      ({
        to: ['public'],
        event: 'viewsUpdate',
        payload: { qid: `${key} at ${head?.position}` },
        position,
      }) as unknown as LiveMessage, // no browser sees it
  );
};

interface Started {
  readonly bus: RecordingBus;
  readonly relay: Relay;
  readonly lease: Lease;
  readonly states: StateChanges;
  /** Its publications so far: positions of events, and states. */
  published(): unknown[];
}

/** A relay that is woken, as a service's process has it. */
async function start(holder: string, make = makeState, leaseMs = 60_000, pollMs = 50): Promise<Started> {
  const bus = new RecordingBus();
  const states = new StateChanges(make, silentLogger);
  const lease = new Lease(bank.database, holder, leaseMs, silentLogger);
  const live = async (events: readonly { readonly position: number }[]) => ({
    liveMessages: events.map(({ position }) => ({ event: 'viewsUpdate', position }) as unknown as LiveMessage), // as above
    endedSessions: [],
  });
  const times = { pollMs, heartbeatMs: 60_000 };
  const relay = new Relay('qa', bank.log, lease, bus, live, silentLogger, times, states);
  states.onAnnounced((keys) => {
    states.note(keys);
    relay.nudge();
  });
  await relay.start();
  closers.push(() => relay.stop());
  const published = (): unknown[] =>
    bus.publishedLive.flatMap(({ messages, state }) => [
      ...messages.map(({ position }) => position),
      ...state.map(({ payload }) => (payload as { readonly qid: string }).qid), // made above
    ]);
  return { bus, relay, lease, states, published };
}

beforeAll(async () => {
  place = await createThrowawayDatabase({ sources: ['qa'] });
});
beforeEach(async () => {
  bank = await Bank.at(place.connections.qa);
  await emptyTables(bank.database);
});
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
  await bank.end();
});
afterAll(() => place.drop());

describe('a change of state that is in no event', () => {
  it('is published in a batch that adds nothing to the log, each key once', async () => {
    const { bus, states, published } = await start('holder');
    await bank.open('ann');
    await until('the event is published', (saw) => saw(published()).length === 1);
    for (const key of ['a', 'b', 'a']) states.announce(key);
    await until('the state is published', (saw) => saw(published()).length >= 3);
    expect(published()).toEqual([1, 'b at 1', 'a at 1']);
    expect(bus.publishedLive.at(-1)).toMatchObject({ after: 1, upTo: 1, messages: [], state: [{ position: 1 }, {}] });
    expect(states.waiting).toBe(false);
  });

  it('is published behind the events that it was made with, as it is then', async () => {
    const { bus, states, published } = await start('holder');
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    let sending = false;
    bus.onPublish = () => {
      sending = true;
      return held;
    };
    await bank.open('ann');
    await until('it is sending', () => sending);
    states.announce('a');
    await bank.deposit('ann', 1);
    release();
    await until('all is published', (saw) => saw(published()).length === 3);
    expect(published()).toEqual([1, 2, 'a at 2']);
  });

  it('is published at once, however many there are', async () => {
    const { bus, states, published } = await start('holder', makeState, 60_000, 60_000);
    states.note(Array.from({ length: 1_200 }, (_, n) => `${n}`));
    states.announce('a');
    await until('all is published', (saw) => saw(published()).length === 1_201);
    expect(bus.publishedLive.map(({ state }) => state.length)).toEqual([500, 500, 201]);
  });

  it('is published once more if it changes while it is sent', async () => {
    let release = (): void => undefined;
    let begun = 0;
    const held = new Promise<void>((resolve) => (release = resolve));
    const { states, published } = await start('holder', async (...given) => {
      begun += 1;
      await held;
      return makeState(...given);
    });
    states.announce('a');
    await until('it is being made', (saw) => saw(begun) === 1);
    states.announce('a');
    release();
    await until('it is published twice', (saw) => saw(published()).length === 2);
  });

  it('is published again, with the events, if the lease ended while they were sent', async () => {
    const { bus, lease, states, published } = await start('holder', makeState, 1_500, 60_000);
    await bank.open('ann');
    await until('the event is published', (saw) => saw(published()).length === 1);
    let losses = 0;
    bus.onPublish = async () => {
      if (losses++ === 0) lease.lose();
    };
    states.note(['a']);
    await bank.deposit('ann', 1);
    await until('all is published again', (saw) => saw(published()).length === 5);
    expect(published()).toEqual([1, 2, 'a at 2', 2, 'a at 2']);
  });

  it('waits for a bus or a database that is away', async () => {
    let failures = 3;
    const { bus, states, published } = await start('holder', async (...given) => {
      if (failures-- > 2) throw Object.assign(new Error('connect'), { code: 'EHOSTUNREACH' });
      return makeState(...given);
    });
    const send = bus.publishLive.bind(bus);
    bus.publishLive = async (batch) => {
      if (failures-- > 0) throw new Error('the bus is away');
      await send(batch);
    };
    states.announce('a');
    await until('it is published', (saw) => saw(published()).length === 1);
  });

  it('holds up no event while it cannot be read', async () => {
    let isAway = true;
    const { states, published } = await start('holder', async (...given) => {
      if (isAway) throw Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' });
      return makeState(...given);
    });
    states.announce('a');
    await bank.open('ann');
    await until('the event is published', (saw) => saw(published()).length === 1);
    expect(published()).toEqual([1]);
    isAway = false;
    await until('the state is published', (saw) => saw(published()).length === 2);
  });

  it('is left out if its message can never be made', async () => {
    const { states, published } = await start('holder', async (keys, ...given) => {
      if (keys.includes('faulty')) throw new TypeError('a fault of the message');
      return makeState(keys, ...given);
    });
    states.announce('faulty');
    await until('it is left out', () => !states.waiting);
    states.announce('a');
    await bank.open('ann');
    await until('the others are published', (saw) => saw(published()).length === 2);
  });

  it('is published by the next leader, if this process does not lead', async () => {
    const leader = await start('leader', makeState, 6_000);
    // Tries to lead each second.
    const next = await start('next', makeState, 3_000);
    expect(next.lease.term).toBeUndefined();
    next.states.announce('a');
    await bank.open('ann');
    await until('the leader publishes', (saw) => saw(leader.published()).length === 1);
    await leader.relay.stop();
    await until('it is published', (saw) => saw(next.published()).includes('a at 1'));
  });

  it('reaches the leader by a notice, even if it was announced before the connection', async () => {
    const leader = await start('leader');
    const noticesOf = (onNotice: (changed: readonly string[]) => void): CommitNotices => {
      const notices = new CommitNotices(place.connections.qa, 'qa', onNotice, silentLogger);
      closers.push(() => notices.stop());
      return notices;
    };
    let listening = false;
    const foreign: (readonly string[])[] = [];
    noticesOf((changed) => {
      foreign.push(changed);
      listening = true;
      leader.states.note(changed);
      leader.relay.nudge();
    }).start();
    await until('the leader listens', () => listening);
    // Any role of the database may send one.
    for (const payload of ['{', '{"a":1}', '[1]'])
      await bank.database.query(statement('test.notify', 'select pg_notify($1, $2)'), ['qa_commits', payload]);
    await until('they came', (saw) => saw(foreign).length === 4);
    expect(foreign.flat()).toEqual([]);
    const other = noticesOf(() => undefined);
    // More than one notice can carry.
    const keys = Array.from({ length: 120 }, (_, n) => `${n} ${'of a hundred characters '.repeat(4)}`.slice(0, 100));
    other.announce(keys);
    other.start();
    await until('all are published', (saw) => saw(leader.published()).length === keys.length);
    expect(leader.published()).toEqual(keys.map((key) => `${key} at 0`));
  });
});
