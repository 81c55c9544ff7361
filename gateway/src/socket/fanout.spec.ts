import { expect, it } from '@jest/globals';
import type { LiveBatch, LiveMessage } from '@parlour/contracts/live';
import { rowOf } from '../testing/stand-ins.ts';
import { Fanout } from './fanout.ts';

const emitted: (number | 'reset')[] = [];

function fanout(): Fanout {
  emitted.length = 0;
  return new Fanout({ emit: (message) => emitted.push(message.position), reset: () => emitted.push('reset') });
}

function messageAt(position: number): LiveMessage {
  return { to: ['public'], event: 'questionUpdate', payload: rowOf('q', 'A question'), position };
}

function batch(after: number, upTo: number, more: Partial<LiveBatch> = {}): LiveBatch {
  const messages = Array.from({ length: upTo - after }, (_, index) => messageAt(after + 1 + index));
  const rest = { messages, state: [], endedSessions: [] };
  return { source: 'qa', logId: 'log', epoch: 1, after, upTo, head: upTo, ...rest, ...more };
}

it('starts from the position of the first batch, and passes on the following ones in order', () => {
  const live = fanout();
  for (const each of [batch(7, 9), batch(9, 10), batch(10, 10), batch(10, 12)]) live.receive(each);
  expect(emitted).toEqual([8, 9, 10, 11, 12]);
});

it('sends nothing twice', () => {
  const live = fanout();
  for (const each of [batch(0, 3), batch(0, 3), batch(1, 4), batch(2, 3), batch(4, 5)]) live.receive(each);
  expect(emitted).toEqual([1, 2, 3, 4, 5]);
});

it('passes on the messages of a position that several batches share', () => {
  const live = fanout();
  for (const [after, upTo, messages] of [
    [0, 1, [1, 2]],
    [1, 1, [2]],
    [1, 3, [2, 3]],
  ] as const)
    live.receive(batch(after, upTo, { messages: messages.map(messageAt) }));
  expect(emitted).toEqual([1, 2, 2, 2, 3]);
});

it('resets after a gap, once, and continues after it', () => {
  const live = fanout();
  for (const each of [batch(0, 1), batch(3, 4), batch(4, 5)]) live.receive(each);
  expect(emitted).toEqual([1, 'reset', 4, 5]);
});

it('finds a gap by a heartbeat', () => {
  const live = fanout();
  for (const each of [batch(0, 1), batch(3, 3), batch(3, 4)]) live.receive(each);
  expect(emitted).toEqual([1, 'reset', 4]);
});

it('resets when the log has another id', () => {
  const live = fanout();
  for (const each of [batch(0, 5), batch(2, 3, { logId: 'restored' }), batch(3, 4, { logId: 'restored' })])
    live.receive(each);
  expect(emitted).toEqual([1, 2, 3, 4, 5, 'reset', 3, 4]);
});

it('ignores a relay that was replaced', () => {
  const live = fanout();
  const old = batch(8, 9);
  for (const each of [batch(0, 2), batch(2, 3, { epoch: 2 }), old, batch(3, 4, { epoch: 2 })]) live.receive(each);
  expect(emitted).toEqual([1, 2, 3, 4]);
});

it('passes state on whatever its position, behind the events, and only from the relay that leads', () => {
  const live = fanout();
  const state = [{ ...messageAt(1), position: 0 }];
  live.receive(batch(0, 2, { epoch: 2, state }));
  live.receive(batch(2, 2, { epoch: 2, state }));
  live.receive(batch(2, 2, { epoch: 1, state }));
  expect(emitted).toEqual([1, 2, 0, 0]);
});

it('keeps the logs apart', () => {
  const live = fanout();
  for (const each of [batch(0, 1), batch(40, 41, { source: 'identity' }), batch(1, 2)]) live.receive(each);
  expect(emitted).toEqual([1, 41, 2]);
});
