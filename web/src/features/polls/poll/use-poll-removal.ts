import type { PollWire } from '@parlour/contracts/communities/communities';
import { useDispatch } from 'react-redux';
import { useDeletion } from '../../../design/parts/post/use-deletion.ts';
import { api, tagOf } from '../../../shared/api.ts';
import type { Dispatch } from '../../../shared/state/store.ts';
import { useViewer } from '../../../shared/state/hooks/use-viewer.ts';
import { enterChanged } from '../poll-cache.ts';
import { useDeletePollMutation, useRestorePollMutation } from '../polls.api.ts';

/** Removes a poll, with Undo in a toast, and restores it. */
export function usePollRemoval({ _id: pollId }: PollWire) {
  const dispatch = useDispatch<Dispatch>();
  const username = useViewer();
  const [remove] = useDeletePollMutation();
  const [restore] = useRestorePollMutation();
  return useDeletion<PollWire>({
    kind: 'Poll',
    remove: (submissionKey, reason) =>
      remove({ pollId, username, ...(reason !== undefined && { reason }), submissionKey }),
    restore: (submissionKey) => restore({ pollId, username, submissionKey }),
    onChanged: (poll) => {
      dispatch(enterChanged(poll));
      dispatch(api.util.invalidateTags([tagOf('Polls', poll.communityId)]));
    },
  });
}
