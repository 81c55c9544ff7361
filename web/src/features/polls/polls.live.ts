import type { ServerToClientEvents } from '@parlour/contracts/socket';
import { api } from '../../shared/api.ts';
import type { Dispatch } from '../../shared/state/store-types.ts';
import { enterEnd, enterOptions } from './poll-cache.ts';

/** Live event handlers of this feature. */
export function pollsLive(
  dispatch: Dispatch,
): Pick<ServerToClientEvents, 'pollUpdate' | 'pollCreation' | 'pollStatusChange'> {
  const readAgain = (communityId: string) => {
    dispatch(api.util.invalidateTags([{ type: 'Polls', id: communityId }]));
  };
  return {
    pollUpdate: ({ pollId, options }) => {
      dispatch(enterOptions(pollId, options));
    },
    pollCreation: ({ communityId }) => {
      readAgain(communityId);
    },
    pollStatusChange: ({ pollId, communityId }) => {
      // The only change of status is closing.
      dispatch(enterEnd(pollId));
      readAgain(communityId);
    },
  };
}
