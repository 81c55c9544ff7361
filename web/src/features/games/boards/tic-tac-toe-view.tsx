import { Button } from '@mantine/core';
import type { Seat, TicTacToePosition } from '@parlour/contracts/games/games';
import { ticTacToe } from '@parlour/rules/tic-tac-toe';
import { useRef, useState, type KeyboardEvent, type SyntheticEvent } from 'react';
import { turnOf, type BoardProps } from './board.ts';
import { slotNames } from './slot-names.ts';
import classes from './tic-tac-toe-view.module.css';

type Board = TicTacToePosition['board'];
type Mark = 'X' | 'O';

const rows = [0, 3, 6].map((first) => [first, first + 1, first + 2]);

/**
 * TicTacToe: the mover selects an empty square, previews their mark there, and submits it; everyone
 * else watches.
 */
export default function TicTacToeView(props: BoardProps) {
  const { game, viewer, position } = props;
  const board = 'board' in position ? position.board : [];
  const last = props.last && 'slot' in props.last ? props.last.slot : undefined;
  const seat = turnOf(game, viewer);
  // Keyed by move, so that the selection resets.
  return seat === undefined ? (
    <ReadOnly board={board} marked={last} />
  ) : (
    <Playing key={game.state.moveCount} {...props} board={board} seat={seat} marked={last} />
  );
}

type Line = readonly [first: number, middle: number, last: number];

/** Every three in a row, by the rules: a line that would win on an otherwise empty board. */
function winningLines(board: Board): readonly Line[] {
  const lines: Line[] = [];
  const marked = board.flatMap((mark, slot) => (mark === null ? [] : [slot]));
  for (const a of marked) {
    for (const b of marked) {
      for (const c of marked) {
        if (a >= b || b >= c) continue;
        const alone = board.map((mark, slot) => (slot === a || slot === b || slot === c ? mark : null));
        if (ticTacToe.result({ board: alone }, 0).over) lines.push([a, b, c]);
      }
    }
  }
  return lines;
}

/** The way through three in a row, a little beyond the centres of the first and the last. */
function pathOf([first, , last]: Line): string {
  const centreOf = (slot: number) => ({ x: (slot % 3) + 0.5, y: Math.floor(slot / 3) + 0.5 });
  const from = centreOf(first);
  const to = centreOf(last);
  const [dx, dy] = [(to.x - from.x) * 0.16, (to.y - from.y) * 0.16] as const;
  return `M${from.x - dx} ${from.y - dy}L${to.x + dx} ${to.y + dy}`;
}

function ReadOnly({ board, marked }: { readonly board: Board; readonly marked: number | undefined }) {
  const lines = winningLines(board);
  const winning = new Set(lines.flat());
  return (
    <div className={classes.table}>
      <div role="table" aria-label="Board" className={classes.board}>
        {rows.map((row) => (
          <div role="row" key={row[0]} className={classes.row}>
            {row.map((slot) => (
              <div
                role="cell"
                key={slot}
                aria-label={`${slotNames[slot] ?? ''}: ${board[slot] ?? 'empty'}`}
                className={classes.square}
                data-winning={winning.has(slot)}
                data-last={slot === marked}
              >
                <Symbol mark={board[slot] ?? null} />
              </div>
            ))}
          </div>
        ))}
      </div>
      {lines.map((line) => (
        <svg key={line.join()} viewBox="0 0 3 3" className={classes.line} aria-hidden>
          <path d={pathOf(line)} pathLength="1" />
        </svg>
      ))}
    </div>
  );
}

const steps: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** The slot next to another one; at the edge, the same slot. */
function adjacentSlot(slot: number, key: string): number {
  const step = steps[key];
  if (!step) return slot;
  const within = (number: number) => Math.max(0, Math.min(2, number));
  return within(Math.floor(slot / 3) + step[0]) * 3 + within((slot % 3) + step[1]);
}

function Playing({
  board,
  seat,
  marked,
  onMove,
  disabled,
}: BoardProps & {
  readonly board: Board;
  readonly seat: Seat;
  readonly marked: number | undefined;
}) {
  const [chosen, setChosen] = useState<number>();
  // Roving tabindex: one square is in the tab order, arrow keys reach the others.
  const [reached, setReached] = useState(4);
  const grid = useRef<HTMLDivElement>(null);
  const own: Mark = seat === 0 ? 'X' : 'O';

  function onKeyDown(event: KeyboardEvent): void {
    if (!(event.key in steps)) return;
    event.preventDefault();
    const next = adjacentSlot(reached, event.key);
    setReached(next);
    grid.current?.querySelector<HTMLElement>(`[data-slot="${next}"]`)?.focus();
  }

  function submit(event: SyntheticEvent): void {
    event.preventDefault();
    if (chosen !== undefined && !disabled) onMove({ slot: chosen });
  }

  return (
    <form className={classes.playing} onSubmit={submit}>
      <div className={classes.table}>
        <div ref={grid} role="grid" aria-label="Board" className={classes.board} onKeyDown={onKeyDown}>
          {rows.map((row) => (
            <div role="row" key={row[0]} className={classes.row}>
              {row.map((slot) => {
                const mark = board[slot] ?? null;
                const preview = slot === chosen;
                const name = slotNames[slot] ?? '';
                return (
                  <div role="gridcell" key={slot} className={classes.cell} aria-selected={preview}>
                    <button
                      type="button"
                      data-slot={slot}
                      className={classes.square}
                      data-preview={preview}
                      data-last={slot === marked}
                      aria-label={`${name}: ${preview ? `your ${own}, not submitted yet` : (mark ?? 'empty')}`}
                      aria-disabled={mark !== null || disabled}
                      tabIndex={slot === reached ? 0 : -1}
                      onFocus={() => setReached(slot)}
                      onClick={(event) => {
                        if (mark !== null || disabled) return;
                        // A second tap on the preview plays it; keys go on to the button.
                        if (preview && event.detail > 0) onMove({ slot });
                        else setChosen(slot);
                      }}
                    >
                      <Symbol mark={preview ? own : mark} />
                    </button>
                  </div>
                );
              })}
            </div>
          ))}
        </div>
      </div>
      <div className={classes.submit}>
        <p className="hint" aria-live="polite">
          {chosen === undefined ? `Choose a square for your ${own}.` : `Your ${own} goes to the ${slotNames[chosen]}.`}
        </p>
        <Button type="submit" size="md" disabled={disabled || chosen === undefined}>
          Submit Move
        </Button>
      </div>
    </form>
  );
}

function Symbol({ mark }: { readonly mark: Mark | null }) {
  if (mark === null) return null;
  return (
    <svg viewBox="0 0 48 48" className={classes.mark} data-mark={mark} aria-hidden>
      {mark === 'X' ? (
        <path d="M10 11c8 6 19 17 28 28M38 9c-9 8-20 19-28 30" />
      ) : (
        <path d="M26 8.5c-10-1-18 6.5-17.5 16.5s8 15.5 16.5 14.5 15-8 14-17.5-8-13.5-16-12.5" />
      )}
    </svg>
  );
}
