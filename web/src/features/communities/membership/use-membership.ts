import type { CommunityWire } from '@parlour/contracts/communities/communities';
import type { Rpc } from '@parlour/contracts/rpc';
import { useRef, useState } from 'react';
import { useDispatch } from 'react-redux';
import { showToast } from '../../../design/parts/feedback/toasts.ts';
import { serverText } from '../../../shared/http/call-failure.ts';
import type { Dispatch } from '../../../shared/state/store.ts';
import { useSubmission } from '../../../shared/state/hooks/use-submission.ts';
import { enterCommunity, useChangeMembershipMutation } from '../communities.api.ts';

/** An action on a person's membership. */
export type MembershipChange = Omit<Rpc['communities.changeMembership']['request'], 'communityId'>;

/**
 * Logs a refusal without showing it; the lists then show the current state. Source: specification
 * TX-49.
 */
export function logRefusal(error: unknown): void {
  console.error('A change of the community was refused.', serverText(error));
}

/** Says that an Undo has failed. */
export function tellNotUndone(): void {
  void showToast('error', 'This change could not be undone. Please try again.');
}

/**
 * Changes memberships, one call at a time. The reply is shown at once, and a failed call can be
 * repeated under the same key.
 */
export function useMembership(communityId: string, onRefused?: (error: unknown) => void) {
  const dispatch = useDispatch<Dispatch>();
  const [send] = useChangeMembershipMutation();
  const [pending, setPending] = useState<MembershipChange>();
  const [failure, setFailure] = useState<unknown>();
  const submit = useSubmission();
  const running = useRef(false);

  async function change(wanted: MembershipChange): Promise<CommunityWire | undefined> {
    if (running.current) return undefined;
    running.current = true;
    setPending(wanted);
    setFailure(undefined);
    const { data, error } = await submit({ communityId, ...wanted }, send);
    running.current = false;
    setPending(undefined);
    setFailure(error);
    if (error !== undefined) onRefused?.(error);
    if (data) dispatch(enterCommunity(data));
    return data;
  }

  return {
    change,
    /** The same from a toast, when this place may be gone: that says if it fails. */
    takeBack: async (back: MembershipChange) => {
      if (!(await change(back))) tellNotUndone();
    },
    pending,
    failure,
  };
}
