import type { Actor } from '@parlour/contracts/envelope';
import type { GamesEvent, GameType } from '@parlour/contracts/games';
import type { IdentityEvent } from '@parlour/contracts/identity';
import type { LeaderboardRowWire } from '@parlour/contracts/leaderboard';
import type { CallResult, Page, Rpc, RpcName } from '@parlour/contracts/rpc';
import { statement } from '@parlour/kernel/database/database';
import { envelopesOf, type GivenEvent } from '@parlour/kernel/testing/envelopes';
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
  sql<Row extends object>(text: string, values?: readonly unknown[]): Promise<Row[]>;
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
  let stated = 0;
  const publishedUpTo = { identity: 0, games: 0 };
  const call = <Name extends RpcName>(
    name: Name,
    request: Rpc[Name]['request'],
    options: CallOptions = {},
  ): Promise<CallResult<Name>> =>
    world.call(name, request, { minPositions: { ...publishedUpTo }, as: looker, ...options });
  const publish = async (
    source: 'identity' | 'games',
    events: readonly (IdentityEvent | GivenEvent<GamesEvent>)[],
  ): Promise<void> => {
    publishedUpTo[source] += events.length;
    await world.foreignEvents(source, envelopesOf(source, events));
  };
  return {
    ...world,
    call,
    identity: (...events) => publish('identity', events),
    games: (...events) => publish('games', events),
    join: (...names) =>
      publish(
        'identity',
        names.map((name) => ({ type: 'UserRegistered', data: { userId: name, name } })),
      ),
    win: (userId, times = 1, gameType = 'Nim') =>
      publish(
        'games',
        Array.from({ length: times }, () => ended([userId], true, gameType)),
      ),
    wins: async (username, gameType) =>
      (await call('leaderboard.getWins', { username, ...(gameType === undefined ? {} : { gameType }) })).reply.wins,
    board: async (request = {}, as = looker) =>
      (await call('leaderboard.getLeaderboard', { limit: 100, followingOnly: false, ...request }, { as })).reply,
    sql: (text, values = []) => {
      stated += 1;
      return world.database.query(statement(`test.${stated}`, text), values);
    },
  };
}
