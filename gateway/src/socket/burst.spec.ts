import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { rowOf } from '../testing/stand-ins.ts';
import { Burst, burstPauseMs } from './burst.ts';
import type { SourcedLiveMessage } from './fanout.ts';

const sent: number[] = [];
let burst: Burst;

beforeEach(() => {
  jest.useFakeTimers();
  sent.length = 0;
  burst = new Burst((message) => sent.push(message.position));
});
afterEach(() => {
  burst.clear();
  jest.useRealTimers();
});

function views(position: number, more: Partial<SourcedLiveMessage> = {}): SourcedLiveMessage {
  const payload = rowOf('q', 'A question');
  return {
    source: 'qa',
    to: ['public'],
    event: 'viewsUpdate',
    payload,
    position,
    latestOf: 'views q',
    ...more,
  } as SourcedLiveMessage; // of one event
}

it('sends the first at once and of the others the newest', () => {
  for (let position = 1; position <= 50; position++) burst.take(views(position));
  expect(sent).toEqual([1]);
  jest.advanceTimersByTime(burstPauseMs);
  expect(sent).toEqual([1, 50]);
  burst.take(views(51));
  expect(sent).toEqual([1, 50]);
  jest.advanceTimersByTime(burstPauseMs);
  expect(sent).toEqual([1, 50, 51]);
});

it('sends nothing older after one that is for some people only', () => {
  for (const position of [1, 2]) burst.take(views(position));
  burst.take(views(3, { to: ['user:ann'] }));
  expect(sent).toEqual([1, 3]);
  jest.advanceTimersByTime(burstPauseMs);
  expect(sent).toEqual([1, 3]);
});

it('keeps what waits beside a message of the same event for some people only', () => {
  for (const position of [1, 2]) {
    burst.take(views(position));
    burst.take(views(position, { to: ['user:ann'] }));
  }
  expect(sent).toEqual([1, 1, 2]);
  jest.advanceTimersByTime(burstPauseMs);
  expect(sent).toEqual([1, 1, 2, 2]);
});

it('sends at once again after a quiet time', () => {
  burst.take(views(1));
  jest.advanceTimersByTime(burstPauseMs);
  burst.take(views(2));
  expect(sent).toEqual([1, 2]);
});

it('keeps marks apart and lets unmarked messages through', () => {
  const { latestOf: _, ...unmarked } = views(4);
  for (const message of [views(1), views(2, { latestOf: 'views other' }), views(3), unmarked, unmarked])
    burst.take(message);
  expect(sent).toEqual([1, 2, 4, 4]);
});

it('never delays messages for some people only, or for all but some', () => {
  for (const position of [1, 2, 3]) burst.take(views(position, { to: ['user:ann'] }));
  for (const position of [4, 5]) burst.take(views(position, { except: ['user:ben'] }));
  expect(sent).toEqual([1, 2, 3, 4, 5]);
});

it('drops what waits', () => {
  burst.take(views(1));
  burst.take(views(2));
  burst.clear();
  jest.advanceTimersByTime(10 * burstPauseMs);
  expect(sent).toEqual([1]);
});
