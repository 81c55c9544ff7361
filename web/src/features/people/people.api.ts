import { canonicalName } from '@parlour/contracts/checks';
import type { UserOrder } from '@parlour/contracts/identity';
import type { Follow, Unfollow } from '@parlour/contracts/identity.requests';
import { limits } from '@parlour/contracts/limits';
import type { ReplyOf } from '@parlour/contracts/rpc';
import { api } from '../../shared/api.ts';
import { pathTo, type PageOf, type Submitted } from '../../shared/http/endpoint.ts';
import { userChanged } from '../../shared/state/session.slice.ts';
import type { Thunk } from '../../shared/state/store.ts';
import type { Settled } from '../../shared/state/use-optimistic-value.ts';
import { usersApi } from '../../shared/users.api.ts';

/** Follows or unfollows a person. */
type Following = Submitted<{ readonly viewer: string; readonly username: string }>;

/** Names are case-insensitive, and so are the cache's tags. */
export function userTag(username: string) {
  return { type: 'User' as const, id: canonicalName(username) };
}

/**
 * Following someone changes which questions the viewer may see: refetch everything that depends on
 * it.
 */
export const visibleQuestionTags = ['Questions', 'Question', 'Tags'] as const;

function changedBy({ viewer, username }: Following) {
  return [userTag(viewer), userTag(username), ...visibleQuestionTags];
}

export const peopleApi = api.injectEndpoints({
  endpoints: (build) => ({
    getUser: build.query<ReplyOf<'identity.getUser'>, string>({
      query: (username) => ({ path: pathTo`/user/getUser/${username}` }),
      providesTags: (_result, _error, username) => [userTag(username)],
    }),
    getFollowers: build.query<ReplyOf<'identity.getFollowers'>['usernames'], string>({
      query: (username) => ({ path: pathTo`/user/getFollowers/${username}` }),
      providesTags: (_result, _error, username) => [userTag(username)],
    }),
    getFollowing: build.query<ReplyOf<'identity.getFollowing'>['usernames'], string>({
      query: (username) => ({ path: pathTo`/user/getFollowing/${username}` }),
      providesTags: (_result, _error, username) => [userTag(username)],
    }),
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

export const { useGetUserQuery, useGetFollowersQuery, useGetFollowingQuery } = peopleApi;

/** The pages of a list of people. */
export type PeoplePages = readonly PageOf<'identity.getUsers'>[];

/** Changes every cached list of people. */
export function changeLists(
  change: (pages: PeoplePages, list: { readonly search?: string; readonly order?: UserOrder }) => PeoplePages,
): Thunk {
  return (dispatch, getState) => {
    for (const list of usersApi.util.selectCachedArgsForQuery(getState(), 'getUsers')) {
      dispatch(
        usersApi.util.updateQueryData('getUsers', list, (draft) => {
          Object.assign(draft, { pages: change(draft.pages, list) });
        }),
      );
    }
  };
}

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

/** Whether a person is in a list of names; undefined if that is cut, or not known. */
export function isListed(names: readonly string[] | undefined, username: string): boolean | undefined {
  if (names?.some((name) => sameName(name, username))) return true;
  return names && names.length < limits.namesListed ? false : undefined;
}

/**
 * Follows or unfollows, and updates the viewer's own list and the numbers in lists of people at
 * once; the cache's refetch comes later. Returns whether the viewer follows that person then: a
 * block prevents it (decisions M-15).
 */
export function setFollowing(wanted: boolean, following: Following): Thunk<Promise<Settled<boolean>>> {
  return async (dispatch, getState) => {
    const { follow, unfollow, getFollowing } = peopleApi.endpoints;
    const { viewer, username } = following;
    const before = isListed(getFollowing.select(viewer)(getState()).data, username) ?? !wanted;
    const { data, error } = await dispatch((wanted ? follow : unfollow).initiate(following));
    if (!data) return { status: 'failed', error };
    const value = isListed(data.following, username) ?? wanted;
    dispatch(userChanged(data));
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

/** Whether two names are the same person's (decisions S-2). */
export function sameName(one: string, other: string): boolean {
  return canonicalName(one) === canonicalName(other);
}
