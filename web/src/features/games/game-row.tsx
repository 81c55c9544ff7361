import { IconLock, IconRobot } from '@tabler/icons-react';
import type { GameRowWire, GameStatus } from '@parlour/contracts/games';
import { Link } from 'react-router';
import { RelativeTime } from '../../shared/parts/relative-time.tsx';
import { useViewer } from '../../shared/state/use-viewer.ts';
import { moverOf } from './game-facts.ts';
import { GameMark } from './game-mark.tsx';
import classes from './game-list.module.css';

const statusNames: Record<GameStatus, string> = {
  WAITING_TO_START: 'Waiting to start',
  IN_PROGRESS: 'In progress',
  OVER: 'Over',
};

/** A game in a list, linking to its page. */
export function GameRow({ game }: { readonly game: GameRowWire }) {
  const viewer = useViewer();
  const { status, player1, player2 } = game.state;
  const turn = moverOf(game) === viewer;
  return (
    <Link to={`/games/${encodeURIComponent(game.gameID)}`} className={classes.row} data-over={status === 'OVER'}>
      <GameMark type={game.gameType} />
      <span className={classes.words}>
        <span className={classes.kind}>
          {game.gameType}
          {game.computer !== undefined ? (
            <IconRobot size={16} aria-label="against the computer" role="img" />
          ) : (
            game.host !== undefined && <IconLock size={15} aria-label="private" role="img" />
          )}
        </span>
        <span className={classes.players}>
          {player1 === undefined && player2 === undefined ? (
            <span className={classes.free}>Nobody has joined yet</span>
          ) : (
            <>
              <Seat name={player1} /> <span className={classes.against}>vs</span> <Seat name={player2} />
            </>
          )}
        </span>
        <span className={classes.facts}>
          {game.host !== undefined && game.host !== viewer && (
            <>
              Host: <bdi>{game.host}</bdi>
              {' · '}
            </>
          )}
          {game.keptFor !== undefined && 'Rematch · '}
          <RelativeTime at={game.createdAt} />
        </span>
      </span>
      <span className={classes.side}>
        <span className={classes.status} data-status={turn ? 'TURN' : status}>
          {turn ? 'Your turn' : statusNames[status]}
        </span>
        <span className={classes.view}>View Game</span>
      </span>
    </Link>
  );
}

function Seat({ name }: { readonly name: string | undefined }) {
  return name === undefined ? <span className={classes.free}>Waiting...</span> : <bdi>{name}</bdi>;
}
