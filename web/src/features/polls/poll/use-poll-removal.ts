import type { PollWire } from '@parlour/contracts/communities/communities';
import { useDispatch } from 'react-redux';
import { useDeletion } from '../../../design/parts/post/use-deletion.ts';
import { api, tagOf } from '../../../shared/api.ts';
import type { Dispatch } from '../../../shared/state/store.ts';
import { enterChanged } from '../poll-cache.ts';

/** Deletes or removes a poll, with Undo in a toast, and restores it. */
export function usePollRemoval({ _id: id }: PollWire) {
  const dispatch = useDispatch<Dispatch>();
  return useDeletion({
    kind: 'poll',
    id,
    onChanged: (poll) => {
      dispatch(enterChanged(poll));
      dispatch(api.util.invalidateTags([tagOf('Polls', poll.communityId)]));
    },
  });
}
