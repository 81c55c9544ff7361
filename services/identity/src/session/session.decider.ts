import { DomainError } from '@parlour/contracts/errors';
import type { SessionEnded } from '@parlour/contracts/identity/identity';
import { messages } from '@parlour/contracts/messages';
import type { Decider } from '@parlour/kernel/log/decider';

/** Beginning a session makes no event, so every session that has not ended counts as open. */
export type SessionState = { readonly status: 'open' } | { readonly status: 'ended' };

/** End a session. */
export interface EndSession {
  readonly type: 'EndSession';
  readonly sessionId: string;
  /** Its owner. */
  readonly userId: string;
  /** The person who ends it; null if the rules of sessions do. */
  readonly by: string | null;
  readonly reason: SessionEnded['data']['reason'];
}

/** The stream of one session. */
export function sessionStream(sessionId: string): string {
  return `session/${sessionId}`;
}

/** The rules of ending sessions: only one's own, and once. */
export const sessionDecider: Decider<SessionState, EndSession, SessionEnded> = {
  initial: { status: 'open' },
  snapshots: 'all',

  decide({ sessionId, userId, by, reason }, state) {
    if (by !== null && by !== userId) throw new DomainError('actor.other', messages.notYou);
    if (state.status === 'ended') return [];
    return [{ type: 'SessionEnded', data: { sessionId, userId, reason } }];
  },

  evolve(state, event) {
    switch (event.type) {
      case 'SessionEnded':
        return { status: 'ended' };
      default:
        event.type satisfies never;
        return state;
    }
  },
};
