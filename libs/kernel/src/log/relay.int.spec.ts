import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Envelope } from '@parlour/contracts/envelope';
import type { LiveMessage } from '@parlour/contracts/live';
import { createLogger, type Logger } from '../logging/logger.ts';
import { Bank, emptyTables } from '../testing/bank.ts';
import { headLock, hold } from '../testing/held-lock.ts';
import { createThrowawayDatabase, type ThrowawayDatabase } from '../testing/postgres.ts';
import { RecordingBus } from '../testing/recording-bus.ts';
import { severable } from '../testing/severed-connection.ts';
import { silentLogger } from '../testing/silent-logger.ts';
import { until } from '../testing/until.ts';
import { CommitNotices } from './commit-notices.ts';
import { Lease } from './lease.ts';
import { type LiveOutput, type MakeLive, Relay, type RelayTimes } from './relay.ts';

/** Polls so rarely that only a wake-up explains a fast result. */
const onlyWoken: RelayTimes = { pollMs: 60_000, heartbeatMs: 60_000 };
const busy: RelayTimes = { pollMs: 20, heartbeatMs: 50 };

let place: ThrowawayDatabase<'qa'>;
let bank: Bank;
const closers: (() => Promise<unknown>)[] = [];

/** A live message for an event, for tests that only need its position. */
function messageOf({ position, eventId }: Envelope): LiveMessage {
  return { to: ['public'], event: 'viewsUpdate', payload: { qid: eventId }, position } as unknown as LiveMessage; // no browser sees it
}
const live: MakeLive = async (events) => ({ liveMessages: events.map(messageOf), endedSessions: [] });

interface Started {
  readonly bus: RecordingBus;
  readonly lease: Lease;
  readonly relay: Relay;
}

async function start(
  options: {
    bus?: RecordingBus;
    holder?: string;
    times?: RelayTimes;
    live?: MakeLive;
    from?: Bank;
    leaseMs?: number;
    logger?: Logger;
  } = {},
): Promise<Started> {
  const { bus = new RecordingBus(), holder = 'holder', times = busy, from = bank, leaseMs = 60_000 } = options;
  const lease = new Lease(from.database, holder, leaseMs, silentLogger);
  const relay = new Relay('qa', from.log, lease, bus, options.live ?? live, options.logger ?? silentLogger, times);
  await relay.start();
  closers.push(() => relay.stop());
  return { bus, lease, relay };
}

async function anotherProcess(): Promise<Bank> {
  const other = await Bank.at(place.connections.qa, { migrate: false });
  closers.push(() => other.end());
  return other;
}

function positions(envelopes: readonly Envelope[]): number[] {
  return envelopes.map((envelope) => envelope.position);
}
function upTo(last: number, first = 1): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

async function head(): Promise<{ position: number; published: number; epoch: number }> {
  const text = 'select position, published, epoch from head';
  const [row] = await bank.database.query<{ position: number; published: number; epoch: number }>({
    name: 'test.head',
    text,
  });
  if (!row) throw new Error('no head');
  return row;
}

/** Batches are contiguous: each begins where the previous one ended. */
function expectNoHole({ publishedLive: published }: RecordingBus): void {
  for (const [index, batch] of published.entries()) {
    if (index > 0) expect(batch.after).toBe(published[index - 1]?.upTo);
    expect(batch.messages.map((liveMessage) => liveMessage.position)).toEqual(upTo(batch.upTo, batch.after + 1));
  }
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

describe('the relay', () => {
  it('publishes everything in order, one send at a time, and live messages without a gap', async () => {
    const { bus } = await start();
    const names = upTo(30).map((n) => `a${n}`);
    await Promise.all(names.map((name) => bank.open(name)));
    await Promise.all(names.map((name) => bank.deposit(name, [1, 2, 3])));
    await until('all are published', (saw) => saw(bus.publishedLive.at(-1))?.upTo === 120);
    expect(positions(bus.published)).toEqual(upTo(120));
    expect(bus.published).toEqual((await bank.log.read(0, 200)).envelopes);
    expect(bus.mostInFlight).toBe(1);
    expectNoHole(bus);
  });

  it('is woken by a commit of its own process and takes the batch from memory', async () => {
    const { bus } = await start({ times: onlyWoken });
    await bank.open('ann');
    await until('it is published', (saw) => saw(bus.publishedLive.length) > 0);
    const read: string[] = [];
    bank.database.onStatement = (name) => void read.push(name);
    await bank.deposit('ann', 1);
    await until('it is published', (saw) => saw(bus.publishedLive.length) > 1);
    expect(read).not.toContain('feed.page');
    expect(bus.published).toEqual((await bank.log.read(0, 10)).envelopes);
  });

  it('reads events of another process from the log, also when both commit in turn', async () => {
    const { bus } = await start();
    const other = await anotherProcess();
    for (let round = 1; round <= 10; round++) await (round % 2 ? bank : other).open(`a${round}`);
    await Promise.all(upTo(10).map((n) => (n % 2 ? other : bank).deposit(`a${n}`, [1, 1])));
    await until('all are published', (saw) => saw(bus.publishedLive.at(-1))?.upTo === 30);
    expect(positions(bus.published)).toEqual(upTo(30));
    expectNoHole(bus);
  });

  it('misses no commit made while it is publishing, even without another wake-up', async () => {
    let release = (): void => undefined;
    let begun = false;
    const held = new Promise<void>((resolve) => (release = resolve));
    const slow: MakeLive = async (events, database) => {
      begun = true;
      await held;
      return live(events, database);
    };
    const { bus, relay } = await start({ times: onlyWoken, live: slow });
    const other = await anotherProcess();
    await bank.open('ann');
    await until('it is at work', () => begun);
    await other.open('bob');
    // As a notice from another process would.
    relay.nudge();
    release();
    await until('all are published', (saw) => saw(bus.publishedLive.at(-1))?.upTo === 2);
    expectNoHole(bus);
  });

  it('publishes what another process committed between two commits of its own', async () => {
    const bus = new RecordingBus();
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    let begun = false;
    bus.onPublish = () => {
      begun = true;
      return held;
    };
    await start({ bus });
    const other = await anotherProcess();
    await bank.open('first');
    // Otherwise it could read some of the others from the log, and not from memory.
    await until('it is sending', () => begun);
    for (const [turn, from] of [bank, other, bank].entries()) await from.open(`a${turn}`);
    release();
    await until('all are published', (saw) => saw(bus.publishedLive.at(-1))?.upTo === 4);
    expect(positions(bus.published)).toEqual(upTo(4));
    expectNoHole(bus);
  });

  it("tells the log's head while it is behind, whether it reads from the log or from memory", async () => {
    await bank.open('ann');
    await bank.deposit('ann', Array<number>(600).fill(1));
    const { bus } = await start({ bus: new RecordingBus(true) });
    await until('the first are published', (saw) => saw(bus.publishedLive.at(-1))?.upTo === 601);
    await bank.deposit('ann', Array<number>(600).fill(1));
    await until('all are published', (saw) => saw(bus.publishedLive.at(-1))?.upTo === 1_201);
    const withEvents = bus.publishedLive.filter(({ messages }) => messages.length > 0);
    expect(withEvents.map(({ upTo: published, head: told }) => [published, told])).toEqual([
      [500, 601],
      [601, 601],
      [1_101, 1_201],
      [1_201, 1_201],
    ]);
  });

  it('sends a heartbeat when there is nothing to publish', async () => {
    const { bus } = await start();
    await bank.open('ann');
    const beats = () => bus.publishedLive.filter((batch) => batch.after === 1 && batch.upTo === 1);
    await until('heartbeats come', (saw) => saw(beats()).length > 2);
    const beat = bus.publishedLive.at(-1);
    expect(beat).toMatchObject({ source: 'qa', epoch: 1, after: 1, upTo: 1, messages: [], endedSessions: [] });
    expectNoHole(bus);
  });

  it('repeats events that the bus did not accept, logs that ever more rarely, and goes on', async () => {
    const bus = new RecordingBus();
    let refusals = 0;
    bus.onPublish = async () => {
      if (refusals++ < 10) throw new Error('the bus is away');
    };
    const lines: string[] = [];
    const logger = createLogger('test', {}, { write: (line) => void lines.push(line) });
    await start({ bus, logger });
    await bank.open('ann');
    await bank.deposit('ann', [1, 1]);
    await until('all are published', (saw) => saw(bus.publishedLive.at(-1))?.upTo === 3);
    expect(positions(bus.published)).toEqual(upTo(3));
    const refused = lines.filter((line) => line.includes('events not published, retrying'));
    expect(refused.length).toBeGreaterThan(0);
    expect(refused.length).toBeLessThan(10);
  });

  it('publishes the others when one live message can never be made, and leaves a gap so that clients refetch', async () => {
    const faulty: MakeLive = async (events, database): Promise<LiveOutput> => {
      if (events.some((event) => event.position === 2)) throw new TypeError('a fault of the message');
      return live(events, database);
    };
    const bus = new RecordingBus();
    let release = (): void => undefined;
    const first = new Promise<void>((resolve) => (release = resolve));
    bus.onPublish = () => first;
    await start({ bus, live: faulty });
    await bank.open('ann');
    await bank.deposit('ann', [1, 1, 1]);
    release();
    await until('all are published', (saw) => saw(bus.publishedLive.at(-1))?.upTo === 4);
    expect(bus.publishedLive.flatMap((batch) => batch.messages.map((liveMessage) => liveMessage.position))).toEqual([
      1, 3, 4,
    ]);
    expect(positions(bus.published)).toEqual(upTo(4));
    let reached = 0;
    const gaps = bus.publishedLive.filter(({ after, upTo: next }) => {
      const isGap = after > reached;
      reached = next;
      return isGap;
    });
    expect(gaps).toMatchObject([{ after: 2 }]);
  });

  it('publishes the others when the live messages of a batch, or of one event, take longer than a statement may', async () => {
    const canceled = () => Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' });
    const slow: MakeLive = async (events, database): Promise<LiveOutput> => {
      if (events.length > 2 || events.some(({ position }) => position === 3)) throw canceled();
      return live(events, database);
    };
    const bus = new RecordingBus();
    let release = (): void => undefined;
    const first = new Promise<void>((resolve) => (release = resolve));
    bus.onPublish = () => first;
    await start({ bus, live: slow });
    await bank.open('ann');
    await bank.deposit('ann', [1, 1, 1, 1]);
    release();
    await until('all are published', (saw) => saw(bus.publishedLive.at(-1))?.upTo === 5);
    expect(bus.publishedLive.flatMap(({ messages }) => messages.map(({ position }) => position))).toEqual([1, 2, 4, 5]);
    expect(bus.publishedLive.map(({ after }) => after)).toContain(3);
    expect(positions(bus.published)).toEqual(upTo(5));
  });

  it.each(['EMFILE', 'EHOSTUNREACH', 'an unknown code'])(
    'retries a live message that failed because of its environment: %s',
    async (code) => {
      let failures = 3;
      const cutOff: MakeLive = async (events, database): Promise<LiveOutput> => {
        if (failures-- > 0) throw Object.assign(new Error('connect'), { code });
        return live(events, database);
      };
      const { bus } = await start({ live: cutOff });
      await bank.open('ann');
      await until('it is published', () => bus.publishedLive.some(({ messages }) => messages.length > 0));
      expect(bus.publishedLive.flatMap((batch) => batch.messages.map((liveMessage) => liveMessage.position))).toEqual([
        1,
      ]);
      expect(bus.publishedLive.every(({ after }, index) => after <= (bus.publishedLive[index - 1]?.upTo ?? 0))).toBe(
        true,
      );
    },
  );

  it('publishes events committed between its start and its first term', async () => {
    await bank.open('before');
    await bank.database.dataSource.query(
      `update lease set holder = 'one that was killed', epoch = 7, lease_until = clock_timestamp() + interval '5 s'`,
    );
    const { bus, lease } = await start({ leaseMs: 3_000 });
    expect(lease.term).toBeUndefined();
    await bank.open('meanwhile');
    await bank.database.dataSource.query(`update lease set lease_until = '-infinity'`);
    await until('it is published', (saw) => saw(bus.publishedLive.at(-1))?.upTo === 2);
    expect(positions(bus.published)).toEqual([2]);
    expect(bus.publishedLive[0]?.epoch).toBe(8);
  });

  it('takes over the lease of a killed predecessor at once if it is the only process, in a new term', async () => {
    const predecessor = new Lease(bank.database, 'one that was killed', 60_000, silentLogger);
    await predecessor.start(() => undefined);
    const lease = new Lease(bank.database, 'the only one', 60_000, silentLogger, true);
    await lease.start(() => undefined);
    expect(lease.term).toEqual({ epoch: 2 });
    const other = new Lease(bank.database, 'not the only one', 60_000, silentLogger);
    await other.start(() => undefined);
    expect(other.term).toBeUndefined();
    for (const each of [predecessor, lease, other]) await each.end();
  });

  it("takes over a lease that ends later than any can, since the database's clock was set back", async () => {
    await bank.database.dataSource.query(
      `update lease set holder = 'one that was killed', epoch = 7, lease_until = clock_timestamp() + interval '1 hour'`,
    );
    const lease = new Lease(bank.database, 'the next one', 60_000, silentLogger);
    await lease.start(() => undefined);
    expect(lease.term).toEqual({ epoch: 8 });
    await lease.end();
  });

  it('resumes where it was after losing the lease for a while', async () => {
    const { bus, lease } = await start({ leaseMs: 300 });
    await bank.open('first');
    await until('it is published', (saw) => saw(bus.publishedLive.at(-1))?.upTo === 1);
    lease.lose();
    await bank.open('meanwhile');
    await until('it is published', (saw) => saw(bus.publishedLive.at(-1))?.upTo === 2);
    expectNoHole(bus);
  });

  it('resumes where a durable bus was left', async () => {
    await bank.open('ann');
    await bank.deposit('ann', [1, 1]);
    await bank.database.dataSource.query('update head set published = 1');
    const { bus, relay } = await start({ bus: new RecordingBus(true) });
    await until('all are published', (saw) => saw(bus.publishedLive.at(-1))?.upTo === 3);
    await relay.stop();
    expect(positions(bus.published)).toEqual([2, 3]);
    expect(await head()).toEqual({ position: 3, published: 3, epoch: 1 });
  });

  it('stores once how far it got with several events, at the latest when it stops', async () => {
    const { bus, relay } = await start({ bus: new RecordingBus(true), times: onlyWoken });
    const stores: string[] = [];
    bank.database.onStatement = (name) => void (name === 'relay.advance' && stores.push(name));
    await bank.open('ann');
    for (let position = 1; position <= 5; position++) {
      await until('it is published', (saw) => saw(bus.publishedLive.at(-1))?.upTo === position);
      if (position < 5) await bank.deposit('ann', 1);
    }
    expect(stores).toEqual([]);
    await relay.stop();
    bank.database.onStatement = undefined;
    expect(stores.length).toBe(1);
    expect((await head()).published).toBe(5);
  });

  it('stops by its epoch when another leads, whatever its own clock says', async () => {
    const zombie = await start({ bus: new RecordingBus(true), holder: 'zombie' });
    await bank.open('ann');
    await until('it is published', async (saw) => saw(await head()).published === 1);
    let release = (): void => undefined;
    zombie.bus.onPublish = () => new Promise<void>((resolve) => (release = resolve));
    await bank.deposit('ann', 1);
    // The zombie trusts its lease for a minute; in the database it has ended.
    await bank.database.dataSource.query(`update lease set lease_until = '-infinity'`);
    const other = await anotherProcess();
    const successor = await start({ bus: new RecordingBus(true), holder: 'successor', from: other });
    await until('the successor has published', async (saw) => saw(await head()).published === 2);
    const before = await head();
    expect(before.epoch).toBe(2);
    release();
    await until('the zombie has left', (saw) => saw(zombie.lease.term) === undefined);
    expect(await head()).toEqual(before);
    await other.deposit('ann', 1);
    await until('the successor continues', async (saw) => saw(await head()).published === 3);
    expect(positions(zombie.bus.published)).toEqual([1, 2]);
    expect(positions(successor.bus.published)).toEqual([2, 3]);
    expect(zombie.lease.term).toBeUndefined();
  });

  it('does not begin a term that is over', async () => {
    await start({ bus: new RecordingBus(true), holder: 'successor' });
    await bank.database.dataSource.query('update lease set epoch = 5');
    await bank.database.dataSource.query('update head set epoch = 5');
    await bank.open('ann');
    // It took its term earlier, and was stopped before it read the log.
    let term: { epoch: number } | undefined = { epoch: 1 };
    const late = {
      get term() {
        return term;
      },
      start: async () => undefined,
      lose: () => (term = undefined),
      end: async () => undefined,
    } as unknown as Lease; // with a clock of its own that stands still
    const bus = new RecordingBus(true);
    const relay = new Relay('qa', bank.log, late, bus, live, silentLogger, busy);
    await relay.start();
    await until('it has left', (saw) => saw(term) === undefined);
    await relay.stop();
    expect(bus.published).toEqual([]);
    expect((await head()).epoch).toBe(5);
  });

  it('publishes no events if its lease ends while it makes their live messages', async () => {
    let made = 0;
    const losing: MakeLive = async (events, reader) => {
      made += 1;
      if (made === 1) started.lease.lose();
      return live(events, reader);
    };
    const started = await start({ live: losing, leaseMs: 1_500 });
    await bank.open('ann');
    await until('it is published', (saw) => saw(started.bus.publishedLive.at(-1))?.upTo === 1);
    // Not what it made first, but what it made when it led again.
    expect(made).toBeGreaterThan(1);
  });

  it('sends no heartbeat if its lease ends while it reads the log', async () => {
    const lease = new Lease(bank.database, 'holder', 60_000, silentLogger);
    bank.database.onStatement = (name) => {
      if (name === 'feed.page') lease.lose();
    };
    const bus = new RecordingBus();
    const relay = new Relay('qa', bank.log, lease, bus, live, silentLogger, busy);
    await relay.start();
    closers.push(() => relay.stop());
    await until('it no longer leads', (saw) => saw(lease.term) === undefined);
    await relay.stop();
    expect(bus.publishedLive).toEqual([]);
  });

  it('gives up the lease when stopped, after the send in flight', async () => {
    const { bus, relay } = await start({ bus: new RecordingBus(true) });
    let release = (): void => undefined;
    let begun = false;
    bus.onPublish = () =>
      new Promise<void>((resolve) => {
        begun = true;
        release = resolve;
      });
    await bank.open('ann');
    await until('it is sending', () => begun);
    const stopping = relay.stop();
    release();
    await stopping;
    expect(positions(bus.published)).toEqual([1]);
    const successor = await start({ holder: 'successor' });
    expect(successor.lease.term).toEqual({ epoch: 2 });
  });

  it('stops leading when its lease ends by its own clock, though the database cannot be reached', async () => {
    const way = await severable(place.connections.qa);
    const away = await Bank.at(way.connection, { migrate: false });
    const lease = new Lease(away.database, 'cut off', 1_500, silentLogger);
    await lease.start(() => undefined);
    expect(lease.term).toEqual({ epoch: 1 });
    way.away = true;
    await until('it no longer leads', (saw) => saw(lease.term) === undefined);
    way.away = false;
    // In the same term, if the renewal was sent before the last one ended and answered afterwards.
    await until('it leads again', (saw) => saw(lease.term) !== undefined);
    await lease.end();
    await away.end();
    await way.close();
  });

  it('recovers when the database locks it out', async () => {
    const { bus } = await start({ bus: new RecordingBus(true) });
    await bank.open('ann');
    await until('it is published', (saw) => saw(bus.publishedLive.at(-1))?.upTo === 1);
    const lock = await hold(place.connections.qa, headLock);
    const deposit = bank.deposit('ann', 1);
    await lock.waiters(1);
    await lock.release();
    await deposit;
    await until('it is published', (saw) => saw(bus.publishedLive.at(-1))?.upTo === 2);
  });
});

describe('notices of commits', () => {
  function noticesOf(onNotice: () => void): CommitNotices {
    const notices = new CommitNotices(place.connections.qa, 'qa', onNotice, silentLogger);
    notices.start();
    closers.push(() => notices.stop());
    return notices;
  }

  it('wake the relay of another process, and not the one that committed', async () => {
    const { bus, relay } = await start({ times: onlyWoken });
    let notices = 0;
    noticesOf(() => {
      notices += 1;
      relay.nudge();
    });
    const other = await anotherProcess();
    let echo = 0;
    const announcing = noticesOf(() => (echo += 1));
    other.log.onCommit(() => announcing.announce());
    await until('both listen', () => notices > 0 && echo > 0);
    const echoes = echo;
    await other.open('ann');
    await until('it is published', (saw) => saw(bus.publishedLive.at(-1))?.upTo === 1);
    expect(echo).toBe(echoes);
  });

  it('are received again after the connection was lost', async () => {
    let notices = 0;
    noticesOf(() => (notices += 1));
    await until('it listens', (saw) => saw(notices) === 1);
    await bank.database.dataSource.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where query like 'listen%' and datname = current_database()`,
    );
    await until('it listens again', (saw) => saw(notices) === 2);
    const announcing = noticesOf(() => undefined);
    await until('it is announced', (saw) => {
      announcing.announce();
      return saw(notices) > 2;
    });
  });
});
