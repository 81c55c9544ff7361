import { useParams } from 'react-router';
import { GameFrame } from '../../../features/games/game/game-frame.tsx';
import { NextBadge } from '../../../features/leaderboard/next-badge.tsx';
import { useViewer } from '../../../shared/state/hooks/use-viewer.ts';

/** A game, to play or to watch. */
export function GamePage() {
  const { gameID: written = '' } = useParams();
  const viewer = useViewer();
  // Live updates name it in small letters.
  const gameID = written.toLowerCase();
  return <GameFrame key={gameID} gameID={gameID} nextBadge={<NextBadge username={viewer} />} />;
}
