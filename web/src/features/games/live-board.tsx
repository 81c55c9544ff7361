import { MiniBoard } from './mini-board.tsx';
import { useGetGameQuery } from './games.api.ts';
import { useEnteredGame } from './game-socket.ts';

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
  useEnteredGame(props.gameID);
  return <OwnBoard {...props} />;
}
