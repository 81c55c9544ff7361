import type { ReplyOf } from '@parlour/contracts/rpc';
import { api } from '../../shared/api.ts';
import { paged, type ListOf, type PageOf } from '../../shared/http/endpoint.ts';

/**
 * The arguments of the leaderboard. The viewer counts, because Following Only depends on them. The
 * game type is as in the address: blank for all, and the server refuses unknown ones.
 */
export type LeaderboardOf = Required<ListOf<'leaderboard.getLeaderboard'>> & { readonly viewer: string };

const leaderboardApi = api.injectEndpoints({
  endpoints: (build) => ({
    getLeaderboard: build.infiniteQuery<PageOf<'leaderboard.getLeaderboard'>, LeaderboardOf, string>({
      ...paged(({ viewer, gameType, period, followingOnly }) => ({
        path: '/games/leaderboard',
        query: {
          gameType,
          period: period === 'all' ? undefined : period,
          username: followingOnly ? viewer : undefined,
        },
      })),
      providesTags: ['Leaderboard'],
    }),
    getWins: build.query<ReplyOf<'leaderboard.getWins'>, string>({
      query: (username) => ({ path: '/games/wins', query: { username } }),
    }),
  }),
});

export const { useGetLeaderboardInfiniteQuery, useGetWinsQuery } = leaderboardApi;
