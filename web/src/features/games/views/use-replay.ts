import type { GameType, GameWire } from '@parlour/contracts/games/games';
import { replay } from '@parlour/rules/games';
import { useMemo } from 'react';
import { useReplayPlace } from './replay-place.ts';

/** Which position of a game is shown: the current one, and of a finished game the chosen one. */
export function useReplay(type: GameType, game: GameWire) {
  const { moves, status } = game.state;
  const played = useMemo(() => moves.map(({ move }) => move), [moves]);
  const positions = useMemo(() => replay(type, played), [type, played]);
  const [place, setPlace] = useReplayPlace(moves.length);
  const isOver = status === 'OVER';
  const shown = isOver ? place : moves.length;
  return {
    place,
    position: positions[shown],
    /** The move that led to the position. */
    last: played[shown - 1],
    isOver,
    goTo: setPlace,
  };
}
