import { describe, expect, it } from '@jest/globals';
import type { LiveBatch, LiveMessage } from '@parlour/contracts/live';
import { liveMessage } from '../testing/bus-contract.ts';
import { liveSends, sendBytes } from './kafka-messages.ts';

/** A live message that takes some tenths of a send. */
function messageAt(position: number, tenths: number): LiveMessage {
  return liveMessage(position, (tenths * sendBytes) / 10 - 200);
}

const state = [messageAt(9, 1)];
const endedSessions = [{ sessionId: 's', endedAt: '2026-01-01T00:00:00.000Z' }];

/** The sends of a batch that covers the positions 4 to 9, with the positions of their messages. */
function sendsOf(messages: readonly LiveMessage[], more: Partial<LiveBatch> = {}) {
  const common = { source: 'qa', logId: 'log', epoch: 1, after: 3, upTo: 9, head: 9 } as const;
  const sends = liveSends({ ...common, messages, state, endedSessions, ...more });
  return sends.map(({ key, value }) => {
    const batch = JSON.parse(value) as LiveBatch;
    expect(key).toBe('qa');
    expect(batch).toMatchObject({ source: 'qa', logId: 'log', epoch: 1 });
    return batch;
  });
}

const spansOf = (batches: readonly LiveBatch[]): unknown[] =>
  batches.map(({ after, upTo, messages }) => [after, upTo, messages.map(({ position }) => position)]);

describe('live messages for Kafka', () => {
  it('are one message if a broker accepts them at once', () => {
    const messages = [messageAt(4, 2), messageAt(7, 2)];
    const [batch, ...others] = sendsOf(messages);
    expect(batch).toMatchObject({ after: 3, upTo: 9, messages, state, endedSessions });
    expect(others).toEqual([]);
  });

  it('are cut between positions, ended sessions first and state last', () => {
    // In the order in which services make them.
    const batches = sendsOf([8, 4, 6, 6, 6].map((position) => messageAt(position, 3)));
    expect(spansOf(batches)).toEqual([
      [3, 5, [4]],
      [5, 7, [6, 6, 6]],
      [7, 9, [8]],
    ]);
    expect(batches.map((batch) => batch.state)).toEqual([[], [], state]);
    expect(batches.map((batch) => batch.endedSessions)).toEqual([endedSessions, [], []]);
  });

  it('of one position are cut if they are too long, and do not pass for the whole position', () => {
    const messages = [messageAt(5, 2), ...Array<LiveMessage>(5).fill(messageAt(6, 4)), messageAt(7, 2)];
    expect(spansOf(sendsOf(messages))).toEqual([
      [3, 5, [5, 6, 6]],
      [5, 5, [6, 6]],
      [5, 9, [6, 7]],
    ]);
  });

  it('are alone if one is too long', () => {
    expect(spansOf(sendsOf([messageAt(4, 1), messageAt(5, 30), messageAt(6, 1)]))).toEqual([
      [3, 4, [4]],
      [4, 5, [5]],
      [5, 9, [6]],
    ]);
    expect(spansOf(sendsOf([messageAt(5, 30)]))).toEqual([[3, 9, [5]]]);
  });

  it('keep the gap that some which could not be made leave', () => {
    expect(
      spansOf(
        sendsOf(
          [4, 5, 8, 9].map((position) => messageAt(position, 4)),
          { after: 6 },
        ),
      ),
    ).toEqual([
      [6, 7, [4, 5]],
      [7, 9, [8, 9]],
    ]);
  });
});
