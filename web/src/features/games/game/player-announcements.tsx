import { useState } from 'react';
import type { GameWire } from '@parlour/contracts/games/games';

/**
 * Sentences for the seats that were taken, given up or declined between two states of a game.
 * Another name in a place may be the same person's: accounts are renamed and deleted.
 */
function newsOf({ state: before, ...earlier }: GameWire, { state: now, ...game }: GameWire): string {
  const seats = ['player1', 'player2'] as const;
  const joined = seats.filter((seat) => before[seat] === undefined && now[seat] !== undefined);
  const left = seats.filter((seat) => before[seat] !== undefined && now[seat] === undefined);
  // The latest are the last.
  const declined = game.declinedPlayers?.slice(earlier.declinedPlayers?.length ?? 0) ?? [];
  return [
    ...joined.map((seat) => `${now[seat]} joined.`),
    ...left.map((seat) => `${before[seat]} left.`),
    ...declined.map((name) => `${name} declined.`),
  ].join(' ');
}

/** Announces players joining and leaving to screen readers; the board announces moves. */
export function PlayerAnnouncements({ game }: { readonly game: GameWire }) {
  const [announced, setAnnounced] = useState({ game, text: '' });
  if (announced.game.version < game.version) setAnnounced({ game, text: newsOf(announced.game, game) });
  return (
    <p className="visually-hidden" role="log" aria-label="Players joining and leaving">
      {announced.text}
    </p>
  );
}
