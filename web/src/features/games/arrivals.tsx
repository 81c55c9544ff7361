import { useState } from 'react';
import type { GameWire } from '@parlour/contracts/games';

/** Sentences for the players who joined or left between two states of a game. */
function newsOf(before: GameWire, now: GameWire): string {
  const come = now.players.filter((name) => !before.players.includes(name)).map((name) => `${name} joined.`);
  const gone = before.players.filter((name) => !now.players.includes(name)).map((name) => `${name} left.`);
  return [...come, ...gone].join(' ');
}

/** Announces players joining and leaving to screen readers; the board announces moves. */
export function Arrivals({ game }: { readonly game: GameWire }) {
  const [told, setTold] = useState({ game, text: '' });
  if (told.game.version < game.version) setTold({ game, text: newsOf(told.game, game) });
  return (
    <p className="visually-hidden" role="log" aria-label="Players joining and leaving">
      {told.text}
    </p>
  );
}
