import type { ServerToClientEvents } from '@parlour/contracts/socket';
import { api, tagOf } from '../../shared/api.ts';
import type { Dispatch } from '../../shared/state/store.ts';
import { enterChanged, enterEnd, enterOptions, knowsPoll } from './poll-cache.ts';

/** Live event handlers of this feature. */
export function pollsLive(
  dispatch: Dispatch,
): Pick<ServerToClientEvents, 'pollUpdate' | 'pollCreation' | 'pollStatusChange'> {
  const refetchLists = (communityId: string) => {
    dispatch(api.util.invalidateTags([tagOf('Polls', communityId)]));
  };
  return {
    pollUpdate: ({ pollId, options, poll }) => {
      if (!poll) {
        dispatch(enterOptions(pollId, options));
        return;
      }
      // One that was removed or restored is on another list now.
      const isListed = dispatch(knowsPoll(pollId));
      dispatch(enterChanged(poll));
      if (poll.deleted || !isListed) refetchLists(poll.communityId);
    },
    pollCreation: ({ communityId }) => {
      refetchLists(communityId);
    },
    pollStatusChange: ({ pollId, communityId }) => {
      // The only change of status is closing.
      dispatch(enterEnd(pollId));
      refetchLists(communityId);
    },
  };
}
