import { Button } from '@mantine/core';
import { limits } from '@parlour/contracts/limits';
import { useEffect, useState } from 'react';
import type { GameWire } from '@parlour/contracts/games';
import { moverOf, opponentOf, plays } from './game-facts.ts';
import classes from './game-frame.module.css';

const turnMs = limits.turnMinutes * 60_000;

function minutesAndSeconds(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1_000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/**
 * The time left until a moment, updated every second. If the client's clock is behind, it is capped
 * at the length of a turn.
 */
function useTimeLeft(until: number): number {
  const [now, setNow] = useState(() => Date.now());
  const over = now >= until;
  useEffect(() => {
    if (over) return;
    const timer = setInterval(() => {
      setNow(Date.now());
    }, 1_000);
    return () => {
      clearInterval(timer);
    };
  }, [over, until]);
  return Math.min(turnMs, Math.max(0, until - now));
}

/**
 * The mover's time; when it is up, the opponent can claim the win. There is none against the
 * computer.
 */
export function TurnClock({
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
  const left = useTimeLeft(Date.parse(game.updatedAt) + turnMs);
  const mover = moverOf(game);
  if (mover === undefined || game.computer !== undefined || !plays(game, viewer)) return null;
  const own = mover === viewer;
  if (left > 0) {
    return (
      <p className={classes.clock}>
        {own ? 'You have ' : <bdi>{mover}</bdi>}
        {own ? '' : ' has '}
        <time className={classes.time}>{minutesAndSeconds(left)}</time> left to move.
      </p>
    );
  }
  if (own) {
    return (
      <p className={classes.clock}>
        Your time is up: <bdi>{opponentOf(game, viewer)}</bdi> can claim the win until you move.
      </p>
    );
  }
  return (
    <div className={classes.claim}>
      <p className={classes.clock} role="status">
        <bdi>{mover}</bdi> has been gone for {limits.turnMinutes} minutes. You can wait, or claim the win.
      </p>
      <Button size="sm" loading={pending} onClick={onClaim}>
        Claim the win
      </Button>
    </div>
  );
}
