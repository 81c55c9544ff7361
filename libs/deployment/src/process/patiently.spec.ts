import { lookup } from 'node:dns/promises';
import { describe, expect, it } from '@jest/globals';
import { isConnectionFailure } from '@parlour/kernel/database/failures';
import { patiently } from './patiently.ts';

/** A clock that only waiting moves. */
function fakeClock() {
  const waited: number[] = [];
  return {
    waited,
    now: () => waited.reduce((sum, ms) => sum + ms, 0),
    wait: async (ms: number) => void waited.push(ms),
  };
}

describe('patiently', () => {
  const away = Object.assign(new Error('getaddrinfo'), { code: 'EAI_AGAIN' });

  it('repeats with growing pauses until what it needs is there', async () => {
    const clock = fakeClock();
    const logged: unknown[] = [];
    let attempts = 0;
    const work = async (): Promise<string> => {
      if (++attempts < 8) throw away;
      return 'done';
    };
    const patience = {
      isAway: isConnectionFailure,
      patienceMs: 60_000,
      log: (failure: unknown) => logged.push(failure),
    };
    expect(await patiently(work, { ...patience, clock })).toBe('done');
    expect(clock.waited).toEqual([250, 500, 1_000, 2_000, 4_000, 5_000, 5_000]);
    expect(logged).toHaveLength(7);
  });

  it('gives up with the last failure once patience has ended', async () => {
    const clock = fakeClock();
    const work = async (): Promise<never> => Promise.reject(away);
    const patience = { isAway: isConnectionFailure, patienceMs: 2_000, log: () => undefined };
    await expect(patiently(work, { ...patience, clock })).rejects.toBe(away);
    expect(clock.now()).toBeLessThanOrEqual(2_000);
  });

  it('does not repeat what would fail the same way again', async () => {
    const refused = Object.assign(new Error('wrong password'), { code: '28P01' });
    const clock = fakeClock();
    const work = async (): Promise<never> => Promise.reject(refused);
    const patience = { isAway: isConnectionFailure, patienceMs: 2_000, log: () => undefined };
    await expect(patiently(work, { ...patience, clock })).rejects.toBe(refused);
    expect(clock.waited).toEqual([]);
  });

  it('takes a name that nobody knows yet for something that is away', async () => {
    const failure: unknown = await lookup('parlour.invalid').catch((error: unknown) => error);
    expect(isConnectionFailure(failure)).toBe(true);
  });
});
