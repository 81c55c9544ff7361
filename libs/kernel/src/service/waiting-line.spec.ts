import { beforeEach, describe, expect, test } from '@jest/globals';
import { WaitingLine } from './waiting-line.ts';

let now: number;
let line: WaitingLine;
/** What began, in order. */
let begun: string[];
let ends: (() => void)[];

beforeEach(() => {
  [now, begun, ends] = [0, [], []];
  // A turn every 100 ms, so a hundred of them within ten seconds.
  line = new WaitingLine({ atOnce: 1, patienceMs: 10_000, usualMs: 100 }, () => now);
});

function take(what: string, { of = what, urgent = false } = {}): Promise<string> {
  const taken = line.take({ of, urgent }, () => {
    begun.push(what);
    return new Promise<string>((resolve) => ends.push(() => resolve(what)));
  });
  // Some are looked at only once all have ended.
  taken.catch(() => undefined);
  return taken;
}

/** The running piece ends after so many milliseconds, and the next begins. */
async function end(ms = 100): Promise<void> {
  now += ms;
  ends.shift()?.();
  await new Promise(setImmediate);
}

const outcomes = async (all: readonly Promise<string>[]): Promise<string[]> =>
  (await Promise.allSettled(all)).map((one) => (one.status === 'fulfilled' ? 'done' : (one.reason as Error).name));

describe('a waiting line', () => {
  test('whoever has their turn in time waits, however many they are; others come back later', async () => {
    const all = Array.from({ length: 101 }, (_, place) => take(`person ${place}`));
    await expect(take('late')).rejects.toMatchObject({ code: 'service.unavailable', retryAfterSeconds: 1 });
    while (ends.length > 0) await end();
    expect(await outcomes(all)).toEqual(all.map(() => 'done'));
    expect(begun).toEqual(all.map((_, place) => `person ${place}`));
  });

  test('less wait if each takes longer', async () => {
    for (let piece = 0; piece < 100; piece++) {
      const taken = take('measured');
      await end(1_000);
      await taken;
    }
    const all = Array.from({ length: 11 }, (_, place) => take(`person ${place}`));
    await expect(take('late')).rejects.toMatchObject({ code: 'service.unavailable' });
    while (ends.length > 0) await end();
    await Promise.all(all);
  });

  test('urgent work goes first, and the rest does not keep it out', async () => {
    const others = Array.from({ length: 101 }, (_, place) => take(`person ${place}`));
    const urgent = [take('urgent one', { urgent: true }), take('urgent two', { urgent: true })];
    await end();
    await end();
    await end();
    expect(begun).toEqual(['person 0', 'urgent one', 'urgent two', 'person 1']);
    while (ends.length > 0) await end();
    expect(await outcomes(urgent)).toEqual(['done', 'done']);
    // The last two waited for longer than ten seconds, because of them.
    expect(await outcomes(others)).toEqual(others.map((_, place) => (place < 99 ? 'done' : 'DomainError')));
  });

  test('one alone cannot fill it', async () => {
    const own = Array.from({ length: 100 }, (_, place) => take(`of one ${place}`, { of: 'one' }));
    const other = take('other');
    while (ends.length > 0) await end();
    expect((await outcomes(own)).filter((outcome) => outcome === 'done')).toHaveLength(51);
    expect(await outcomes([other])).toEqual(['done']);
  });

  test('work that fails gives its place to the next, and a place that is free is taken at once', async () => {
    const failing = line.take({ of: 'one', urgent: false }, () => Promise.reject(new Error('broken')));
    const next = take('next');
    await expect(failing).rejects.toThrow('broken');
    await end();
    expect(await next).toBe('next');
    const last = take('last');
    expect(begun).toEqual(['next', 'last']);
    await end();
    expect(await last).toBe('last');
  });
});
