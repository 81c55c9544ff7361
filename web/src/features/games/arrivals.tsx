import { useState } from 'react';
import type { GameWire } from '@parlour/contracts/games';

/** Who took a seat, or gave one up, between two pictures of a game, in sentences. */
function newsOf(before: GameWire, now: GameWire): string {
  const come = now.players.filter((name) => !before.players.includes(name)).map((name) => `${name} joined.`);
  const gone = before.players.filter((name) => !now.players.includes(name)).map((name) => `${name} left.`);
  return [...come, ...gone].join(' ');
}

/** Reads out who comes and goes; what happens on the board is told by the board. */
export function Arrivals({ game }: { readonly game: GameWire }) {
  const [told, setTold] = useState({ game, text: '' });
  if (told.game.version < game.version) setTold({ game, text: newsOf(told.game, game) });
  return (
    <p className="visually-hidden" role="log" aria-label="Players joining and leaving">
      {told.text}
    </p>
  );
}
