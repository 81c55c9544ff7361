import { Button } from '@mantine/core';
import type { GameWire } from '@parlour/contracts/games/games';
import { useEffect, useRef, type ReactNode } from 'react';
import { Link } from 'react-router';
import { IconButton } from '../../../design/parts/look/icon-button.tsx';
import { IconPlayerSkipBack, IconX } from '../../../design/parts/look/icons.tsx';
import { seatOf } from '../boards/board.ts';
import { ShareGame } from './share-game.tsx';
import classes from './end-overlay.module.css';

/** The ends of games that did not begin; some of deleted accounts did. */
const unbegun = new Set<GameWire['endedBy']>(['deleted', 'withdrawn', 'declined']);

/**
 * The result over the board, with what can be done next. It is no dialog: the page around it can be
 * used, and Escape closes it. When a game ends before the viewer's eyes, the result gets the focus,
 * unless they are busy elsewhere. Not a button: an Enter that was meant for a move would press it.
 */
export function EndOverlay({
  game,
  viewer,
  endedHere,
  onClose,
  onReplay,
  children,
}: {
  readonly game: GameWire;
  readonly viewer: string;
  /** Whether the game ended while it was open here. */
  readonly endedHere: boolean;
  readonly onClose: () => void;
  readonly onReplay: (() => void) | undefined;
  readonly children: ReactNode;
}) {
  const result = useRef<HTMLParagraphElement>(null);
  const [winner] = game.state.winners;
  const won = winner !== undefined && winner === viewer;
  const begun = !unbegun.has(game.endedBy);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented && !document.querySelector('[role=dialog]')) {
        onClose();
      }
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [onClose]);

  useEffect(() => {
    const busy = document.activeElement;
    if (!endedHere || !(busy === document.body || result.current?.closest('[role=region]')?.contains(busy))) return;
    result.current?.focus({ preventScroll: true });
  }, [endedHere]);

  return (
    <div className={classes.overlay} data-ended-here={endedHere}>
      {endedHere && won && <Flourish />}
      <div className={classes.card} role="group" aria-label="End of the game">
        <IconButton label="Show the board" icon={IconX} className={classes.close ?? ''} onClick={onClose} />
        <p ref={result} className={classes.result} data-won={won} tabIndex={-1}>
          <Result begun={begun} winner={winner} won={won} seated={seatOf(game, viewer) !== undefined} />
        </p>
        {children}
        <div className={classes.more}>
          {onReplay && (
            <Button
              variant="default"
              leftSection={<IconPlayerSkipBack size={16} aria-hidden />}
              className={classes.button ?? ''}
              onClick={onReplay}
            >
              Replay
            </Button>
          )}
          {begun ? (
            <ShareGame gameID={game.gameID} />
          ) : (
            <Button component={Link} to="/games" variant="default" className={classes.button ?? ''}>
              Public Games
            </Button>
          )}
        </div>
      </div>
    </div>
  );
}

function Result({
  begun,
  winner,
  won,
  seated,
}: {
  readonly begun: boolean;
  readonly winner: string | undefined;
  readonly won: boolean;
  readonly seated: boolean;
}) {
  if (winner === undefined) return begun ? 'A draw' : 'The game did not begin';
  if (won) return 'You won';
  return seated ? (
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
