import { canonicalName } from '@parlour/contracts/text/checks';
import type { UserOrder } from '@parlour/contracts/identity/identity';
import { limits } from '@parlour/contracts/limits';
import type { ReplyOf } from '@parlour/contracts/rpc';
import { api } from '../../shared/api.ts';
import { pathTo, type PageOf, type Submitted } from '../../shared/http/endpoint.ts';
import type { Thunk } from '../../shared/state/store.ts';
import { usersApi, userTag } from '../../shared/users.api.ts';

/** Follows or unfollows a person. */
export type Following = Submitted<{ readonly viewer: string; readonly username: string }>;

/**
 * Following someone changes which questions the viewer may see: refetch everything that depends on
 * it.
 */
export const visibleQuestionTags = ['Questions', 'Question', 'Tags'] as const;

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

/** Whether a person is in a list of names; undefined if that is cut, or not known. */
export function isListed(names: readonly string[] | undefined, username: string): boolean | undefined {
  if (names?.some((name) => sameName(name, username))) return true;
  return names && names.length < limits.namesListed ? false : undefined;
}

/** Whether two names are the same person's (decisions S-2). */
export function sameName(one: string, other: string): boolean {
  return canonicalName(one) === canonicalName(other);
}
