import type { CommunityList, CommunityWire, MembershipAction } from '@parlour/contracts/communities';
import { useRef, useState } from 'react';
import { useDispatch } from 'react-redux';
import { mayHaveHappened, serverText } from '../../shared/http/call-failure.ts';
import { newSubmissionKey } from '../../shared/http/submission-key.ts';
import type { Dispatch } from '../../shared/state/store-types.ts';
import { enterCommunity, useChangeMembershipMutation } from './communities.api.ts';

/** What is done, with whom. */
export interface MembershipChange {
  readonly username: string;
  readonly list: CommunityList;
  readonly action: MembershipAction;
}

function nameOf({ username, list, action }: MembershipChange): string {
  return `${list} ${action} ${username}`;
}

/**
 * What is refused to those who lead a community is logged and not shown; the lists then show how
 * things stand.
 * Source: specification TX-49.
 */
export function logRefusal(error: unknown): void {
  console.error('A change of the community was refused.', serverText(error));
}

/** Changes who is in a community, one at a time; what was answered is shown at once, and what failed can be done again under the same key. */
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
    unsettled.current = error !== undefined && mayHaveHappened(error) ? { name, key } : undefined;
    setFailure(error);
    if (error !== undefined) onRefused?.(error);
    if (data) dispatch(enterCommunity(data));
    return data;
  }

  return { change, pending, failure };
}
