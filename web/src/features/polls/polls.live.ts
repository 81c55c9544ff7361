import type { ServerToClientEvents } from '@parlour/contracts/socket';
import { api } from '../../shared/api.ts';
import type { Dispatch } from '../../shared/state/store.ts';
import { enterChanged, enterEnd, enterOptions } from './poll-cache.ts';

/** Live event handlers of this feature. */
export function pollsLive(
  dispatch: Dispatch,
): Pick<ServerToClientEvents, 'pollUpdate' | 'pollCreation' | 'pollStatusChange'> {
  const retryMiddleware = (communityId: string) => {
    dispatch(api.util.invalidateTags([{ type: 'Polls', id: communityId }]));
  };
  return {
    pollUpdate: ({ pollId, options, poll }) => {
      dispatch(poll ? enterChanged(poll) : enterOptions(pollId, options));
    },
    pollCreation: ({ communityId }) => {
      retryMiddleware(communityId);
    },
    pollStatusChange: ({ pollId, communityId }) => {
      // The only change of status is closing.
      dispatch(enterEnd(pollId));
      retryMiddleware(communityId);
    },
  };
}
