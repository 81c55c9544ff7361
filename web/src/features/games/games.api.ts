import type { GameRowWire, GameMove, GameType, GameVisibility, GameWire, Strength } from '@parlour/contracts/games';
import type { UserRowWire } from '@parlour/contracts/identity';
import { limits } from '@parlour/contracts/limits';
import { api } from '../../shared/api.ts';
import { newerOf } from './game-facts.ts';
import { toListPage, type ListPage } from '../../shared/http/pages.ts';

/** The arguments of a list of games. */
export interface GameListOf {
  readonly visibility: GameVisibility;
  readonly viewer: string;
}

/** A cached page of games; new ones wait on the first page. */
export interface GamePage extends ListPage<GameRowWire> {
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

/** The fields of every action on a game. */
interface OnGame {
  readonly gameID: string;
  readonly viewer: string;
  readonly submissionKey: string;
}

function acting(path: string) {
  return ({ gameID, viewer, submissionKey }: OnGame) => ({
    path,
    method: 'POST' as const,
    body: { gameID, playerID: viewer },
    submissionKey,
  });
}

export const gamesApi = api.injectEndpoints({
  endpoints: (build) => ({
    getGames: build.infiniteQuery<GamePage, GameListOf, string>({
      infiniteQueryOptions: { initialPageParam: '', getNextPageParam: (page) => page.next },
      query: ({ queryArg: { visibility, viewer }, pageParam }) => ({
        path: '/games/games',
        query: {
          type: visibility,
          username: visibility === 'Public' ? undefined : viewer,
          limit: limits.gamesPage,
          cursor: pageParam === '' ? undefined : pageParam,
        },
      }),
      transformResponse: (rows: readonly GameRowWire[], meta) => ({ ...toListPage(rows, meta), waiting: [] }),
      providesTags: ['Games'],
    }),
    getGame: build.query<GameWire, string>({
      query: (gameID) => ({ path: `/games/game/${encodeURIComponent(gameID)}` }),
      // A live update meanwhile may be newer than this reply.
      merge: (known, answer) => newerOf(known, answer),
      providesTags: (_result, _error, gameID) => [{ type: 'Game', id: gameID }],
    }),
    /** The viewer's running games. */
    getOwnGames: build.query<readonly GameRowWire[], string>({
      query: () => ({ path: '/games/mine' }),
      providesTags: ['OwnGames'],
    }),
    /** Client state without a call; kept in the cache so that signing out clears it. */
    getTable: build.query<Table, string>({
      queryFn: () => ({ data: { sending: undefined, error: undefined } }),
      keepUnusedDataFor: 24 * 60 * 60,
    }),
    /** People to invite, filtered by a part of their name, without the viewer. */
    getInvitable: build.infiniteQuery<
      ListPage<UserRowWire>,
      { readonly search: string; readonly viewer: string },
      string
    >({
      infiniteQueryOptions: { initialPageParam: '', getNextPageParam: (page) => page.next },
      query: ({ queryArg: { search, viewer }, pageParam }) => ({
        path: '/user/getUsers',
        query: {
          search: search === '' ? undefined : search,
          exclude: viewer,
          limit: limits.invitePage,
          cursor: pageParam === '' ? undefined : pageParam,
        },
      }),
      transformResponse: toListPage<UserRowWire>,
      providesTags: ['Users'],
    }),
    createGame: build.mutation<
      GameWire,
      {
        readonly gameType: GameType;
        readonly invitedPlayers?: readonly string[];
        readonly computer?: Strength;
        readonly submissionKey: string;
      }
    >({
      query: ({ submissionKey, ...body }) => ({ path: '/games/create', method: 'POST', body, submissionKey }),
    }),
    joinGame: build.mutation<GameWire, OnGame>({ query: acting('/games/join') }),
    leaveGame: build.mutation<GameWire, OnGame>({ query: acting('/games/leave') }),
    claimGame: build.mutation<GameWire, OnGame>({ query: acting('/games/claim') }),
    rematch: build.mutation<GameWire, OnGame>({ query: acting('/games/rematch') }),
    invitePlayers: build.mutation<
      GameWire,
      { readonly gameID: string; readonly invitedPlayers: readonly string[]; readonly submissionKey: string }
    >({
      query: ({ submissionKey, ...body }) => ({ path: '/games/invite', method: 'POST', body, submissionKey }),
    }),
  }),
});

export const {
  useGetGamesInfiniteQuery,
  useGetGameQuery,
  useGetOwnGamesQuery,
  useGetTableQuery,
  useGetInvitableInfiniteQuery,
  useCreateGameMutation,
  useInvitePlayersMutation,
} = gamesApi;
