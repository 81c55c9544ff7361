import { useParams } from 'react-router';
import { GameFrame } from '../../../features/games/game/game-frame.tsx';

/** A game, to play or to watch. */
export function GamePage() {
  const { gameID: written = '' } = useParams();
  // Live updates name it in small letters.
  const gameID = written.toLowerCase();
  return <GameFrame key={gameID} gameID={gameID} />;
}
