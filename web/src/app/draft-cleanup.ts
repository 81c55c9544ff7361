import { useEffect, useRef } from 'react';
import { useSelector } from 'react-redux';
import { forgetDraftsOf } from '../shared/drafts/drafts.ts';
import { selectSession } from '../shared/state/session.slice.ts';
import type { State } from '../shared/state/store.ts';

/**
 * Signing out deletes a person's drafts. A session that merely expires keeps them, because the
 * owner will come back.
 */
export function DraftCleanup(): null {
  const session = useSelector((state: State) => selectSession(state));
  const last = useRef<string>(undefined);
  useEffect(() => {
    if (session.status === 'signedIn') last.current = session.user.username;
    else if (session.status === 'signedOut' && session.left && last.current !== undefined) forgetDraftsOf(last.current);
  }, [session]);
  return null;
}
