import { describe, expect, test } from '@jest/globals';
import { FairLimiter, WorkLimiter } from './work-limiter.ts';

/** Pieces of work that end when the test says so. */
class Bench {
  readonly begun: number[] = [];
  private readonly ends = new Map<number, (failure?: Error) => void>();

  work(piece: number): () => Promise<number> {
    return () =>
      new Promise((resolve, reject) => {
        this.begun.push(piece);
        this.ends.set(piece, (failure) => (failure ? reject(failure) : resolve(piece)));
      });
  }

  end(piece: number, failure?: Error): void {
    this.ends.get(piece)?.(failure);
  }
}

describe('the work limiter', () => {
  test('so many run, so many wait in order, the next is refused', async () => {
    const [limiter, bench] = [new WorkLimiter(2, 2), new Bench()];
    const taken = [1, 2, 3, 4].map((piece) => limiter.take(bench.work(piece)));
    await expect(limiter.take(bench.work(5))).rejects.toMatchObject({ code: 'service.unavailable' });
    expect(bench.begun).toEqual([1, 2]);
    bench.end(2);
    await taken[1];
    expect(bench.begun).toEqual([1, 2, 3]);
    // Two run again: a place that was handed over is not free.
    taken.push(limiter.take(bench.work(5)));
    expect(bench.begun).toEqual([1, 2, 3]);
    bench.end(1);
    bench.end(3);
    await Promise.all([taken[0], taken[2]]);
    expect(bench.begun).toEqual([1, 2, 3, 4, 5]);
    bench.end(4);
    bench.end(5);
    expect(await Promise.all(taken)).toEqual([1, 2, 3, 4, 5]);
  });

  test('work that fails gives its place to the next', async () => {
    const [limiter, bench] = [new WorkLimiter(1, 1), new Bench()];
    const first = limiter.take(bench.work(1));
    const second = limiter.take(bench.work(2));
    bench.end(1, new Error('broken'));
    await expect(first).rejects.toThrow('broken');
    expect(bench.begun).toEqual([1, 2]);
    bench.end(2);
    expect(await second).toBe(2);
    const third = limiter.take(bench.work(3));
    bench.end(3);
    expect(await third).toBe(3);
  });
});

/** Limits of the fair limiter, without those of a test. */
const roomy = { atOnce: 2, waiting: 10, waitingOfOne: 3, patienceMs: 1_000 };

describe('the fair limiter', () => {
  test('of one person one piece runs at a time, of several people as many as are allowed', async () => {
    const [limiter, bench] = [new FairLimiter(roomy), new Bench()];
    const taken = [1, 2, 3].map((piece) => limiter.take('ann', bench.work(piece)));
    taken.push(limiter.take('ben', bench.work(4)), limiter.take('cay', bench.work(5)));
    expect(bench.begun).toEqual([1, 4]);
    bench.end(1);
    await taken[0];
    // Cay's came before Ann's second turn.
    expect(bench.begun).toEqual([1, 4, 5]);
    bench.end(4);
    await taken[3];
    expect(bench.begun).toEqual([1, 4, 5, 2]);
    bench.end(5);
    bench.end(2);
    await taken[1];
    bench.end(3);
    expect(await Promise.all(taken)).toEqual([1, 2, 3, 4, 5]);
  });

  test('too many of one person are refused, and nobody else’s', async () => {
    const [limiter, bench] = [new FairLimiter({ ...roomy, waitingOfOne: 1 }), new Bench()];
    const taken = [1, 2].map((piece) => limiter.take('ann', bench.work(piece)));
    await expect(limiter.take('ann', bench.work(3))).rejects.toMatchObject({ code: 'service.unavailable' });
    const other = limiter.take('ben', bench.work(4));
    bench.end(4);
    expect(await other).toBe(4);
    bench.end(1);
    await taken[0];
    // Those that were refused take no place.
    taken.push(limiter.take('ann', bench.work(5)));
    bench.end(2);
    await taken[1];
    bench.end(5);
    expect(await Promise.all(taken)).toEqual([1, 2, 5]);
  });

  test('work that fails gives its turn to the next of the same person, and nobody is kept once all ended', async () => {
    const [limiter, bench] = [new FairLimiter(roomy), new Bench()];
    const [first, second] = [1, 2].map((piece) => limiter.take('ann', bench.work(piece)));
    bench.end(1, new Error('broken'));
    await expect(first).rejects.toThrow('broken');
    const third = limiter.take('ann', bench.work(3));
    expect(bench.begun).toEqual([1, 2]);
    bench.end(2);
    expect(await second).toBe(2);
    expect([bench.begun, limiter.people]).toEqual([[1, 2, 3], 1]);
    bench.end(3);
    expect(await third).toBe(3);
    expect(limiter.people).toBe(0);
  });

  test('work whose turn comes too late for its caller is refused, and holds up nothing', async () => {
    let now = 0;
    const [limiter, bench] = [new FairLimiter({ ...roomy, atOnce: 1 }, () => now), new Bench()];
    const running = limiter.take('ann', bench.work(1));
    // One waits for Ann's turn, the other for a place.
    const late = [limiter.take('ann', bench.work(2)), limiter.take('ben', bench.work(3))];
    now = 1;
    const inTime = [limiter.take('cay', bench.work(4)), limiter.take('ann', bench.work(5))];
    now = 1_000;
    const refusals = late.map((piece) => expect(piece).rejects.toMatchObject({ code: 'service.unavailable' }));
    bench.end(1);
    await Promise.all([running, ...refusals]);
    expect(bench.begun).toEqual([1, 4]);
    bench.end(4);
    await inTime[0];
    expect(bench.begun).toEqual([1, 4, 5]);
    bench.end(5);
    expect(await Promise.all(inTime)).toEqual([4, 5]);
  });
});
