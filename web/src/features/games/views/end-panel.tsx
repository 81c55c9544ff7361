import { Button } from '@mantine/core';
import type { GameWire } from '@parlour/contracts/games/games';
import { useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { Link } from 'react-router';
import { IconPlayerSkipBack, IconTrophy } from '../../../design/parts/look/icons.tsx';
import { seatOf } from '../boards/board.ts';
import { ShareGame } from './share-game.tsx';
import classes from './end-panel.module.css';

/** The ends of games that did not begin; some of deleted accounts did. */
const unbegun = new Set<GameWire['endedBy']>(['deleted', 'withdrawn', 'declined']);

/** What presses the button for another game while the result has the focus. */
export const rematchKey = { 'aria-keyshortcuts': 'Space' } as const;

/**
 * The result beside the board, with what can be done next. When a game ends before the viewer's
 * eyes, the result gets the focus, unless they are busy elsewhere. Not a button: an Enter that was
 * meant for a move would press it.
 */
export function EndPanel({
  game,
  viewer,
  endedHere,
  onReplay,
  children,
}: {
  readonly game: GameWire;
  readonly viewer: string;
  /** Whether the game ended while it was open here. */
  readonly endedHere: boolean;
  readonly onReplay: (() => void) | undefined;
  readonly children: ReactNode;
}) {
  const panel = useRef<HTMLDivElement>(null);
  const result = useRef<HTMLParagraphElement>(null);
  const [winner] = game.state.winners;
  const begun = !unbegun.has(game.endedBy);
  const seated = seatOf(game, viewer) !== undefined;
  const outcome = winner === undefined || !seated ? 'none' : winner === viewer ? 'won' : 'lost';

  useEffect(() => {
    const busy = document.activeElement;
    if (!endedHere || !(busy === document.body || result.current?.closest('[role=region]')?.contains(busy))) return;
    result.current?.focus({ preventScroll: true });
  }, [endedHere]);

  function onKeyDown(event: KeyboardEvent): void {
    // A key that is still held has made the last move.
    if (event.key !== ' ' || event.repeat) return;
    event.preventDefault();
    panel.current?.querySelector<HTMLElement>(`[aria-keyshortcuts=${rematchKey['aria-keyshortcuts']}]`)?.click();
  }

  return (
    <div ref={panel} className={classes.end} role="group" aria-label="End of the game" data-outcome={outcome}>
      {endedHere && outcome === 'won' && <Flourish />}
      <p ref={result} className={classes.result} tabIndex={-1} onKeyDown={onKeyDown}>
        {outcome === 'won' && <IconTrophy size={26} aria-hidden />}
        <span>
          <Result begun={begun} winner={winner} outcome={outcome} />
        </span>
      </p>
      {children}
      <div className="wrap">
        {onReplay && (
          <Button variant="default" leftSection={<IconPlayerSkipBack size={16} aria-hidden />} onClick={onReplay}>
            Replay
          </Button>
        )}
        {begun ? (
          <ShareGame gameID={game.gameID} />
        ) : (
          <Button component={Link} to="/games" variant="default">
            Public Games
          </Button>
        )}
      </div>
    </div>
  );
}

function Result({
  begun,
  winner,
  outcome,
}: {
  readonly begun: boolean;
  readonly winner: string | undefined;
  readonly outcome: 'won' | 'lost' | 'none';
}) {
  if (winner === undefined) return begun ? 'A draw' : 'The game did not begin';
  if (outcome === 'won') return 'You won';
  return outcome === 'lost' ? (
    'You lost'
  ) : (
    <>
      <bdi>{winner}</bdi> won
    </>
  );
}

/** From which of twelve places each coin flies, and after how many milliseconds. */
const coins = [
  [1, 40],
  [2, 160],
  [3, 90],
  [4, 220],
  [5, 0],
  [6, 130],
  [7, 60],
  [8, 190],
  [9, 20],
  [10, 240],
  [11, 110],
  [0.3, 170],
] as const;

/** Coins that fly up once; not for people who want less motion. */
function Flourish() {
  return (
    <div className={classes.flourish} aria-hidden>
      {coins.map(([place, delay]) => (
        <span key={place} style={{ left: `${8 * place}%`, animationDelay: `${delay}ms` }} />
      ))}
    </div>
  );
}
