import { useState } from 'react';
import type { GameWire } from '@parlour/contracts/games';

/**
 * Sentences for the seats that were taken or given up between two states of a game. Another name at
 * a seat may be the same person's: accounts are renamed and deleted.
 */
function newsOf({ state: before }: GameWire, { state: now }: GameWire): string {
  const seats = ['player1', 'player2'] as const;
  const joined = seats.filter((seat) => before[seat] === undefined && now[seat] !== undefined);
  const left = seats.filter((seat) => before[seat] !== undefined && now[seat] === undefined);
  return [...joined.map((seat) => `${now[seat]} joined.`), ...left.map((seat) => `${before[seat]} left.`)].join(' ');
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
