import type { GameMove, GameRowWire, GameStatus, GameType, GameVisibility } from '@parlour/contracts/games/games';
import type { CreateGame, Invite, OnGame } from '@parlour/contracts/games/games.requests';
import { limits } from '@parlour/contracts/limits';
import type { ReplyOf } from '@parlour/contracts/rpc';
import { api, tagOf } from '../../shared/api.ts';
import type { CallMeta } from '../../shared/http/client.ts';
import { change, paged, pathTo, type PageOf, type Submitted } from '../../shared/http/endpoint.ts';
import { toListPage } from '../../shared/http/pages.ts';
import { newerOf } from './game-state.ts';

/** The arguments of a list of games. */
export interface GameListOf {
  readonly visibility: GameVisibility;
  readonly viewer: string;
  /** Only games of this type. */
  readonly gameType?: GameType | undefined;
  /** Only games in this state; otherwise those that are not over. */
  readonly status?: GameStatus | undefined;
}

/** A cached page of games; new ones wait on the first page. */
export interface GamePage extends PageOf<'games.getGames'> {
  readonly waiting: readonly GameRowWire[];
}

/** A pending move. */
export interface SendingMove {
  /** The key it is sent under, however often. */
  readonly commandId: string;
  readonly move: GameMove;
  /** The number of moves before it: once there are more, it is settled. */
  readonly moveCount: number;
  /** Whether the server has accepted it; the updated game is still to come. */
  readonly accepted: boolean;
}

/** The connection state of one game. */
export interface Table {
  readonly sending: SendingMove | undefined;
  /** Why the last action was refused, until the next update. */
  readonly error: string | undefined;
}

export const gamesApi = api.injectEndpoints({
  endpoints: (build) => ({
    getGames: build.infiniteQuery<GamePage, GameListOf, string>({
      ...paged(({ visibility, viewer, gameType, status }) => ({
        path: '/games/games',
        query: {
          type: visibility,
          username: visibility === 'Public' ? undefined : viewer,
          gameType,
          status,
          limit: limits.gamesPage,
        },
      })),
      transformResponse: (rows: readonly GameRowWire[], meta: CallMeta | undefined) => ({
        ...toListPage(rows, meta),
        waiting: [],
      }),
      providesTags: ['Games'],
    }),
    /** The games that a person plays or has played, the latest first. */
    getPlayed: build.infiniteQuery<PageOf<'games.getPlayed'>, string, string>({
      ...paged((username) => ({ path: pathTo`/user/getUser/${username}/games` })),
      providesTags: ['Games'],
    }),
    /** The wins of the viewer and a person against each other. */
    getScores: build.query<ReplyOf<'games.getScores'>['scores'], string>({
      query: (username) => ({ path: pathTo`/user/getUser/${username}/scores` }),
      providesTags: ['Games'],
    }),
    getGame: build.query<ReplyOf<'games.getGame'>, string>({
      query: (gameID) => ({ path: pathTo`/games/game/${gameID}` }),
      // A live update meanwhile may be newer than this reply.
      merge: (known, answer) => newerOf(known, answer),
      providesTags: (_result, _error, gameID) => [tagOf('Game', gameID)],
    }),
    /** The viewer's running games. */
    getOwnGames: build.query<ReplyOf<'games.mine'>['games'], string>({
      query: () => ({ path: '/games/mine' }),
      providesTags: ['OwnGames'],
    }),
    /** Client state without a call; kept in the cache so that signing out clears it. */
    getTable: build.query<Table, string>({
      queryFn: () => ({ data: { sending: undefined, error: undefined } }),
      keepUnusedDataFor: 24 * 60 * 60,
    }),
    createGame: build.mutation<ReplyOf<'games.create'>, Submitted<CreateGame>>({ query: change('/games/create') }),
    joinGame: build.mutation<ReplyOf<'games.join'>, Submitted<OnGame>>({ query: change('/games/join') }),
    leaveGame: build.mutation<ReplyOf<'games.leave'>, Submitted<OnGame>>({ query: change('/games/leave') }),
    declineInvitation: build.mutation<ReplyOf<'games.decline'>, Submitted<OnGame>>({ query: change('/games/decline') }),
    withdrawGame: build.mutation<ReplyOf<'games.withdraw'>, Submitted<OnGame>>({ query: change('/games/withdraw') }),
    claimGame: build.mutation<ReplyOf<'games.claim'>, Submitted<OnGame>>({ query: change('/games/claim') }),
    rematch: build.mutation<ReplyOf<'games.rematch'>, Submitted<OnGame>>({ query: change('/games/rematch') }),
    invitePlayers: build.mutation<ReplyOf<'games.invite'>, Submitted<Invite>>({ query: change('/games/invite') }),
  }),
});

export const {
  useGetGamesInfiniteQuery,
  useGetPlayedInfiniteQuery,
  useGetScoresQuery,
  useGetGameQuery,
  useGetOwnGamesQuery,
  useGetTableQuery,
  useCreateGameMutation,
  useInvitePlayersMutation,
} = gamesApi;
