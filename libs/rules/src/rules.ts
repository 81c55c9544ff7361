import type { Fault } from '@parlour/contracts/errors';
import type { GameMove, GamePosition, GameType, Seat, Strength } from '@parlour/contracts/games/games';

/** The result of a position: not over, won by a seat, or drawn. */
export type Result = { readonly over: false } | { readonly over: true; readonly winner: Seat | null };

/** The outcome of checking a move: the complete move to store, or the reason to refuse it. */
export type Checked<Move> = { readonly move: Move } | { readonly fault: Fault };

/**
 * A game as pure functions: the service decides with them, the page shows the possible moves, and
 * replays compute positions. Seat 0 moves on even move counts. A new game is one file with this
 * interface, and a view on the page.
 * Source: specification ST-3 to ST-6; decisions G-8 to G-10.
 */
export interface Rules<Position extends GamePosition, Move extends GameMove> {
  readonly type: GameType;
  /** The game is drawn when a position with the same mover occurs this often; unset: never. */
  readonly drawnAtOccurrence?: number;
  start(): Position;
  /** Every legal move of the seat, complete; none when the game is over. */
  legalMoves(position: Position, mover: Seat): readonly Move[];
  /** Checks untrusted input: its shape and the rules. */
  check(position: Position, mover: Seat, given: unknown): Checked<Move>;
  /** The position after a legal move. */
  apply(position: Position, mover: Seat, move: Move): Position;
  /** The result after a move of `lastMover`. */
  result(position: Position, lastMover: Seat): Result;
  /**
   * The computer's move; `chance` in [0, 1) picks among equals, and decides whether an easy
   * computer errs.
   */
  choose(position: Position, mover: Seat, strength: Strength, chance: number): Move;
}

/** The seat to move after this many moves. */
export function moverAt(moveCount: number): Seat {
  return moveCount % 2 === 0 ? 0 : 1;
}

/** The opponent's seat. */
export function otherSeat(seat: Seat): Seat {
  return seat === 0 ? 1 : 0;
}
