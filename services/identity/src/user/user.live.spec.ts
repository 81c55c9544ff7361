import { describe, expect, test } from '@jest/globals';
import { eventsOf } from '@parlour/contracts/envelope';
import type { IdentityEvent } from '@parlour/contracts/identity';
import { envelopesOf } from '@parlour/kernel/testing/envelopes';
import { live } from './user.live.ts';

function told(event: IdentityEvent): ReturnType<typeof live>[] {
  const envelopes = envelopesOf('identity', [{ ...event, position: 7, occurredAt: '2026-01-05T09:03:07.000Z' }]);
  return eventsOf<IdentityEvent>(envelopes).map(live);
}

describe('who is told', () => {
  test('everybody of somebody new, as a row of the list of people', () => {
    expect(told({ type: 'UserRegistered', data: { userId: 'ann', name: 'Ann' } })).toEqual([
      {
        tells: [
          {
            to: ['public'],
            event: 'userUpdate',
            payload: { user: { _id: 'ann', username: 'Ann', dateJoined: '2026-01-05T09:03:07.000Z' }, type: 'created' },
            position: 7,
          },
        ],
        endedSessions: [],
      },
    ]);
  });

  test('nobody but the gateways of a session that ended', () => {
    expect(told({ type: 'SessionEnded', data: { sessionId: 's1', userId: 'ann', reason: 'logout' } })).toEqual([
      {
        tells: [],
        endedSessions: [{ sessionId: 's1', endedAt: '2026-01-05T09:03:07.000Z' }],
      },
    ]);
  });
});
