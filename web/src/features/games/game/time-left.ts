import type { GameRowWire } from '@parlour/contracts/games/games';
import { limits } from '@parlour/contracts/limits';
import { useEffect, useState } from 'react';
import { serverNow } from '../../../shared/http/server-clock.ts';

const turnMs = limits.turnMinutes * 60_000;

/** "2:08". */
export function minutesAndSeconds(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1_000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** The time left until a moment of the server's clock, updated every second; a turn at most. */
function useTimeLeft(until: number): number {
  const [now, setNow] = useState(serverNow);
  const over = now >= until;
  useEffect(() => {
    if (over) return;
    const timer = setInterval(() => {
      setNow(serverNow());
    }, 1_000);
    return () => {
      clearInterval(timer);
    };
  }, [over, until]);
  return Math.min(turnMs, Math.max(0, until - now));
}

/** How long the mover of a running game has left. */
export function useTimeToMove({ updatedAt }: Pick<GameRowWire, 'updatedAt'>): number {
  return useTimeLeft(Date.parse(updatedAt) + turnMs);
}
