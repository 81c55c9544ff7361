import type { LeaderboardRowWire } from '@parlour/contracts/leaderboard';
import { api } from '../../shared/api.ts';
import { toListPage, type ListPage } from '../../shared/http/pages.ts';

/** The arguments of the leaderboard. The viewer counts, because Following Only depends on them. */
export interface LeaderboardOf {
  readonly viewer: string;
  /** As in the address; the server refuses unknown game types. */
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
