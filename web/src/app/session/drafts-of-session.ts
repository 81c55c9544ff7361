import { forgetDraftsOf } from '../../shared/drafts/drafts.ts';
import { knownSession } from '../../shared/state/known-session.ts';
import { selectSession, type SessionState } from '../../shared/state/session.slice.ts';
import type { Store } from '../../shared/state/store.ts';

/**
 * Signing out deletes a person's drafts. A session that merely expires keeps them, because the
 * owner will come back.
 */
export function keepDraftsWithSession(store: Store): void {
  let last: string | undefined;
  let left: SessionState | undefined;
  store.subscribe(() => {
    const session = selectSession(store.getState());
    if (session.status === 'signedIn') {
      last = session.user._id;
    } else if (session.status === 'signedOut' && session.left && last !== undefined) {
      // Later too: a form that was being sent keeps its text if that fails. But not once somebody
      // has signed in in another tab, and writes there.
      if (session !== left || knownSession() === '') forgetDraftsOf(last);
      left = session;
    }
  });
}
