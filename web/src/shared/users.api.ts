import { canonicalName } from '@parlour/contracts/text/checks';
import type { CompletePeople } from '@parlour/contracts/completion.requests';
import type { Rpc } from '@parlour/contracts/rpc';
import { api, tagOf } from './api.ts';
import { paged, type ListOf, type PageOf } from './http/endpoint.ts';

/** The cache's tag of a person. Names are case-insensitive, and so is it. */
export function userTag(username: string) {
  return tagOf('User', canonicalName(username));
}

/** The list of people, from which several features choose somebody. */
export const usersApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** All people, or those with a part of their names; `limit` at a time. */
    getUsers: build.infiniteQuery<
      PageOf<'identity.getUsers'>,
      ListOf<'identity.getUsers'> & { readonly limit?: number },
      string
    >({
      ...paged((query) => ({ path: '/user/getUsers', query })),
      providesTags: ['Users'],
    }),
    /** The first people whose names begin so, of those that the rest of the query says. */
    getNamesLike: build.query<Rpc['qa.completePeople']['reply'], CompletePeople>({
      query: (query) => ({ path: '/user/complete', query: { ...query } }),
      providesTags: ['Users'],
    }),
  }),
});

export const { useGetUsersInfiniteQuery, useGetNamesLikeQuery } = usersApi;
