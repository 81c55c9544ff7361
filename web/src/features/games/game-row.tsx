import { Button } from '@mantine/core';
import type { GameRowWire, GameStatus } from '@parlour/contracts/games';
import { computerPlayer } from '@parlour/contracts/games';
import { messages } from '@parlour/contracts/messages';
import { Link } from 'react-router';
import { Avatars } from '../../design/parts/avatar.tsx';
import { Chip } from '../../design/parts/chip.tsx';
import { Failure } from '../../design/parts/failure.tsx';
import { IconLock, IconRobot } from '../../design/parts/icons.tsx';
import { RelativeTime } from '../../design/parts/relative-time.tsx';
import { serverText } from '../../shared/http/call-failure.ts';
import { useViewer } from '../../shared/state/use-viewer.ts';
import { isOpenTo, moverOf, plays } from './game-state.ts';
import { GameMark } from './game-mark.tsx';
import { WatchedBoard } from './live-board.tsx';
import { useGameCall } from './use-game-call.ts';
import classes from './game-list.module.css';

const statusNames: Record<GameStatus, string> = {
  WAITING_TO_START: 'Waiting to start',
  IN_PROGRESS: 'In progress',
  OVER: 'Over',
};

/** A game in a list, linking to its page; if a seat is free, one tap takes it. */
export function GameRow({
  game,
  live,
  onJoined,
}: {
  readonly game: GameRowWire;
  readonly live: boolean;
  readonly onJoined: (gameID: string) => void;
}) {
  const viewer = useViewer();
  const { act, pending, failed } = useGameCall(game.gameID);
  const { status, player1, player2 } = game.state;
  const turn = moverOf(game) === viewer;
  const seated = plays(game, viewer);
  // A rematch waits for the one of its two who has not come yet.
  const keptSeat = game.keptFor?.find((name) => !game.players.includes(name));
  const people = game.players.filter((name) => name !== computerPlayer);

  async function play(): Promise<void> {
    if (await act('joinGame')) onJoined(game.gameID);
  }

  return (
    <li className={classes.row} data-over={status === 'OVER'}>
      <Link to={`/games/${encodeURIComponent(game.gameID)}`} className={classes.rowLink}>
        {live ? <WatchedBoard gameID={game.gameID} /> : <GameMark type={game.gameType} />}
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
            {people.length > 0 && <Avatars usernames={people} />}
            {player1 === undefined && player2 === undefined ? (
              <span className={classes.free}>Nobody has joined yet</span>
            ) : (
              <span>
                <Seat name={player1} kept={keptSeat} /> <span className={classes.against}>vs</span>{' '}
                <Seat name={player2} kept={keptSeat} />
              </span>
            )}
          </span>
          <span className={classes.facts}>
            {game.host !== undefined && game.host !== viewer && (
              <>
                Host: <bdi>{game.host}</bdi>
                {' · '}
              </>
            )}
            {game.createdBy !== undefined && game.createdBy !== viewer && (
              <>
                by <bdi>{game.createdBy}</bdi>
                {' · '}
              </>
            )}
            {game.keptFor !== undefined && 'Rematch · '}
            <RelativeTime at={game.createdAt} />
          </span>
        </span>
        <span className={classes.side}>
          {turn ? (
            <Chip tone="brass" solid>
              Your turn
            </Chip>
          ) : (
            <Chip tone={status === 'IN_PROGRESS' ? 'baize' : 'plain'}>{statusNames[status]}</Chip>
          )}
          <span className={classes.view}>View Game</span>
        </span>
      </Link>
      {status === 'WAITING_TO_START' && !seated && isOpenTo(game, viewer) && (
        <Play game={game} pending={pending !== undefined} onPlay={() => void play()} />
      )}
      {failed && !seated && (
        // The update of whoever was faster comes before the refusal, and takes the button away.
        <div className={classes.failed}>
          <Failure title={messages.gameJoinCallFailed} detail={serverText(failed.error)} />
        </div>
      )}
    </li>
  );
}

function Seat({ name, kept }: { readonly name: string | undefined; readonly kept: string | undefined }) {
  if (name !== undefined) return <bdi>{name}</bdi>;
  return (
    <span className={classes.free}>
      {kept === undefined ? (
        'Waiting...'
      ) : (
        <>
          kept for <bdi>{kept}</bdi>
        </>
      )}
    </span>
  );
}

/** Takes a seat. */
function Play({
  game,
  pending,
  onPlay,
}: {
  readonly game: GameRowWire;
  readonly pending: boolean;
  readonly onPlay: () => void;
}) {
  const [host] = game.players;
  return (
    <Button
      className={classes.play ?? ''}
      loading={pending}
      aria-label={host === undefined ? `Play ${game.gameType}` : `Play ${game.gameType} against ${host}`}
      onClick={onPlay}
    >
      Play
    </Button>
  );
}
