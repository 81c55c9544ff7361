import { refuse } from '@parlour/contracts/errors';
import { computerPlayer, type GameEnded, type GameMove, type MovePlayed } from '@parlour/contracts/games/games';
import { limits } from '@parlour/contracts/limits';
import { messages } from '@parlour/contracts/messages';
import { rulesOf } from '@parlour/rules/games';
import { moverAt, otherSeat } from '@parlour/rules/rules';
import {
  endOf,
  type GameState,
  knownGame,
  occurrenceOf,
  refusal,
  type RunningGame,
  seatOf,
  unfinishedGame,
  withOccurrence,
} from '../game-state.ts';

/** Make a move. */
export interface PlayMove {
  readonly type: 'PlayMove';
  readonly userId: string;
  /** As the player sent it. */
  readonly move: unknown;
  /** How many moves the game had when the player made it, if they say. */
  readonly moveCount?: number | undefined;
  /** In [0, 1): the random number for the computer's answer. */
  readonly chance: number;
  /** ISO-8601. */
  readonly now: string;
}

/** End a game whose mover is gone. */
export interface ClaimGame {
  readonly type: 'ClaimGame';
  readonly userId: string;
  /** A mover on turn since then, or for longer, is gone; ISO-8601. */
  readonly goneSince: string;
}

/** A player's action, including the computer's. */
interface Turn {
  readonly move: GameMove;
  readonly now: string;
}

/**
 * The move and its direct consequences: the computer's answer, the end. Errors are checked in this
 * order: game, status, number, player, rule. Source: decisions G-7.
 * @throws {DomainError} `game.unknown`, `move.notInProgress`, `move.late`, `move.wrongPlayer`,
 * `move.invalid`
 */
export function playMove(command: PlayMove, state: GameState): (MovePlayed | GameEnded)[] {
  const { userId, moveCount, now, chance } = command;
  const game = knownGame(state, userId);
  if (game.status !== 'running') throw refusal('move.notInProgress', messages.moveNotInProgress);
  // It may have waited offline while the game went on.
  if (moveCount !== undefined && moveCount !== game.moveCount) throw refusal('move.late', messages.moveLate);
  const mover = moverAt(game.moveCount);
  if (game.players[mover] !== userId) throw refusal('move.wrongPlayer', messages.moveWrongPlayer);
  const checked = rulesOf[game.gameType].check(game.position, mover, command.move);
  if ('fault' in checked) {
    refuse(checked.fault);
    return [];
  }
  const own = turnEvents(game, { move: checked.move, now });
  return own.ended ? own.events : [...own.events, ...computersTurn(own.after, chance, now)];
}

/** The computer's move, if it is its turn. */
export function computersTurn(game: RunningGame, chance: number, now: string): (MovePlayed | GameEnded)[] {
  const mover = moverAt(game.moveCount);
  if (game.players[mover] !== computerPlayer || game.computer === null) return [];
  const move = rulesOf[game.gameType].choose(game.position, mover, game.computer, chance);
  return turnEvents(game, { move, now }).events;
}

/** The game after a legal move. */
export function afterMove(game: RunningGame, { move, now }: Turn): RunningGame {
  const position = rulesOf[game.gameType].apply(game.position, moverAt(game.moveCount), move);
  const after = { ...game, position, moveCount: game.moveCount + 1, turnSince: now };
  return { ...after, occurrences: withOccurrence(after) };
}

function turnEvents(
  game: RunningGame,
  { move, now }: Turn,
): { events: (MovePlayed | GameEnded)[]; after: RunningGame; ended: boolean } {
  const mover = moverAt(game.moveCount);
  const after = afterMove(game, { move, now });
  const data = { gameId: game.gameId, userId: game.players[mover], number: after.moveCount, move, at: now };
  const played: MovePlayed = { type: 'MovePlayed', data };
  const end = endAfter(after);
  return { events: end ? [played, end] : [played], after, ended: end !== undefined };
}

/** Source: decisions G-14. */
function isRepeated(game: RunningGame): boolean {
  const { drawnAtOccurrence } = rulesOf[game.gameType];
  return drawnAtOccurrence !== undefined && (game.occurrences.get(occurrenceOf(game)) ?? 0) >= drawnAtOccurrence;
}

/**
 * The end that the last move caused: by the rules, or because the game is too long or goes round in
 * circles.
 */
function endAfter(game: RunningGame): GameEnded | undefined {
  const result = rulesOf[game.gameType].result(game.position, moverAt(game.moveCount - 1));
  if (result.over) {
    const winner = result.winner === null ? null : game.players[result.winner];
    return endOf(game, winner, winner === null ? 'draw' : 'play');
  }
  const isTooLong = game.moveCount >= limits.movesPerGame;
  return isTooLong || isRepeated(game) ? endOf(game, null, 'draw') : undefined;
}

/**
 * The win of a player whose opponent is gone; never against the computer, which moves at once.
 * @throws {DomainError} `game.unknown`, `game.over`, `game.notPlayer`, `claim.early`
 */
export function claimGame({ userId, goneSince }: ClaimGame, state: GameState): GameEnded[] {
  const game = unfinishedGame(state, userId);
  const seat = seatOf(game, userId);
  if (seat === undefined) throw refusal('game.notPlayer', messages.gameNotPlayer);
  const gone = game.status === 'running' && game.turnSince <= goneSince;
  if (!gone || moverAt(game.moveCount) === seat) throw refusal('claim.early', messages.claimEarly);
  return [endOf(game, userId, 'claimed')];
}

/** The winner if this player leaves. */
export function opponentOf(game: RunningGame, userId: string): string | null {
  const seat = seatOf(game, userId);
  return seat === undefined ? null : game.players[otherSeat(seat)];
}
