import { describe, expect, it } from '@jest/globals';
import type { Seat, TicTacToePosition } from '@parlour/contracts/games/games';
import { otherSeat } from './rules.ts';
import { ticTacToe } from './tic-tac-toe.ts';

const chances = [0, 0.26, 0.51, 0.76, 0.999_999];

const textOf = ({ board }: TicTacToePosition): string => board.map((mark) => mark ?? '.').join('');

const pictureOf = (rows: string): TicTacToePosition => ({
  board: [...rows.replaceAll(' ', '')].map((mark) => (mark === 'X' || mark === 'O' ? mark : null)),
});

/**
 * The value for the seat to move (1 won, 0 drawn, -1 lost), by exhaustive search on a text of nine
 * characters.
 */
function worthByTrying(board: string, mark: 'X' | 'O', known: Map<string, number>): number {
  const other = mark === 'X' ? 'O' : 'X';
  const before = known.get(board);
  if (before !== undefined) return before;
  const rows = /^(...)*(XXX|OOO)|^.?.?(X..X..X|O..O..O)|^(X...X...X|O...O...O)|^..(X.X.X|O.O.O)../;
  let worth = board.includes('.') ? -1 : 0;
  if (rows.test(board)) worth = -1;
  else {
    for (let slot = 0; slot < 9; slot += 1) {
      if (board[slot] !== '.') continue;
      worth = Math.max(worth, -worthByTrying(board.slice(0, slot) + mark + board.slice(slot + 1), other, known));
    }
  }
  known.set(board, worth);
  return worth;
}

/** Every reachable position that is not over, with the seat to move. */
function everyOpenPosition(): readonly { readonly position: TicTacToePosition; readonly mover: Seat }[] {
  const seen = new Map<string, { position: TicTacToePosition; mover: Seat }>();
  const walk = (position: TicTacToePosition, mover: Seat): void => {
    if (seen.has(textOf(position)) || ticTacToe.result(position, otherSeat(mover)).over) return;
    seen.set(textOf(position), { position, mover });
    for (const move of ticTacToe.legalMoves(position, mover))
      walk(ticTacToe.apply(position, mover, move), otherSeat(mover));
  };
  walk(ticTacToe.start(), 0);
  return [...seen.values()];
}

describe('TicTacToe', () => {
  it('[ST-6, LI-14, G-10] plays all 255,168 games: X wins 131,184, O wins 77,904, and 46,080 are drawn', () => {
    const known = new Map<string, { X: number; O: number; draw: number }>();
    // The results depend only on the board, which also shows who moves, so each is visited once.
    const endsFrom = (position: TicTacToePosition, mover: Seat): { X: number; O: number; draw: number } => {
      const before = known.get(textOf(position));
      if (before) return before;
      const ends = { X: 0, O: 0, draw: 0 };
      for (const move of ticTacToe.legalMoves(position, mover)) {
        const after = ticTacToe.apply(position, mover, move);
        const result = ticTacToe.result(after, mover);
        if (result.over) {
          ends[result.winner === null ? 'draw' : result.winner === 0 ? 'X' : 'O'] += 1;
          continue;
        }
        const later = endsFrom(after, otherSeat(mover));
        for (const end of ['X', 'O', 'draw'] as const) ends[end] += later[end];
      }
      known.set(textOf(position), ends);
      return ends;
    };
    const ends = endsFrom(ticTacToe.start(), 0);
    expect(ends).toEqual({ X: 131_184, O: 77_904, draw: 46_080 });
  });

  it('[G-10] can be won by a line on the ninth move', () => {
    const before = pictureOf('XOX OXO OX.');
    const after = ticTacToe.apply(before, 0, { slot: 8 });
    expect(ticTacToe.result(before, 1)).toEqual({ over: false });
    expect(after).toEqual(pictureOf('XOX OXO OXX'));
    expect(ticTacToe.result(after, 0)).toEqual({ over: true, winner: 0 });
  });

  it('never lets the strong computer worsen its result', () => {
    const known = new Map<string, number>();
    const given: unknown[] = [];
    const positions = everyOpenPosition();
    for (const { position, mover } of positions) {
      const worth = worthByTrying(textOf(position), mover === 0 ? 'X' : 'O', known);
      for (const chance of chances) {
        const move = ticTacToe.choose(position, mover, 'strong', chance);
        const after = ticTacToe.apply(position, mover, move);
        if (-worthByTrying(textOf(after), mover === 0 ? 'O' : 'X', known) !== worth) given.push({ position, move });
      }
    }
    // 5,478 positions are reachable; in 958 of them the game is over.
    expect([positions.length, given]).toEqual([4_520, []]);
  });

  it('never lets the strong computer lose a game, no matter who begins and how the opponent plays', () => {
    let games = 0;
    for (const computer of [0, 1] as const) {
      for (const chance of chances) {
        const walk = (position: TicTacToePosition, mover: Seat): void => {
          const moves =
            mover === computer
              ? [ticTacToe.choose(position, mover, 'strong', chance)]
              : ticTacToe.legalMoves(position, mover);
          for (const move of moves) {
            const after = ticTacToe.apply(position, mover, move);
            const result = ticTacToe.result(after, mover);
            if (!result.over) walk(after, otherSeat(mover));
            else if (result.winner === otherSeat(computer)) throw new Error(`lost: ${textOf(after)}`);
            else games += 1;
          }
        };
        walk(ticTacToe.start(), 0);
      }
    }
    expect(games).toBeGreaterThan(100);
  });

  it('lets the strong computer win at once where it can, and block an immediate loss', () => {
    for (const chance of chances) {
      expect(ticTacToe.choose(pictureOf('XX. OO. ...'), 0, 'strong', chance)).toEqual({ slot: 2 });
      expect(ticTacToe.choose(pictureOf('XX. O.. ...'), 1, 'strong', chance)).toEqual({ slot: 2 });
    }
  });
});
