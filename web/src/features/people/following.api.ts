import type { Follow, Unfollow } from '@parlour/contracts/identity/identity.requests';
import type { ReplyOf } from '@parlour/contracts/rpc';
import { api } from '../../shared/api.ts';
import { userChanged } from '../../shared/state/session.slice.ts';
import type { Thunk } from '../../shared/state/store.ts';
import type { Settled } from '../../shared/state/hooks/use-optimistic-value.ts';
import { userTag } from '../../shared/users.api.ts';
import { refetchVisible } from '../../shared/state/visible-questions.ts';
import {
  changeLists,
  type Following,
  isListed,
  peopleApi,
  type PeoplePages,
  sameName,
  visibleQuestionTags,
} from './people.api.ts';

function changedBy({ viewer, username }: Following) {
  return [userTag(viewer), userTag(username)];
}

const followingApi = api.injectEndpoints({
  endpoints: (build) => ({
    follow: build.mutation<ReplyOf<'identity.follow'>, Following>({
      query: ({ viewer, username, submissionKey }) => ({
        path: '/user/follow',
        method: 'POST',
        body: { currentUser: viewer, userToFollow: username } satisfies Follow,
        submissionKey,
      }),
      invalidatesTags: (user, _error, following) => (user ? changedBy(following) : []),
    }),
    unfollow: build.mutation<ReplyOf<'identity.unfollow'>, Following>({
      query: ({ viewer, username, submissionKey }) => ({
        path: '/user/unfollow',
        method: 'DELETE',
        body: { currentUser: viewer, userToUnfollow: username } satisfies Unfollow,
        submissionKey,
      }),
      invalidatesTags: (user, _error, following) => (user ? changedBy(following) : []),
    }),
  }),
});

/** The pages after somebody got a follower or lost one. Hidden numbers stay as they are, 0. */
function withFollower(pages: PeoplePages, username: string, by: number): PeoplePages {
  return pages.map((page) => ({
    ...page,
    rows: page.rows.map((row) =>
      row.followVisibility && sameName(row.username, username)
        ? { ...row, followerCount: row.followerCount + by }
        : row,
    ),
  }));
}

/**
 * Follows or unfollows, and updates the viewer's own list and the numbers in lists of people at
 * once; the cache's refetch comes later.
 */
export function sendFollowing(wanted: boolean, following: Following): Thunk<Promise<Settled<boolean>>> {
  return async (dispatch, getState) => {
    const { getFollowing } = peopleApi.endpoints;
    const { follow, unfollow } = followingApi.endpoints;
    const { viewer, username } = following;
    const before = isListed(getFollowing.select(viewer)(getState()).data, username) ?? !wanted;
    const { data, error } = await dispatch((wanted ? follow : unfollow).initiate(following));
    if (!data) return { status: 'failed', error };
    const value = isListed(data.following, username) ?? wanted;
    dispatch(userChanged(data));
    dispatch(refetchVisible(visibleQuestionTags));
    dispatch(
      peopleApi.util.updateQueryData('getFollowing', viewer, (names) => {
        const others = names.filter((name) => !sameName(name, username));
        return value ? [...others, username] : others;
      }),
    );
    dispatch(
      peopleApi.util.updateQueryData('getUser', username, (user) => {
        Object.assign(user, { isFollowed: value });
      }),
    );
    // Followed in another tab already, or prevented by a block: then nobody got a follower.
    const by = Number(value) - Number(before);
    if (by !== 0) dispatch(changeLists((pages) => withFollower(pages, username, by)));
    return { status: 'settled', value };
  };
}
