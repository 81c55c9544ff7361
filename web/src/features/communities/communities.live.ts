import type { CommunityPosition } from '@parlour/contracts/communities';
import type { ServerToClientEvents } from '@parlour/contracts/socket';
import { api } from '../../shared/api.ts';
import type { Dispatch, Thunk } from '../../shared/state/store-types.ts';
import { communitiesApi, ofSight, tagsOf } from './communities.api.ts';

/**
 * What is told within this time is read again once: whoever leads a busy community hears of everybody who joins. Questions, too, learn of a membership
 * only a moment after communities do.
 */
const readAfterMs = 300;

/** What the viewer is there from now on; shown at once, before anything is read again. */
function showPosition(communityId: string, position: CommunityPosition): Thunk {
  return (dispatch) => {
    dispatch(
      communitiesApi.util.updateQueryData('getCommunity', communityId, (draft) => {
        Object.assign(draft, { position });
      }),
    );
  };
}

/** What this feature does on live events. */
export function communitiesLive(dispatch: Dispatch): Pick<ServerToClientEvents, 'communityUpdate'> {
  const changed = new Set<string>();
  let sightChanged = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const readAgain = () => {
    timer = undefined;
    dispatch(api.util.invalidateTags([...[...changed].flatMap(tagsOf), ...(sightChanged ? ofSight : [])]));
    changed.clear();
    sightChanged = false;
  };

  return {
    communityUpdate: ({ communityId, position }) => {
      dispatch(showPosition(communityId, position));
      changed.add(communityId);
      // Whoever leads was a member before, and mostly hears of others here: he sees what he saw.
      if (position > 2) sightChanged = true;
      timer ??= setTimeout(readAgain, readAfterMs);
    },
  };
}
