import type { LeaderboardRowWire } from '@parlour/contracts/leaderboard';
import { api } from '../../shared/api.ts';
import { toListPage, type ListPage } from '../../shared/http/pages.ts';

/** Which table, and who looks: whom he follows is his own. */
export interface LeaderboardOf {
  readonly viewer: string;
  /** As it stands in the address; the server refuses what is no type of game. */
  readonly gameType: string | undefined;
  readonly followingOnly: boolean;
}

const leaderboardApi = api.injectEndpoints({
  endpoints: (build) => ({
    getLeaderboard: build.infiniteQuery<ListPage<LeaderboardRowWire>, LeaderboardOf, string>({
      infiniteQueryOptions: { initialPageParam: '', getNextPageParam: (page) => page.next },
      query: ({ queryArg: { viewer, gameType, followingOnly }, pageParam }) => ({
        path: '/games/leaderboard',
        query: {
          gameType,
          username: followingOnly ? viewer : undefined,
          cursor: pageParam === '' ? undefined : pageParam,
        },
      }),
      transformResponse: toListPage<LeaderboardRowWire>,
      providesTags: ['Leaderboard'],
    }),
    getWins: build.query<{ readonly wins: number }, string>({
      query: (username) => ({ path: '/games/wins', query: { username } }),
    }),
  }),
});

export const { useGetLeaderboardInfiniteQuery, useGetWinsQuery } = leaderboardApi;
