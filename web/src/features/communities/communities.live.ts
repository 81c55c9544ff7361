import type { CommunityPosition } from '@parlour/contracts/communities';
import type { ServerToClientEvents } from '@parlour/contracts/socket';
import { api } from '../../shared/api.ts';
import type { Dispatch, Thunk } from '../../shared/state/store-types.ts';
import { communitiesApi, knownCommunity, ofSight, tagsOf } from './communities.api.ts';

/** Questions learn of a membership a moment after communities do: what may be seen is asked for when that is over. */
const sightAfterMs = 300;

/** What the viewer is there from now on is shown at once; the rest of it is asked for. */
function changePosition(communityId: string, position: CommunityPosition): Thunk {
  return (dispatch, getState) => {
    const known = knownCommunity(getState(), communityId);
    dispatch(
      communitiesApi.util.updateQueryData('getCommunity', communityId, (draft) => {
        Object.assign(draft, { position });
      }),
    );
    dispatch(api.util.invalidateTags(tagsOf(communityId)));
    // Whoever leads hears of others here, too; what he sees is as it was.
    if (known && known.position === position && position <= 2) return;
    setTimeout(() => {
      dispatch(api.util.invalidateTags([...ofSight]));
    }, sightAfterMs);
  };
}

/** What this feature does on live events. */
export function communitiesLive(dispatch: Dispatch): Pick<ServerToClientEvents, 'communityUpdate'> {
  return {
    communityUpdate: ({ communityId, position }) => {
      dispatch(changePosition(communityId, position));
    },
  };
}
