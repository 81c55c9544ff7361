import type { ChopsticksPosition, GameType, NimPosition, TicTacToePosition } from '@parlour/contracts/games/games';
import type { ReactNode } from 'react';
import classes from './mini-board.module.css';

/** A position as a game has it; only the fields of its own type are there. */
type Shown = Partial<NimPosition & ChopsticksPosition & TicTacToePosition>;

/** A position that shows what the game is. */
const examples: Record<GameType, Shown> = {
  Nim: { remainingObjects: 16 },
  Chopsticks: { hands: [1, 2, 3, 1] },
  TicTacToe: { board: ['X', null, 'O', null, 'X', null, null, 'O', null] },
};

/** A picture of a game that is yet to begin. */
export function GameDrawing({ type }: { readonly type: GameType }) {
  return <MiniBoard position={examples[type]} large />;
}

/**
 * A small picture of a position on the table. Decorative: who plays, and whose turn it is, stands
 * beside it. Without a position, the empty table.
 */
export function MiniBoard({
  position,
  large = false,
}: {
  readonly position?: Shown | undefined;
  readonly large?: boolean;
}) {
  return (
    <svg viewBox="0 0 100 100" className={classes.board} data-large={large} aria-hidden>
      {position && drawn(position)}
    </svg>
  );
}

function drawn({ board, hands, remainingObjects }: Shown): ReactNode {
  if (board) return <Squares board={board} />;
  if (hands) return hands.map(fist);
  return remainingObjects === undefined ? null : coins(remainingObjects);
}

/** Three rows of seven, as on the board. */
function coins(remaining: number): ReactNode {
  return Array.from({ length: 21 }, (_, place) => (
    <circle
      key={place}
      cx={14 + (place % 7) * 12}
      cy={30 + Math.floor(place / 7) * 20}
      r="4.6"
      className={classes.coin}
      data-taken={place >= remaining}
    />
  ));
}

function Squares({ board }: { readonly board: readonly ('X' | 'O' | null)[] }) {
  return (
    <>
      <path d="M38 14v72M62 14v72M14 38h72M14 62h72" className={classes.lines} />
      {board.map((mark, slot) => {
        if (mark === null) return null;
        const [x, y] = [26 + (slot % 3) * 24, 26 + Math.floor(slot / 3) * 24];
        return mark === 'X' ? (
          <path key={slot} d={`M${x - 6} ${y - 6}l12 12m0-12l-12 12`} className={classes.mark} data-mark="X" />
        ) : (
          <circle key={slot} cx={x} cy={y} r="7" className={classes.mark} data-mark="O" />
        );
      })}
    </>
  );
}

/** A hand as its fingers: player 1 below, player 2 above. */
function fist(fingers: number, hand: number): ReactNode {
  const [x, y] = [hand % 2 === 0 ? 29 : 71, hand < 2 ? 70 : 30];
  if (fingers === 0) {
    return <path key={hand} d={`M${x - 6} ${y - 6}l12 12m0-12l-12 12`} className={classes.dead} />;
  }
  return (
    <g key={hand} className={classes.fingers}>
      {Array.from({ length: fingers }, (_, finger) => (
        <rect key={finger} x={x - fingers * 3.5 + finger * 7 + 1} y={y - 13} width="5" height="26" rx="2.5" />
      ))}
    </g>
  );
}
