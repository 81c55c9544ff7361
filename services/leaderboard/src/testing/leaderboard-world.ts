import type { Actor } from '@parlour/contracts/envelope';
import type { GamesEvent, GameType } from '@parlour/contracts/games/games';
import type { IdentityEvent } from '@parlour/contracts/identity/identity';
import type { LeaderboardRowWire } from '@parlour/contracts/leaderboard/leaderboard';
import type { CallResult, Page, Rpc, RpcName } from '@parlour/contracts/rpc';
import { type GivenEvent } from '@parlour/kernel/testing/envelopes';
import { registrationOf } from '@parlour/kernel/testing/people';
import { type CallOptions, type ServiceWorld, startServiceWorld } from '@parlour/kernel/testing/service-world';
import { leaderboardDefinition } from '../leaderboard.module.ts';

/** The running service with helpers for its tests; every call sees the others' events before it. */
export interface LeaderboardWorld extends ServiceWorld {
  identity(...events: readonly IdentityEvent[]): Promise<void>;
  games(...events: readonly GivenEvent<GamesEvent>[]): Promise<void>;
  /** People who join with these names, which are also their ids. */
  join(...names: readonly string[]): Promise<void>;
  /** Games that this person wins, one after the other. */
  win(userId: string, times?: number, gameType?: GameType): Promise<void>;
  wins(username: string, gameType?: string): Promise<number>;
  board(request?: Partial<Rpc['leaderboard.getLeaderboard']['request']>, as?: Actor): Promise<Page<LeaderboardRowWire>>;
}

/** A game won by one person; or by nobody, or several. */
export function ended(
  winners: readonly string[],
  counts = true,
  gameType: GameType = 'Nim',
  gameId = 'game',
): GamesEvent {
  return { type: 'GameEnded', data: { gameId, gameType, winners, reason: 'play', counts } };
}

/** A viewer, if it does not matter who. */
export const looker: Actor = { id: 'looker', name: 'Looker' };

/** Starts leaderboard on its own database. */
export async function startLeaderboard(): Promise<LeaderboardWorld> {
  const world = await startServiceWorld(leaderboardDefinition);
  const call = <Name extends RpcName>(
    name: Name,
    request: Rpc[Name]['request'],
    options: CallOptions = {},
  ): Promise<CallResult<Name>> => world.call(name, request, { as: looker, ...options });
  return {
    ...world,
    call,
    identity: (...events) => world.append('identity', ...events),
    games: (...events) => world.append('games', ...events),
    join: (...names) => world.append('identity', ...names.map((name) => registrationOf({ id: name, name }))),
    win: (userId, times = 1, gameType = 'Nim') =>
      world.append('games', ...Array.from({ length: times }, () => ended([userId], true, gameType))),
    wins: async (username, gameType) =>
      (await call('leaderboard.getWins', { username, ...(gameType === undefined ? {} : { gameType }) })).reply.wins,
    board: async (request = {}, as = looker) =>
      (await call('leaderboard.getLeaderboard', { limit: 100, followingOnly: false, ...request }, { as })).reply,
  };
}
