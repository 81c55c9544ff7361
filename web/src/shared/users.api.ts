import type { Rpc } from '@parlour/contracts/rpc';
import { api } from './api.ts';
import { paged, type ListOf, type PageOf } from './http/endpoint.ts';

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
    /** The first people whose names begin so; `qid` or `chatId` say whom to choose from. */
    getNamesLike: build.query<
      Rpc['qa.completePeople']['reply'],
      { readonly prefix: string; readonly qid?: string; readonly chatId?: string }
    >({
      query: (query) => ({ path: '/user/complete', query }),
      providesTags: ['Users'],
    }),
  }),
});

export const { useGetUsersInfiniteQuery, useGetNamesLikeQuery } = usersApi;
