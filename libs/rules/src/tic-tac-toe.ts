import type { Seat, TicTacToeMove, TicTacToePosition } from '@parlour/contracts/games/games';
import { messages } from '@parlour/contracts/messages';
import { chooseMove } from './choice.ts';
import { gameNotInProgress, invalidMove, malformedMove, wholeNumber } from './refusals.ts';
import { otherSeat, type Result, type Rules } from './rules.ts';

type Board = TicTacToePosition['board'];

const slots = 9;

/** The slots of every row, column and diagonal: three equal marks in one of them win. */
const lines: readonly (readonly [number, number, number])[] = [
  [0, 1, 2],
  [3, 4, 5],
  [6, 7, 8],
  [0, 3, 6],
  [1, 4, 7],
  [2, 5, 8],
  [0, 4, 8],
  [2, 4, 6],
];

/** The mark of each seat: X moves first. */
const marks = ['X', 'O'] as const;

function resultOf(board: Board): Result {
  for (const [a, b, c] of lines) {
    const mark = board[a];
    if (mark && mark === board[b] && mark === board[c]) return { over: true, winner: mark === 'X' ? 0 : 1 };
  }
  return board.includes(null) ? { over: false } : { over: true, winner: null };
}

function legalMoves({ board }: TicTacToePosition): readonly TicTacToeMove[] {
  if (resultOf(board).over) return [];
  return board.flatMap((mark, slot) => (mark === null ? [{ slot }] : []));
}

function apply({ board }: TicTacToePosition, mover: Seat, { slot }: TicTacToeMove): TicTacToePosition {
  return { board: board.with(slot, marks[mover]) };
}

/** Cache of position values, by board and mover; values never change. */
const searched = new Map<string, number>();

/**
 * The value of a position for the seat to move: positive is won, negative is lost, and a greater
 * distance from 0 means a faster end.
 */
function worthToMover(position: TicTacToePosition, mover: Seat): number {
  const key = `${mover}${position.board.map((mark) => mark ?? '-').join('')}`;
  const known = searched.get(key);
  if (known !== undefined) return known;
  const worth = search(position, mover);
  searched.set(key, worth);
  return worth;
}

function search(position: TicTacToePosition, mover: Seat): number {
  const result = resultOf(position.board);
  if (!result.over) return Math.max(...legalMoves(position).map((move) => worthOfMove(position, mover, move)));
  if (result.winner === null) return 0;
  const slotsLeft = position.board.filter((mark) => mark === null).length;
  return result.winner === mover ? slotsLeft + 1 : -slotsLeft - 1;
}

function worthOfMove(position: TicTacToePosition, mover: Seat, move: TicTacToeMove): number {
  return -worthToMover(apply(position, mover, move), otherSeat(mover));
}

function bestMoves(position: TicTacToePosition, mover: Seat): readonly TicTacToeMove[] {
  const worth = worthToMover(position, mover);
  return legalMoves(position).filter((move) => worthOfMove(position, mover, move) === worth);
}

/**
 * TicTacToe: X first, three in a row win, a full board without a line is a draw. Source: decisions
 * G-10.
 */
export const ticTacToe: Rules<TicTacToePosition, TicTacToeMove> = {
  type: 'TicTacToe',
  start: () => ({ board: Array<null>(slots).fill(null) }),
  legalMoves,
  check({ board }, _mover, given) {
    if (resultOf(board).over) return gameNotInProgress;
    const slot = wholeNumber(given, 'slot');
    if (slot === undefined) return malformedMove;
    if (slot < 0 || slot >= slots) return invalidMove(messages.ticTacToeSlot);
    if (board[slot] !== null) return invalidMove(messages.ticTacToeTaken);
    return { move: { slot } };
  },
  apply,
  result: ({ board }) => resultOf(board),
  choose: (position, mover, strength, chance) =>
    chooseMove(legalMoves(position), () => bestMoves(position, mover), strength, chance),
};
