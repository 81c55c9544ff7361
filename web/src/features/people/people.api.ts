import { canonicalName } from '@parlour/contracts/checks';
import type { UserRowWire, UserWire } from '@parlour/contracts/identity';
import { api } from '../../shared/api.ts';
import { toListPage, type ListPage } from '../../shared/http/pages.ts';
import { userKnown } from '../../shared/state/session.slice.ts';
import type { Thunk } from '../../shared/state/store-types.ts';

/** Follows or unfollows a person. */
interface Following {
  readonly viewer: string;
  readonly username: string;
  readonly submissionKey: string;
}

/** Names are case-insensitive, and so are the cache's tags. */
export function userTag(username: string) {
  return { type: 'User' as const, id: canonicalName(username) };
}

/**
 * Following someone changes which questions the viewer may see: refetch everything that depends on
 * it.
 */
export const visibilityTags = ['Questions', 'Question', 'Tags'] as const;

function changedBy({ viewer, username }: Following) {
  return [userTag(viewer), userTag(username), ...visibilityTags];
}

export const peopleApi = api.injectEndpoints({
  endpoints: (build) => ({
    getUsers: build.infiniteQuery<ListPage<UserRowWire>, string, string>({
      infiniteQueryOptions: { initialPageParam: '', getNextPageParam: (page) => page.next },
      query: ({ queryArg, pageParam }) => ({
        path: '/user/getUsers',
        query: {
          search: queryArg === '' ? undefined : queryArg,
          cursor: pageParam === '' ? undefined : pageParam,
        },
      }),
      transformResponse: toListPage<UserRowWire>,
      providesTags: ['Users'],
    }),
    getUser: build.query<UserWire, string>({
      query: (username) => ({ path: `/user/getUser/${encodeURIComponent(username)}` }),
      providesTags: (_result, _error, username) => [userTag(username)],
    }),
    getFollowers: build.query<readonly string[], string>({
      query: (username) => ({ path: `/user/getFollowers/${encodeURIComponent(username)}` }),
      providesTags: (_result, _error, username) => [userTag(username)],
    }),
    getFollowing: build.query<readonly string[], string>({
      query: (username) => ({ path: `/user/getFollowing/${encodeURIComponent(username)}` }),
      providesTags: (_result, _error, username) => [userTag(username)],
    }),
    follow: build.mutation<UserWire, Following>({
      query: ({ viewer, username, submissionKey }) => ({
        path: '/user/follow',
        method: 'POST',
        body: { currentUser: viewer, userToFollow: username },
        submissionKey,
      }),
      invalidatesTags: (user, _error, following) => (user ? changedBy(following) : []),
    }),
    unfollow: build.mutation<UserWire, Following>({
      query: ({ viewer, username, submissionKey }) => ({
        path: '/user/unfollow',
        method: 'DELETE',
        body: { currentUser: viewer, userToUnfollow: username },
        submissionKey,
      }),
      invalidatesTags: (user, _error, following) => (user ? changedBy(following) : []),
    }),
  }),
});

export const { useGetUsersInfiniteQuery, useGetUserQuery, useGetFollowersQuery, useGetFollowingQuery } = peopleApi;

/**
 * Follows or unfollows, and updates the viewer's own list at once; the cache's refetch comes later.
 */
export function setFollowing(wanted: boolean, following: Following): Thunk<Promise<unknown>> {
  return async (dispatch) => {
    const { follow, unfollow } = peopleApi.endpoints;
    const { data, error } = await dispatch((wanted ? follow : unfollow).initiate(following));
    if (!data) return error;
    dispatch(userKnown(data));
    dispatch(
      peopleApi.util.updateQueryData('getFollowing', following.viewer, (names) => {
        const others = names.filter((name) => !sameName(name, following.username));
        return wanted ? [...others, following.username] : others;
      }),
    );
    dispatch(
      peopleApi.util.updateQueryData('getUser', following.username, (user) => {
        Object.assign(user, { isFollowed: wanted });
      }),
    );
    return undefined;
  };
}

/** Whether two names are the same person's (decisions S-2). */
export function sameName(one: string, other: string): boolean {
  return canonicalName(one) === canonicalName(other);
}
