import type { Fault } from '@parlour/contracts/errors';
import type { GameMove, GamePosition, GameType, Seat, Strength } from '@parlour/contracts/games';

/** How a position stands: still to be played, won by a seat, or drawn. */
export type Result = { readonly over: false } | { readonly over: true; readonly winner: Seat | null };

/**
 * What became of a move that somebody wants to make: the whole move as it is kept, or why it may
 * not be made.
 */
export type Checked<Move> = { readonly move: Move } | { readonly fault: Fault };

/**
 * One game as pure functions: the service decides by them, the page shows what may be chosen,
 * replays walk through positions. Seat 0 moves on even move counts. A further game is one more file
 * with this interface, and a view on the page.
 * Source: specification ST-3 to ST-6; decisions G-8 to G-10.
 */
export interface Rules<Position extends GamePosition, Move extends GameMove> {
  readonly type: GameType;
  start(): Position;
  /** Every move that the seat may make, each complete; none when the position is over. */
  legalMoves(position: Position, mover: Seat): readonly Move[];
  /** Reads what came from anywhere: shape and rule. */
  check(position: Position, mover: Seat, given: unknown): Checked<Move>;
  /** The position after a legal move. */
  apply(position: Position, mover: Seat, move: Move): Position;
  /** How the position stands after `lastMover` moved. */
  result(position: Position, lastMover: Seat): Result;
  /** The computer's move; `chance` in [0, 1) decides among equals, and how far an easy one errs. */
  choose(position: Position, mover: Seat, strength: Strength, chance: number): Move;
}

/** Whose turn it is after so many moves. */
export function moverAt(moveCount: number): Seat {
  return moveCount % 2 === 0 ? 0 : 1;
}

/** Who sits opposite. */
export function otherSeat(seat: Seat): Seat {
  return seat === 0 ? 1 : 0;
}
