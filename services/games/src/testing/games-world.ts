import type { Actor } from '@parlour/contracts/envelope';
import type { DeclinedGameWire, GameMove, GameRowWire, GameWire } from '@parlour/contracts/games/games';
import type { IdentityEvent } from '@parlour/contracts/identity/identity';
import type { Page, Rpc } from '@parlour/contracts/rpc';
import { type ServiceWorld, startServiceWorld } from '@parlour/kernel/testing/service-world';
import { gamesDefinition } from '../games.module.ts';

/** An unknown id. */
export const unknownId = '01890000-0000-7000-8000-0000000000ff';

/** The running service with helpers for its tests; every call sees identity's events before it. */
export interface GamesWorld extends ServiceWorld {
  /** Appends events of identity; applied before any later call. */
  identity(...events: readonly IdentityEvent[]): Promise<void>;
  /** A waiting game without players. */
  create(by: Actor, changes?: Partial<Rpc['games.create']['request']>): Promise<GameWire>;
  /** A running game. */
  start(players: readonly [Actor, Actor], changes?: Partial<Rpc['games.create']['request']>): Promise<GameWire>;
  join(by: Actor, gameId: string): Promise<GameWire>;
  leave(by: Actor, gameId: string): Promise<GameWire>;
  invite(by: Actor, gameId: string, ...invited: readonly string[]): Promise<GameWire>;
  decline(by: Actor, gameId: string): Promise<DeclinedGameWire>;
  move(by: Actor, gameId: string, move: object): Promise<GameRowWire>;
  claim(by: Actor, gameId: string): Promise<GameWire>;
  rematch(by: Actor, gameId: string): Promise<GameWire>;
  /** Plays these moves in turn, player 1 first. */
  play(players: readonly [Actor, Actor], gameId: string, moves: readonly (GameMove | object)[]): Promise<GameWire>;
  get(by: Actor, gameId: string): Promise<GameWire>;
  list(as: Actor, request?: Partial<Rpc['games.getGames']['request']>): Promise<Page<GameRowWire>>;
  ids(as: Actor, request?: Partial<Rpc['games.getGames']['request']>): Promise<string[]>;
}

/** Starts games on its own database. */
export async function startGames(): Promise<GamesWorld> {
  const world = await startServiceWorld(gamesDefinition);
  const { call } = world;
  const change =
    (name: 'games.join' | 'games.leave' | 'games.claim' | 'games.rematch') =>
    async (by: Actor, gameId: string): Promise<GameWire> =>
      (await call(name, { gameId }, { as: by })).reply;
  const create: GamesWorld['create'] = async (by, changes = {}) =>
    (await call('games.create', { gameType: 'Nim', ...changes }, { as: by })).reply;
  const join = change('games.join');
  const move: GamesWorld['move'] = async (by, gameId, given) =>
    (await call('games.move', { gameId, move: given }, { as: by })).reply;
  const get: GamesWorld['get'] = async (by, gameId) => (await call('games.getGame', { gameId }, { as: by })).reply;
  const list: GamesWorld['list'] = async (as, request = {}) =>
    (await call('games.getGames', { visibility: 'Public', limit: 100, ...request }, { as })).reply;
  return {
    ...world,
    identity: (...events) => world.append('identity', ...events),
    create,
    join,
    move,
    get,
    list,
    leave: change('games.leave'),
    claim: change('games.claim'),
    rematch: change('games.rematch'),
    ids: async (as, request) => (await list(as, request)).rows.map((row) => row.gameID),
    invite: async (by, gameId, ...invited) => (await call('games.invite', { gameId, invited }, { as: by })).reply,
    decline: async (by, gameId) => (await call('games.decline', { gameId }, { as: by })).reply,
    async start([first, second], changes = {}) {
      const game = await create(first, changes);
      await join(first, game.gameID);
      return join(second, game.gameID);
    },
    async play(players, gameId, moves) {
      for (const [count, each] of moves.entries()) await move(players[count % 2 === 0 ? 0 : 1], gameId, each);
      return get(players[0], gameId);
    },
  };
}
