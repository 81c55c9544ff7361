import { expect, test } from '@jest/globals';
import { Congestion } from './congestion.ts';

/** A queue that is waited in for three seconds, and a clock controlled by the test. */
function world() {
  let now = 50_000;
  const congestion = new Congestion(3_000, () => now);
  /** So many have their turn in so many milliseconds. */
  const serve = (pieces: number, ms: number): void => {
    now += ms;
    for (let piece = 0; piece < pieces; piece++) congestion.noteServed();
  };
  return { congestion, serve };
}

test('whoever comes behind more than can be served in time is told by how much they are late', () => {
  const { congestion, serve } = world();
  congestion.lateBehind(0);
  serve(100, 1_000);
  expect([299, 300, 399].map((waiting) => congestion.lateBehind(waiting))).toEqual([0, 10, 1_000]);
});

test('a queue that stands still, or has just begun, is waited for', () => {
  const { congestion, serve } = world();
  congestion.lateBehind(0);
  serve(31, 2_900);
  expect(congestion.lateBehind(1_000)).toBe(0);
});

test('where nobody waited the pace is measured anew', () => {
  const { congestion, serve } = world();
  congestion.lateBehind(0);
  serve(100, 60_000);
  congestion.lateBehind(0);
  serve(100, 1_000);
  expect(congestion.lateBehind(299)).toBe(0);
});

test('what was over ten seconds ago counts less and less', () => {
  const { congestion, serve } = world();
  congestion.lateBehind(0);
  serve(40, 9_000);
  expect([12, 100].map((waiting) => congestion.lateBehind(waiting) > 0)).toEqual([false, true]);
  for (let second = 0; second < 60; second++) serve(100, 1_000);
  expect(congestion.lateBehind(250)).toBe(0);
});
