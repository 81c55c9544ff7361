import { Button } from '@mantine/core';
import { limits } from '@parlour/contracts/limits';
import type { GameRowWire, GameWire } from '@parlour/contracts/games/games';
import { moverOf, opponentOf, plays } from '../game-state.ts';
import type { CSSProperties } from 'react';
import { minutesAndSeconds, useTimeToMove } from './time-left.ts';
import classes from './turn-clock.module.css';

/** The last minute stands out. */
const shortMs = 60_000;

/** The mover's time in minutes and seconds; of the last minute, a ring shows what is left. */
export function Clock({ game }: { readonly game: GameRowWire }) {
  const left = useTimeToMove(game);
  const isShort = left < shortMs;
  const ring = { '--left': left / shortMs } as CSSProperties; // which has no variables
  return (
    <span className={classes.clock} data-short={isShort}>
      {isShort && <span className={classes.ring} style={ring} aria-hidden />}
      <time>{minutesAndSeconds(left)}</time>
      <span className="visually-hidden"> left to move</span>
    </span>
  );
}

/** Whether the viewer plays against the clock: there is none against the computer. */
export function hasClock(game: GameRowWire, viewer: string): boolean {
  return moverOf(game) !== undefined && game.computer === undefined && plays(game, viewer);
}

/** When the mover's time is up: the opponent can claim the win. */
export function TimeUp({
  game,
  viewer,
  pending,
  onClaim,
}: {
  readonly game: GameWire;
  readonly viewer: string;
  readonly pending: boolean;
  readonly onClaim: () => void;
}) {
  const left = useTimeToMove(game);
  const mover = moverOf(game);
  if (left > 0 || !hasClock(game, viewer)) return null;
  if (mover === viewer) {
    return (
      <p className={classes.late}>
        Your time is up: <bdi>{opponentOf(game, viewer)}</bdi> can claim the win until you move.
      </p>
    );
  }
  return (
    <div className={classes.claim}>
      <p className={classes.detail} role="status">
        <bdi>{mover}</bdi> has not moved for {limits.turnMinutes} minutes. You can wait, or claim the win.
      </p>
      <Button size="sm" loading={pending} onClick={onClaim}>
        Claim the win
      </Button>
    </div>
  );
}
