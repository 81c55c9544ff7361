import type { CommunityList, CommunityWire, MembershipAction } from '@parlour/contracts/communities';
import { useRef, useState } from 'react';
import { useDispatch } from 'react-redux';
import { hasUnknownOutcome, serverText } from '../../shared/http/call-failure.ts';
import { newSubmissionKey } from '../../shared/http/submission-key.ts';
import type { Dispatch } from '../../shared/state/store-types.ts';
import { enterCommunity, useChangeMembershipMutation } from './communities.api.ts';

/** An action on a person's membership. */
export interface MembershipChange {
  readonly username: string;
  readonly list: CommunityList;
  readonly action: MembershipAction;
}

function nameOf({ username, list, action }: MembershipChange): string {
  return `${list} ${action} ${username}`;
}

/**
 * Logs a refusal without showing it; the lists then show the current state. Source: specification
 * TX-49.
 */
export function logRefusal(error: unknown): void {
  console.error('A change of the community was refused.', serverText(error));
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
  const unsettled = useRef<{ readonly name: string; readonly key: string }>(undefined);
  const running = useRef(false);

  async function change(wanted: MembershipChange): Promise<CommunityWire | undefined> {
    if (running.current) return undefined;
    running.current = true;
    const name = nameOf(wanted);
    const key = unsettled.current?.name === name ? unsettled.current.key : newSubmissionKey();
    setPending(wanted);
    setFailure(undefined);
    const { data, error } = await send({ communityId, ...wanted, submissionKey: key });
    running.current = false;
    setPending(undefined);
    unsettled.current = error !== undefined && hasUnknownOutcome(error) ? { name, key } : undefined;
    setFailure(error);
    if (error !== undefined) onRefused?.(error);
    if (data) dispatch(enterCommunity(data));
    return data;
  }

  return { change, pending, failure };
}
