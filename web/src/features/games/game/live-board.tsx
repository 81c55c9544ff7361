import { useEffect, useState } from 'react';
import { MiniBoard } from '../lobby/mini-board.tsx';
import { useGetGameQuery } from '../games.api.ts';
import { useEnteredGame } from '../game-socket.ts';

/**
 * How long a board is shown before its game is watched: someone who turns pages quickly would
 * otherwise enter and leave so many games that the server closes the connection.
 */
const watchAfterMs = 1_000;

interface LiveBoardProps {
  readonly gameID: string;
  readonly large?: boolean;
}

/** A mini board of one of the viewer's games: they get its moves wherever they are. */
export function OwnBoard({ gameID, large = false }: LiveBoardProps) {
  const { data: game } = useGetGameQuery(gameID);
  return <MiniBoard position={game?.state} large={large} />;
}

/** A mini board of anyone's game, with its moves while it is shown. */
export function WatchedBoard(props: LiveBoardProps) {
  useEnteredGame(useLasting(props.gameID));
  return <OwnBoard {...props} />;
}

/** A game once it has been shown for a moment; undefined until then. */
function useLasting(gameID: string): string | undefined {
  const [lasting, setLasting] = useState<string>();
  useEffect(() => {
    const timer = setTimeout(() => setLasting(gameID), watchAfterMs);
    return () => clearTimeout(timer);
  }, [gameID]);
  return lasting === gameID ? gameID : undefined;
}
