import { Button } from '@mantine/core';
import type { GameRowWire, GameStatus, Seat } from '@parlour/contracts/games/games';
import { computerPlayer } from '@parlour/contracts/games/games';
import { messages } from '@parlour/contracts/messages';
import { Link } from 'react-router';
import { Avatars } from '../../../design/parts/person/avatars.tsx';
import { Chip } from '../../../design/parts/form/chip.tsx';
import { Failure } from '../../../design/parts/feedback/failure.tsx';
import { moveFocus } from '../../../design/parts/page/move-focus.ts';
import { showToast } from '../../../design/parts/feedback/toasts.ts';
import { IconLock, IconRobot, IconTrophy } from '../../../design/parts/look/icons.tsx';
import { RelativeTime } from '../../../design/parts/text/relative-time.tsx';
import { serverText } from '../../../shared/http/call-failure.ts';
import { useViewer } from '../../../shared/state/hooks/use-viewer.ts';
import { gameName } from '@parlour/contracts/games/game-name';
import { FreeSeat } from '../create/free-seat.tsx';
import { endedUnbegun, isAsked, isOpenTo, moverOf, plays, resultFor, winnerSeat } from '../game-state.ts';
import { GameMark } from '../game/game-mark.tsx';
import { WatchedBoard } from '../game/live-board.tsx';
import { type GameCall, useGameCall } from '../game/use-game-call.ts';
import classes from './game-list.module.css';

const statusNames: Record<GameStatus, string> = {
  WAITING_TO_START: 'Waiting to start',
  IN_PROGRESS: 'In progress',
  OVER: 'Over',
};

/** A game in a list, linking to its page; if a seat is free, one tap takes or declines it. */
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
  const { status } = game.state;
  const seated = plays(game, viewer);
  const isOpen = status === 'WAITING_TO_START' && !seated && isOpenTo(game, viewer);

  async function play(): Promise<void> {
    if (await act('joinGame')) onJoined(game.gameID);
  }

  async function decline(button: HTMLElement): Promise<void> {
    const place = besideRow(button);
    if (!(await act('declineInvitation'))) return;
    moveFocus(button, place);
    void showToast('success', messages.gameDeclined);
  }

  return (
    <li className={classes.row} data-over={status === 'OVER'}>
      <Link to={`/games/${encodeURIComponent(game.gameID)}`} className={classes.rowLink}>
        {live ? <WatchedBoard gameID={game.gameID} /> : <Lead game={game} />}
        <span className={classes.words}>
          <span className={classes.kind}>
            {gameName(game.gameType)}
            {game.computer !== undefined ? (
              <IconRobot size={16} aria-label="against the computer" role="img" />
            ) : (
              game.host !== undefined && <IconLock size={15} aria-label="private" role="img" />
            )}
          </span>
          <span className={classes.facts}>
            <Who game={game} viewer={viewer} />
            {' · '}
            {game.keptFor !== undefined && 'Rematch · '}
            <RelativeTime at={status === 'OVER' ? game.updatedAt : game.createdAt} />
          </span>
        </span>
        {/* Play says that it is open. */}
        {!isOpen && <State game={game} viewer={viewer} />}
      </Link>
      {isOpen && (
        <div className={classes.seats}>
          <Play game={game} pending={pending} onPlay={() => void play()} />
          {isAsked(game, viewer) && <Decline game={game} pending={pending} onDecline={decline} />}
        </div>
      )}
      {failed && !seated && (
        // The update of whoever was faster comes before the refusal, and takes the button away.
        <div className={classes.failed}>
          <Failure
            title={failed.call === 'declineInvitation' ? messages.gameDeclineFailed : messages.gameJoinCallFailed}
            detail={serverText(failed.error)}
          />
        </div>
      )}
    </li>
  );
}

/** Who plays, by their faces; without any, the game. */
function Lead({ game }: { readonly game: GameRowWire }) {
  const { players, host, createdBy = host } = game;
  const people = players.filter((name) => name !== computerPlayer);
  const shown = people.length === 0 && createdBy !== undefined ? [createdBy] : people;
  return (
    <span className={classes.lead}>
      {shown.length > 0 ? <Avatars usernames={shown} size="l" /> : <GameMark type={game.gameType} />}
    </span>
  );
}

/** Who plays; of a game that waits, who sits there or has made it. */
function Who({ game, viewer }: { readonly game: GameRowWire; readonly viewer: string }) {
  const { state, players, keptFor, host, createdBy } = game;
  const [maker, role] = host === undefined ? [createdBy, 'by '] : [host, 'Host: '];
  const isTold = maker !== undefined && maker !== viewer && !players.includes(maker);
  const made = isTold && (
    <>
      {role}
      <bdi>{maker}</bdi>
    </>
  );
  if (players.length === 0 && keptFor === undefined) return made || 'Nobody has joined yet';
  const isAlone = state.status === 'WAITING_TO_START' && keptFor === undefined;
  return (
    <>
      {isAlone ? <bdi>{players[0]}</bdi> : <Player game={game} seat={0} />}
      {!isAlone && (
        <>
          {' '}
          <span className={classes.against}>vs</span> <Player game={game} seat={1} />
        </>
      )}
      {made && ' · '}
      {made}
    </>
  );
}

function Player({ game, seat }: { readonly game: GameRowWire; readonly seat: Seat }) {
  const name = seat === 0 ? game.state.player1 : game.state.player2;
  if (name === undefined) {
    return (
      <span className={classes.free}>
        <FreeSeat keptFor={game.keptFor?.[seat]} />
      </span>
    );
  }
  if (winnerSeat(game) !== seat) return <bdi>{name}</bdi>;
  return (
    <span className={classes.winner}>
      <bdi>{name}</bdi>
      {'\u00a0'}
      <IconTrophy size={15} aria-label="winner" role="img" />
    </span>
  );
}

/** The state of a game; for its players, how it stands for them. */
function State({ game, viewer }: { readonly game: GameRowWire; readonly viewer: string }) {
  const { status, winners } = game.state;
  if (moverOf(game) === viewer) {
    return (
      <Chip tone="brass" solid>
        Your turn
      </Chip>
    );
  }
  if (status !== 'OVER' || endedUnbegun(game)) {
    return <Chip tone={status === 'IN_PROGRESS' ? 'baize' : 'plain'}>{statusNames[status]}</Chip>;
  }
  if (winners.length > 0 && !plays(game, viewer)) return <Chip>{statusNames.OVER}</Chip>;
  const result = resultFor(game, viewer);
  return <Chip tone={result === 'Won' ? 'brass' : 'plain'}>{result}</Chip>;
}

/** Takes a seat. */
function Play({
  game,
  pending,
  onPlay,
}: {
  readonly game: GameRowWire;
  readonly pending: GameCall | undefined;
  readonly onPlay: () => void;
}) {
  const [host] = game.players;
  const name = gameName(game.gameType);
  return (
    <Button
      className={classes.play ?? ''}
      loading={pending === 'joinGame'}
      aria-label={host === undefined ? `Play ${name}` : `Play ${name} against ${host}`}
      onClick={onPlay}
    >
      Play
    </Button>
  );
}

/** Declines an invitation, or a rematch. */
function Decline({
  game: { gameType, host, players },
  pending,
  onDecline,
}: {
  readonly game: GameRowWire;
  readonly pending: GameCall | undefined;
  readonly onDecline: (button: HTMLElement) => Promise<void>;
}) {
  const [asking = host] = players;
  return (
    <Button
      variant="default"
      className={classes.play ?? ''}
      loading={pending === 'declineInvitation'}
      aria-label={
        asking === undefined ? `Decline ${gameName(gameType)}` : `Decline ${gameName(gameType)} with ${asking}`
      }
      onClick={({ currentTarget }) => void onDecline(currentTarget)}
    >
      Decline
    </Button>
  );
}

/** Where the focus goes when a row goes: to the one beside it, or to the heading of the page. */
function besideRow(button: HTMLElement): HTMLElement | null {
  const row = button.closest('li');
  const beside = row?.nextElementSibling ?? row?.previousElementSibling;
  return beside?.querySelector('a') ?? document.querySelector('h1');
}
