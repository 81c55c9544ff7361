import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Envelope, Source } from '@parlour/contracts/envelope';
import type { LiveBatch, LiveMessage } from '@parlour/contracts/live';
import type { Bus, Head } from '../bus/bus.ts';
import { envelopesOf, testLogId } from './envelopes.ts';
import { until } from './until.ts';

const log = envelopesOf(
  'qa',
  Array.from({ length: 30 }, (_, index) => ({ type: 'Counted', data: { index } })),
);
const pages = [log.slice(0, 3), log.slice(3, 4), log.slice(4, 20), log.slice(20)];

function positionsOf(envelopes: readonly Envelope[]): number[] {
  return envelopes.map((envelope) => envelope.position);
}

/** An empty batch of live messages. */
export function heartbeat(upTo: number): LiveBatch {
  const empty = { messages: [], state: [], endedSessions: [] };
  return { source: 'qa', logId: testLogId, epoch: 1, after: upTo, upTo, head: upTo, ...empty };
}

/** To a room with a name of this length. */
export function liveMessage(position: number, length: number): LiveMessage {
  const payload = { pollId: 'p', communityId: 'c' };
  return { to: [`user:${'x'.repeat(length)}`], event: 'pollStatusChange', payload, position };
}

/** Collects what a handler gets. */
function record(): { readonly seen: Envelope[]; readonly handle: (envelopes: readonly Envelope[]) => Promise<void> } {
  const seen: Envelope[] = [];
  return { seen, handle: async (envelopes) => void seen.push(...envelopes) };
}

/**
 * The suite that every bus adapter must pass; `open` returns a fresh bus, `close` runs after each
 * test.
 */
export function describeBusContract(name: string, open: () => Promise<Bus>): void {
  describe(`${name} as a bus`, () => {
    let bus: Bus;

    beforeEach(async () => {
      bus = await open();
    });
    afterEach(() => bus.close());

    it('delivers events published after subscribing, in order and without a gap', async () => {
      const { seen, handle } = record();
      await bus.subscribe('reader', 'qa', handle);
      for (const page of pages) await bus.publish('qa', page);
      await until('all have come', (saw) => saw(seen.at(-1))?.position === log.length);
      const firsts = positionsOf(seen).filter((position, index, all) => all.indexOf(position) === index);
      expect(firsts).toEqual(positionsOf(log));
      expect(seen.find((envelope) => envelope.position === 7)).toEqual(log[6]);
    });

    it('delivers everything to each name, and shares it among readers of one name', async () => {
      const [first, second, other] = [record(), record(), record()];
      await bus.subscribe('pair', 'qa', first.handle);
      await bus.subscribe('pair', 'qa', second.handle);
      await bus.subscribe('single', 'qa', other.handle);
      for (const page of pages) await bus.publish('qa', page);
      const sorted = (seen: Envelope[]): number[] => [...new Set(positionsOf(seen))].sort((one, two) => one - two);
      await until('both names have all', (saw) => {
        const pair = sorted([...first.seen, ...second.seen]);
        return saw(pair).length === log.length && saw(sorted(other.seen)).length === log.length;
      });
    });

    it('keeps the logs apart', async () => {
      const { seen, handle } = record();
      await bus.subscribe('reader', 'identity', handle);
      await bus.publish('qa', log);
      await bus.publish('identity', envelopesOf('identity', [{ type: 'Counted', data: {} }]));
      await until('the one has come', (saw) => saw(seen.length) > 0);
      expect(new Set(seen.map((envelope): Source => envelope.source))).toEqual(new Set(['identity']));
    });

    it('continues after a handler that throws, at once or later', async () => {
      const { seen, handle } = record();
      let faults = 0;
      await bus.subscribe('reader', 'qa', async (envelopes) => {
        if (faults++ === 0) throw new TypeError('a fault of the handler');
        await handle(envelopes);
      });
      await bus.subscribe('another', 'qa', () => {
        throw new TypeError('a fault before any promise');
      });
      await bus.publish('qa', log.slice(0, 1));
      await until('it has failed', (saw) => saw(faults) > 0);
      await bus.publish('qa', log.slice(1));
      await until('later ones have come', (saw) => saw(seen.at(-1))?.position === log.length);
    });

    it('runs one handler of a subscription at a time', async () => {
      let running = 0;
      let most = 0;
      const { seen, handle } = record();
      await bus.subscribe('reader', 'qa', async (envelopes) => {
        most = Math.max(most, ++running);
        await new Promise((resolve) => setImmediate(resolve));
        await handle(envelopes);
        running -= 1;
      });
      for (const page of pages) await bus.publish('qa', page);
      await until('all have come', (saw) => saw(seen.at(-1))?.position === log.length);
      expect(most).toBe(1);
    });

    it('delivers nothing after unsubscribing, which waits for the running handler', async () => {
      const { seen, handle } = record();
      let release = (): void => undefined;
      const held = new Promise<void>((resolve) => (release = resolve));
      let begun = 0;
      const unsubscribe = await bus.subscribe('reader', 'qa', async (envelopes) => {
        begun += 1;
        await held;
        await handle(envelopes);
      });
      await bus.publish('qa', log.slice(0, 1));
      await until('it is being handled', (saw) => saw(begun) > 0);
      let left = false;
      const leaving = unsubscribe().then(() => (left = true));
      await bus.publish('qa', log.slice(1));
      expect(left).toBe(false);
      release();
      await leaving;
      expect(positionsOf(seen)).toEqual([1]);
    });

    it('delivers live messages with their events, also long ones', async () => {
      const { seen, handle } = record();
      const live: LiveBatch[] = [];
      await bus.subscribe('reader', 'qa', handle);
      await bus.listen((batch) => live.push(batch));
      const [short, long] = [heartbeat(3), { ...heartbeat(4), logId: 'x'.repeat(700_000) }];
      await bus.publish('qa', log.slice(0, 3), short);
      await bus.publish('qa', log.slice(3, 4), long);
      await until('all have come', (saw) => saw(seen.at(-1))?.position === 4 && saw(live.length) === 2);
      expect(live).toEqual([short, long]);
    });

    it('delivers more live messages than a broker accepts at once, in order and without a gap', async () => {
      const live: LiveBatch[] = [];
      await bus.listen((batch) => live.push(batch));
      // More than eight megabytes are of one event.
      const messages = [1, ...Array<number>(30).fill(2), 3].map((position) => liveMessage(position, 300_000));
      const state = [liveMessage(3, 1)];
      const endedSessions = [{ sessionId: 's', endedAt: '2026-01-01T00:00:00.000Z' }];
      await bus.publish('qa', log.slice(0, 3), { ...heartbeat(3), after: 0, messages, state, endedSessions });
      await until('all have come', (saw) => saw(live.at(-1)?.upTo) === 3);
      expect(live.flatMap((batch) => batch.messages)).toEqual(messages);
      expect(live.flatMap((batch) => batch.state)).toEqual(state);
      expect(live[0]?.endedSessions).toEqual(endedSessions);
      expect(live.map(({ after }) => after)).toEqual([0, ...live.slice(1).map((_, index) => live[index]?.upTo)]);
    });

    it('tells the heads of logs, at most a second after a batch of live messages', async () => {
      const heads: Head[] = [];
      await bus.watchHeads(() => {
        throw new TypeError('a fault of the watcher');
      });
      const leave = await bus.watchHeads(({ source, position }) => heads.push({ source, position }));
      await bus.publish('qa', log.slice(0, 3), heartbeat(3));
      await until('the head has come', (saw) => saw(heads.at(-1))?.position === 3);
      // Of a relay that is behind.
      const late: LiveBatch = { ...heartbeat(4), head: 30 };
      await bus.publish('qa', log.slice(3, 4), late);
      await until('a later one has come', async (saw) => {
        // As a relay does, though more often.
        await bus.publishLive(late);
        return saw(heads.at(-1))?.position === 30;
      });
      await leave();
      const told = heads.length;
      await bus.publish('identity', [], { ...heartbeat(1), source: 'identity' });
      expect(heads.slice(told)).toEqual([]);
    });

    it('delivers every live batch to every listener, whatever another listener does', async () => {
      const [first, second]: LiveBatch[][] = [[], []];
      await bus.listen(() => {
        throw new TypeError('a fault of the listener');
      });
      await bus.listen((batch) => first?.push(batch));
      const leave = await bus.listen((batch) => second?.push(batch));
      await bus.publishLive(heartbeat(1));
      await until('both have received it', () => first?.length === 1 && second?.length === 1);
      await leave();
      await bus.publishLive(heartbeat(2));
      await until('one has received it', () => first?.length === 2);
      expect(first).toEqual([heartbeat(1), heartbeat(2)]);
      expect(second).toEqual([heartbeat(1)]);
    });
  });
}
