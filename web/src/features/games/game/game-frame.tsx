import { Button, Skeleton } from '@mantine/core';
import type { GameMove, GameWire } from '@parlour/contracts/games/games';
import { messages } from '@parlour/contracts/messages';
import { useRef, useState, type ReactNode } from 'react';
import { useDispatch } from 'react-redux';
import { Link } from 'react-router';
import { asCallFailure, isNotFound, serverText } from '../../../shared/http/call-failure.ts';
import { useNavigateWhenDone } from '../../../shared/navigation/use-navigate-when-done.ts';
import { EmptyState } from '../../../design/parts/list/empty-state.tsx';
import { Failure } from '../../../design/parts/feedback/failure.tsx';
import { IconEye, IconLock, IconUserPlus } from '../../../design/parts/look/icons.tsx';
import { Loading } from '../../../design/parts/feedback/loading.tsx';
import { moveFocus } from '../../../design/parts/page/move-focus.ts';
import { usePageTitle } from '../../../design/parts/page/page-title.ts';
import { TimedNotice, useTimedNotice } from '../../../design/parts/feedback/timed-notice.tsx';
import { PersonLink } from '../../../design/parts/person/person-link.tsx';
import type { Dispatch } from '../../../shared/state/store.ts';
import { useViewer } from '../../../shared/state/hooks/use-viewer.ts';
import { count } from '../../../shared/text/count.ts';
import { gameName } from '@parlour/contracts/games/game-name';
import { PlayerAnnouncements } from './player-announcements.tsx';
import { GameEnding } from './game-ending.tsx';
import { isAsked, isOpenTo, plays } from '../game-state.ts';
import { GameSum } from './game-sum.tsx';
import { useGetTableQuery } from '../games.api.ts';
import { InviteDialog } from '../create/invite-dialog.tsx';
import { LeaveGame } from './leave-game.tsx';
import { makeMove, useEnteredGame } from '../game-socket.ts';
import { Clock, hasClock, TimeUp } from './turn-clock.tsx';
import { type FailedCall, type GameCall, useGameCall } from './use-game-call.ts';
import { useKnownGame } from '../use-known-game.ts';
import { GameView } from '../views/game-view.tsx';
import { ShareGame } from '../views/share-game.tsx';
import classes from './game-frame.module.css';

/** A game's page: everything around the board. */
export function GameFrame({
  gameID,
  nextBadge,
}: {
  readonly gameID: string;
  /** How far the viewer is from their next badge. */
  readonly nextBadge?: ReactNode;
}) {
  const viewer = useViewer();
  // Whoever declines it sees it until the lobby is there.
  const [isDeclined, setDeclined] = useState(false);
  const { game, error, refetch } = useKnownGame(gameID, isDeclined);
  const goOn = useNavigateWhenDone();
  useEnteredGame(gameID);
  const unknown = game === undefined && error !== undefined;
  const header = game?.gameType ?? (unknown ? 'Game error' : 'Game');
  usePageTitle(gameName(header));
  return (
    <div className={classes.page} data-rail>
      <div className={classes.head}>
        <div className={classes.title}>
          <h1 className={classes.name} tabIndex={-1}>
            {header}
          </h1>
          <p className={classes.status}>Status: {game?.state.status ?? 'Not started'}</p>
        </div>
        {game && <Actions key={gameID} game={game} viewer={viewer} />}
      </div>
      {game && (
        <Table
          key={gameID}
          game={game}
          viewer={viewer}
          nextBadge={nextBadge}
          onDeclined={() => {
            setDeclined(true);
            goOn('/games', messages.gameDeclined, { isReported: true });
          }}
        />
      )}
      {unknown && <Unknown error={error} onRetry={() => refetch()} />}
      {!game && !unknown && (
        <Loading label="Loading the game" className={classes.card}>
          <Skeleton height={18} width="40%" />
          <Skeleton height={180} mt={20} />
        </Loading>
      )}
    </div>
  );
}

function Unknown({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => unknown }) {
  if (!isNotFound(error)) return <Failure title={messages.gamesFailed} detail={serverText(error)} onRetry={onRetry} />;
  return (
    <div className={classes.card}>
      <EmptyState drawing="lost" title={messages.gameUnknown}>
        <p>It may be private, or the link is wrong.</p>
        <Button component={Link} to="/games" variant="default">
          Public Games
        </Button>
      </EmptyState>
    </div>
  );
}

interface GameProps {
  readonly game: GameWire;
  readonly viewer: string;
}

function Actions({ game, viewer }: GameProps) {
  const [inviting, setInviting] = useState(false);
  const notice = useTimedNotice();
  const hasOpenSeat = game.state.status === 'WAITING_TO_START' && game.keptFor === undefined;
  const invites = game.host === viewer && hasOpenSeat && game.computer === undefined;
  return (
    <div className={classes.actions}>
      <TimedNotice text={notice.text} />
      {invites && (
        <Button
          variant="default"
          leftSection={<IconUserPlus size={17} aria-hidden />}
          onClick={() => {
            setInviting(true);
          }}
        >
          Invite Players
        </Button>
      )}
      <LeaveGame game={game} viewer={viewer} />
      <InviteDialog
        game={game}
        opened={invites && inviting}
        onClose={() => {
          setInviting(false);
        }}
        onInvited={(number) => {
          notice.say(`${count(number, 'player')} invited.`);
        }}
      />
    </div>
  );
}

function Table({
  game,
  viewer,
  nextBadge,
  onDeclined,
}: GameProps & { readonly nextBadge: ReactNode; readonly onDeclined: () => void }) {
  const dispatch = useDispatch<Dispatch>();
  const { data: table } = useGetTableQuery(game.gameID);
  const { act, pending, failed, forget } = useGameCall(game.gameID);
  const body = useRef<HTMLDivElement>(null);
  const { status, moveCount } = game.state;
  const sending = status === 'IN_PROGRESS' && table?.sending?.moveCount === moveCount;
  const watching = status === 'IN_PROGRESS' && !plays(game, viewer);
  const beside = (
    <>
      {watching && (
        <p className={classes.watching}>
          <IconEye size={18} aria-hidden /> You are watching
        </p>
      )}
      {status === 'WAITING_TO_START' && (
        <Waiting
          game={game}
          viewer={viewer}
          pending={pending}
          onJoin={async (button) => {
            // The button disappears, so the keyboard focus moves to the board.
            if (await act('joinGame')) moveFocus(button, body.current);
          }}
          onDecline={async () => {
            if (await act('declineInvitation')) onDeclined();
          }}
          onWithdraw={() => void act('withdrawGame')}
        />
      )}
      {failed && <NotDone game={game} viewer={viewer} failed={failed} />}
      {status === 'IN_PROGRESS' && <Late key={game.updatedAt} game={game} viewer={viewer} />}
      {game.host !== undefined && <PrivateFacts game={game} />}
    </>
  );
  return (
    <>
      <div ref={body} tabIndex={-1} role="region" aria-label="Table">
        <GameView
          game={game}
          viewer={viewer}
          sending={sending}
          error={table?.error}
          clock={hasClock(game, viewer) && <Clock key={game.updatedAt} game={game} />}
          beside={beside}
          afterwards={
            status === 'OVER' && (
              <>
                <GameSum game={game} viewer={viewer} nextBadge={nextBadge} />
                <GameEnding game={game} viewer={viewer} />
              </>
            )
          }
          onMove={(move) => {
            forget();
            // The move comes from this game's own rules.
            dispatch(makeMove(game.gameID, move as GameMove));
          }}
        />
      </div>
      <PlayerAnnouncements game={game} />
    </>
  );
}

function PrivateFacts({ game }: { readonly game: GameWire }) {
  const { host = '', invitedPlayers, declinedPlayers = [], computer } = game;
  return (
    <dl className={classes.private}>
      <dt className={classes.privateMark}>
        <IconLock size={16} aria-hidden /> Private Game
      </dt>
      <dd>
        Host: <PersonLink username={host} />
      </dd>
      {computer === undefined ? (
        <dd>
          Invited Players:{' '}
          {invitedPlayers.length > 0 ? (
            <Names usernames={invitedPlayers} />
          ) : declinedPlayers.length > 0 ? (
            'nobody'
          ) : (
            'nobody yet'
          )}
        </dd>
      ) : (
        <dd>Against the computer, {computer}</dd>
      )}
      {declinedPlayers.length > 0 && (
        <dd>
          Declined: <Names usernames={declinedPlayers} />
        </dd>
      )}
    </dl>
  );
}

function Names({ usernames }: { readonly usernames: readonly string[] }) {
  return usernames.map((name, index) => (
    <span key={name}>
      {index > 0 && ', '}
      <PersonLink username={name} />
    </span>
  ));
}

/** Whether a game that waits is the viewer's own, and nobody else has a seat. */
function isWithdrawable({ createdBy, host, players }: GameWire, viewer: string): boolean {
  return viewer === (createdBy ?? host) && players.every((name) => name === viewer);
}

function Waiting({
  game,
  viewer,
  pending,
  onJoin,
  onDecline,
  onWithdraw,
}: GameProps & {
  readonly pending: GameCall | undefined;
  readonly onJoin: (button: HTMLElement) => Promise<void>;
  readonly onDecline: () => Promise<void>;
  readonly onWithdraw: () => void;
}) {
  const seated = plays(game, viewer);
  const withdrawable = isWithdrawable(game, viewer);
  const awaited = game.keptFor?.find((name) => name !== viewer);
  return (
    <div className={classes.waiting}>
      {seated ? (
        <>
          <p className="hint" role="status">
            You’re in. Waiting for {awaited === undefined ? 'an opponent' : <bdi>{awaited}</bdi>}…
          </p>
          <ShareGame gameID={game.gameID} />
        </>
      ) : !isOpenTo(game, viewer) ? (
        <p className="hint">
          This rematch is for <bdi>{game.keptFor?.[0]}</bdi> and <bdi>{game.keptFor?.[1]}</bdi>. You can watch when it
          begins.
        </p>
      ) : (
        <Button
          size="md"
          loading={pending === 'joinGame'}
          disabled={pending !== undefined && pending !== 'joinGame'}
          onClick={({ currentTarget }) => void onJoin(currentTarget)}
        >
          Join Game
        </Button>
      )}
      {isAsked(game, viewer) && !withdrawable && (
        <Button
          variant="default"
          loading={pending === 'declineInvitation'}
          disabled={pending !== undefined && pending !== 'declineInvitation'}
          onClick={() => void onDecline()}
        >
          Decline
        </Button>
      )}
      {withdrawable && (
        <Button
          variant="default"
          loading={pending === 'withdrawGame'}
          disabled={pending !== undefined && pending !== 'withdrawGame'}
          onClick={onWithdraw}
        >
          Withdraw Game
        </Button>
      )}
    </div>
  );
}

/**
 * Why a waiting game was not joined, declined or withdrawn. The update of whoever was faster comes
 * before the refusal, so that the game does not wait any more by then.
 */
function NotDone({ game, viewer, failed: { call, error } }: GameProps & { readonly failed: FailedCall }) {
  // A call whose answer was lost may have been carried out.
  if (call === 'withdrawGame' ? game.state.status === 'OVER' : plays(game, viewer)) return null;
  const failure = asCallFailure(error);
  // A refusal means that the seats are taken or the viewer has lost access. Any other failure
  // happened on the way.
  const refused = failure?.status === 'refused' && failure.httpStatus < 429;
  const joinTitle = refused ? messages.gameJoinFailed : messages.gameJoinCallFailed;
  const titles: Partial<Record<GameCall, string>> = {
    declineInvitation: messages.gameDeclineFailed,
    withdrawGame: 'The game could not be withdrawn',
  };
  return <Failure title={titles[call] ?? joinTitle} detail={serverText(error)} />;
}

function Late({ game, viewer }: GameProps) {
  const { act, pending, failed } = useGameCall(game.gameID);
  return (
    <>
      <TimeUp game={game} viewer={viewer} pending={pending !== undefined} onClaim={() => void act('claimGame')} />
      {failed && <Failure title="The win could not be claimed" detail={serverText(failed.error)} />}
    </>
  );
}
