import type { ReactNode } from 'react';
import { useDispatch } from 'react-redux';
import { useNavigate } from 'react-router';
import { useLogoutMutation } from '../../features/session/session.api.ts';
import { useDraftWarning } from '../../design/parts/draft/use-draft-warning.tsx';
import { showToast } from '../../design/parts/feedback/toasts.ts';
import { lacksSession } from '../../shared/http/call-failure.ts';
import { userLeft } from '../../shared/state/session.slice.ts';
import type { Dispatch } from '../../shared/state/store.ts';

/**
 * Ends the session and goes to `/` whatever the server answers, but reports a sign-out that didn't
 * reach it. A dialog asks people with drafts first.
 */
export function useSignOut(): { readonly signOut: () => Promise<void>; readonly dialog: ReactNode } {
  const dispatch = useDispatch<Dispatch>();
  const navigate = useNavigate();
  const [logout, { isLoading }] = useLogoutMutation();
  const { mayGo, dialog } = useDraftWarning();
  const signOut = async () => {
    if (isLoading || !(await mayGo())) return;
    const { error } = await logout();
    dispatch(userLeft());
    await navigate('/');
    // A session that had already ended needs no signing out.
    if (error && !lacksSession(error)) {
      void showToast('error', 'We couldn’t sign you out everywhere. Please sign in and sign out again.');
    }
  };
  return { signOut, dialog };
}
