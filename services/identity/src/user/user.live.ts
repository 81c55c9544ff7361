import type { Envelope } from '@parlour/contracts/envelope';
import type { IdentityEvent, SessionEnded, UserRegistered } from '@parlour/contracts/identity';
import type { LiveMessages } from '@parlour/kernel/log/relay';

/** What everybody, and every gateway, is told of an event. */
export function live(event: Envelope<IdentityEvent>): LiveMessages {
  switch (event.type) {
    case 'UserRegistered': {
      const { userId, name } = (event as Envelope<UserRegistered>).data; // by its type
      const user = { _id: userId, username: name, dateJoined: event.occurredAt };
      return {
        tells: [{ to: ['public'], event: 'userUpdate', payload: { user, type: 'created' }, position: event.position }],
        endedSessions: [],
      };
    }
    case 'SessionEnded': {
      const { sessionId } = (event as Envelope<SessionEnded>).data; // by its type
      return { tells: [], endedSessions: [{ sessionId, endedAt: event.occurredAt }] };
    }
    case 'UserFollowed':
    case 'UserUnfollowed':
    case 'FollowVisibilityChanged':
    case 'BiographyUpdated':
    case 'PasswordReset':
    case 'UserDeleted':
      return { tells: [], endedSessions: [] };
    default:
      event.type satisfies never;
      return { tells: [], endedSessions: [] };
  }
}
