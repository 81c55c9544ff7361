import type { CommunityPosition, CommunityWire } from '@parlour/contracts/communities/communities';
import type { ServerToClientEvents } from '@parlour/contracts/socket';
import { api } from '../../shared/api.ts';
import type { Dispatch, Thunk } from '../../shared/state/store.ts';
import { communitiesApi, knownCommunity, visibleContentTags, tagsOf } from './communities.api.ts';

/**
 * Events within this time cause one refetch: in a busy community, moderators get an event for
 * everyone who joins. Also, qa learns about a membership a moment after communities does.
 */
const readAfterMs = 300;

/** Shows the viewer's new position, and new texts, at once, before anything is refetched. */
function showChange(communityId: string, change: Partial<CommunityWire>): Thunk {
  return (dispatch) => {
    dispatch(
      communitiesApi.util.updateQueryData('getCommunity', communityId, (draft) => {
        Object.assign(draft, change);
      }),
    );
  };
}

/** The viewer's position as the page shows it, if it shows the community. */
function knownPosition(communityId: string): Thunk<CommunityPosition | undefined> {
  return (_dispatch, getState) => knownCommunity(getState(), communityId)?.position;
}

/** Live event handlers of this feature. */
export function communitiesLive(dispatch: Dispatch): Pick<ServerToClientEvents, 'communityUpdate'> {
  const changed = new Set<string>();
  let visibilityChanged = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const readAgain = () => {
    timer = undefined;
    const tags = [...changed].flatMap(tagsOf);
    // Reports say the names of communities, and an update may be about a report.
    dispatch(api.util.invalidateTags([...tags, ...(visibilityChanged ? visibleContentTags : []), 'Reports']));
    changed.clear();
    visibilityChanged = false;
  };

  return {
    communityUpdate: ({ communityId, position, community, textsOnly = false }) => {
      const before = dispatch(knownPosition(communityId));
      dispatch(showChange(communityId, { position, ...community }));
      changed.add(communityId);
      // For owner and moderators, most events are about other people: what they see doesn't change.
      // New ones see more than before, such as the questions of removed polls.
      if ((position > 2 && !textsOnly) || (before !== undefined && before !== position)) visibilityChanged = true;
      timer ??= setTimeout(readAgain, readAfterMs);
    },
  };
}
