import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { rowOf } from '../testing/stand-ins.ts';
import { Burst, burstPauseMs } from './burst.ts';
import type { SourcedTell } from './fanout.ts';

const told: number[] = [];
let burst: Burst;

beforeEach(() => {
  jest.useFakeTimers();
  told.length = 0;
  burst = new Burst((tell) => told.push(tell.position));
});
afterEach(() => {
  burst.clear();
  jest.useRealTimers();
});

function views(position: number, more: Partial<SourcedTell> = {}): SourcedTell {
  const payload = rowOf('q', 'A question');
  return {
    source: 'qa',
    to: ['public'],
    event: 'viewsUpdate',
    payload,
    position,
    latestOf: 'views q',
    ...more,
  } as SourcedTell; // of one event
}

it('sends the first at once and of the others the newest', () => {
  for (let position = 1; position <= 50; position++) burst.take(views(position));
  expect(told).toEqual([1]);
  jest.advanceTimersByTime(burstPauseMs);
  expect(told).toEqual([1, 50]);
  burst.take(views(51));
  expect(told).toEqual([1, 50]);
  jest.advanceTimersByTime(burstPauseMs);
  expect(told).toEqual([1, 50, 51]);
});

it('sends at once again after a quiet time', () => {
  burst.take(views(1));
  jest.advanceTimersByTime(burstPauseMs);
  burst.take(views(2));
  expect(told).toEqual([1, 2]);
});

it('keeps marks apart and lets unmarked messages through', () => {
  const { latestOf: _, ...unmarked } = views(4);
  for (const tell of [views(1), views(2, { latestOf: 'views other' }), views(3), unmarked, unmarked]) burst.take(tell);
  expect(told).toEqual([1, 2, 4, 4]);
});

it('never holds what is for some people alone, or not for some', () => {
  for (const position of [1, 2, 3]) burst.take(views(position, { to: ['user:ann'] }));
  for (const position of [4, 5]) burst.take(views(position, { except: ['user:ben'] }));
  expect(told).toEqual([1, 2, 3, 4, 5]);
});

it('forgets what waits', () => {
  burst.take(views(1));
  burst.take(views(2));
  burst.clear();
  jest.advanceTimersByTime(10 * burstPauseMs);
  expect(told).toEqual([1]);
});
