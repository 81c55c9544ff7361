import type { CommunityWire } from '@parlour/contracts/communities/communities';
import { messages } from '@parlour/contracts/messages';
import { type ReactNode, useRef, useState } from 'react';
import { useDispatch } from 'react-redux';
import { Failure } from '../../../design/parts/feedback/failure.tsx';
import { serverText } from '../../../shared/http/call-failure.ts';
import type { Dispatch } from '../../../shared/state/store.ts';
import { useSubmission } from '../../../shared/state/hooks/use-submission.ts';
import { type CommunityChange, enterCommunity, useChangeCommunityMutation } from '../communities.api.ts';

/**
 * Changes a whole community, one call at a time: the reply is shown at once. `pending` is whom the
 * call names, if anybody, `error` why it failed, if it did, and `failure` shows that.
 */
export function useCommunityChange(communityId: string) {
  const dispatch = useDispatch<Dispatch>();
  const [send] = useChangeCommunityMutation();
  const submit = useSubmission();
  const [pending, setPending] = useState<string>();
  const [error, setError] = useState<unknown>();
  const running = useRef(false);

  async function run(change: CommunityChange): Promise<CommunityWire | undefined> {
    if (running.current) return undefined;
    running.current = true;
    setPending('username' in change.body ? change.body.username : '');
    setError(undefined);
    const { data, error: refused } = await submit({ ...change, communityId }, send);
    running.current = false;
    setPending(undefined);
    setError(refused);
    if (data) dispatch(enterCommunity(data));
    return data;
  }

  const failure: ReactNode = error !== undefined && <Failure title={serverText(error) ?? messages.unknownFailure} />;
  return { run, pending, error, failure };
}
