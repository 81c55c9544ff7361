import { describe, expect, test } from '@jest/globals';
import { WorkLimiter } from './work-limiter.ts';

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
