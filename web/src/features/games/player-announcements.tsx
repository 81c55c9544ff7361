import { useState } from 'react';
import type { GameWire } from '@parlour/contracts/games';

/** Sentences for the players who joined or left between two states of a game. */
function newsOf(before: GameWire, now: GameWire): string {
  const joined = now.players.filter((name) => !before.players.includes(name)).map((name) => `${name} joined.`);
  const left = before.players.filter((name) => !now.players.includes(name)).map((name) => `${name} left.`);
  return [...joined, ...left].join(' ');
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
