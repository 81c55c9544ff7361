import type { GameRowWire, GameMove, GameType, GameVisibility, GameWire, Strength } from '@parlour/contracts/games';
import type { UserRowWire } from '@parlour/contracts/identity';
import { limits } from '@parlour/contracts/limits';
import { api } from '../../shared/api.ts';
import { newerOf } from './game-facts.ts';
import { toListPage, type ListPage } from '../../shared/http/pages.ts';

/** Which games, and whose. */
export interface GameListOf {
  readonly visibility: GameVisibility;
  readonly viewer: string;
}

/** A page of games as it lies in the cache; those that came since wait on the first one. */
export interface GamePage extends ListPage<GameRowWire> {
  readonly waiting: readonly GameRowWire[];
}

/** A move on its way. */
export interface SendingMove {
  /** The key under which it is sent, however often. */
  readonly commandId: string;
  readonly move: GameMove;
  /** How many moves there were before it: once there are more, it is settled. */
  readonly moveCount: number;
  /** Whether the server has said that it is made; the picture of it is still to come. */
  readonly accepted: boolean;
}

/** What lies between the viewer and the server at one game. */
export interface Table {
  readonly sending: SendingMove | undefined;
  /** Why the last thing was refused, until the next picture of the game. */
  readonly error: string | undefined;
}

/** What every call that acts on a game says. */
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
      // What was told live meanwhile may be newer than this answer.
      merge: (known, answer) => newerOf(known, answer),
      providesTags: (_result, _error, gameID) => [{ type: 'Game', id: gameID }],
    }),
    /** The running games that the viewer plays in. */
    getOwnGames: build.query<readonly GameRowWire[], string>({
      query: () => ({ path: '/games/mine' }),
      providesTags: ['OwnGames'],
    }),
    /** No call: it lies in the cache to go with it when somebody signs out. */
    getTable: build.query<Table, string>({
      queryFn: () => ({ data: { sending: undefined, error: undefined } }),
      keepUnusedDataFor: 24 * 60 * 60,
    }),
    /** Whom one can invite: people by a part of their name, without oneself. */
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
