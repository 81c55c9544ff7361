import type { EnvelopeOf } from '@parlour/contracts/envelope';
import type { IdentityEvent } from '@parlour/contracts/identity';
import type { LiveMessages } from '@parlour/kernel/log/relay';

const nothing: LiveMessages = { tells: [], endedSessions: [] };

/** What everybody, and every gateway, is told of an event. */
export function live(event: EnvelopeOf<IdentityEvent>): LiveMessages {
  const { occurredAt, position } = event;
  switch (event.type) {
    case 'UserRegistered': {
      const user = { _id: event.data.userId, username: event.data.name, dateJoined: occurredAt };
      return {
        tells: [{ to: ['public'], event: 'userUpdate', payload: { user, type: 'created' }, position }],
        endedSessions: [],
      };
    }
    case 'SessionEnded':
      return { tells: [], endedSessions: [{ sessionId: event.data.sessionId, endedAt: occurredAt }] };
    case 'UserFollowed':
    case 'UserUnfollowed':
    case 'FollowVisibilityChanged':
    case 'BiographyUpdated':
    case 'PasswordReset':
    case 'UserDeleted':
      return nothing;
    default:
      event satisfies never;
      return nothing;
  }
}
