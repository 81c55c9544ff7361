import { type EnvelopeOf, eventsOf, type Source } from '@parlour/contracts/envelope';
import type { GameMove, GamesEvent, GameType, Seat } from '@parlour/contracts/games/games';
import type { IdentityEvent } from '@parlour/contracts/identity/identity';
import { withServices } from '@parlour/embedded/opened-services';
import { serviceDefinitions } from '@parlour/embedded/service-definitions';
import { withSiteDatabase } from '@parlour/embedded/site-database';
import type { ReadFeed } from '@parlour/kernel/log/feed';
import { rulesOf } from '@parlour/rules/games';
import { readLog } from './check-log.ts';

/** One game from its events, folded independently of the product. */
export interface LoggedGame {
  readonly gameId: string;
  readonly gameType: GameType;
  readonly seats: (string | null)[];
  readonly moves: { readonly userId: string; readonly move: GameMove }[];
  end?: { readonly winners: readonly string[]; readonly reason: string; readonly counts: boolean };
}

/** The facts about games in a site's logs. */
export interface LoggedGames {
  readonly games: ReadonlyMap<string, LoggedGame>;
  /** Names by id. */
  readonly names: ReadonlyMap<string, string>;
}

/** The logs of a site that games need, running or not. */
export async function readGames(dataDir: string): Promise<LoggedGames> {
  return withSiteDatabase({ host: '127.0.0.1', port: 0, dataDir }, (connections) =>
    withServices(serviceDefinitions(), connections, (_, feedOf) => gamesOfLogs(feedOf)),
  );
}

/** The same, from its services' feeds. */
export async function gamesOfLogs(feedOf: (source: Source) => ReadFeed): Promise<LoggedGames> {
  const identity = eventsOf<IdentityEvent>(await readLog(feedOf('identity')));
  const names = identity.flatMap((event): [string, string][] =>
    event.type === 'UserRegistered' ? [[event.data.userId, event.data.name]] : [],
  );
  const log = eventsOf<GamesEvent>(await readLog(feedOf('games')));
  return { games: gamesOf(log), names: new Map(names) };
}

function gamesOf(log: readonly EnvelopeOf<GamesEvent>[]): Map<string, LoggedGame> {
  const games = new Map<string, LoggedGame>();
  for (const event of log) {
    const { gameId } = event.data;
    if (event.type === 'GameCreated') {
      games.set(gameId, { gameId, gameType: event.data.gameType, seats: [null, null], moves: [] });
    }
    const game = games.get(gameId);
    if (!game) throw new Error(`${event.type} of an unknown game: ${gameId}`);
    if (event.type === 'PlayerJoined') game.seats[event.data.seat] = event.data.userId;
    if (event.type === 'PlayerLeft') game.seats[event.data.seat] = null;
    if (event.type === 'MovePlayed') game.moves.push(event.data);
    if (event.type === 'GameEnded') {
      if (game.end) throw new Error(`${gameId} ended twice`);
      game.end = event.data;
    }
  }
  return games;
}

/**
 * The faults of a game in the log: illegal moves, moves out of turn, an end that does not follow
 * from the moves.
 */
export function faultsOf({ gameId, gameType, seats, moves, end }: LoggedGame): string[] {
  const rules = rulesOf[gameType];
  const faults: string[] = [];
  let position = rules.start();
  let over = false;
  let winner: string | null | undefined;
  moves.forEach(({ userId, move }, count) => {
    const mover: Seat = count % 2 === 0 ? 0 : 1;
    if (over) faults.push(`${gameId}: move ${count + 1} after the end`);
    if (seats[mover] !== userId) faults.push(`${gameId}: move ${count + 1} was not of ${userId}`);
    const checked = rules.check(position, mover, move);
    if ('fault' in checked) faults.push(`${gameId}: move ${count + 1}: ${checked.fault.text}`);
    position = rules.apply(position, mover, move);
    const result = rules.result(position, mover);
    over = result.over;
    if (result.over) winner = result.winner === null ? null : seats[result.winner];
  });
  if (over && !end) faults.push(`${gameId}: won and not ended`);
  if (end && over && end.winners.join() !== (winner ?? ''))
    faults.push(`${gameId}: won by ${winner}, not ${end.winners.join()}`);
  if (end && over && !['play', 'draw'].includes(end.reason))
    faults.push(`${gameId}: ended by ${end.reason} after its end`);
  if (end?.reason === 'play' && !over) faults.push(`${gameId}: ended by play without an end`);
  return faults;
}

/**
 * Whether a win counts, computed from the moves, not from what the event says. Source: decisions
 * G-5.
 */
export function winnerThatCounts({ seats, moves, end }: LoggedGame): string | undefined {
  const [winner] = end?.winners ?? [];
  if (!end || winner === undefined || seats.includes('computer')) return undefined;
  const bothMoved = seats.every((player) => moves.some(({ userId }) => userId === player));
  return end.reason === 'play' || bothMoved ? winner : undefined;
}
