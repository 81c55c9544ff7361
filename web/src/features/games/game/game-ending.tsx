import { Button } from '@mantine/core';
import type { GameWire } from '@parlour/contracts/games/games';
import { deletedUserName } from '@parlour/contracts/limits';
import { messages } from '@parlour/contracts/messages';
import { useEffect, useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import { serverText } from '../../../shared/http/call-failure.ts';
import { showBeside } from '../../../shared/navigation/is-on-screen.ts';
import { useNavigateWhenDone } from '../../../shared/navigation/use-navigate-when-done.ts';
import { Failure } from '../../../design/parts/feedback/failure.tsx';
import { IconRepeat } from '../../../design/parts/look/icons.tsx';
import { moveFocusToHeading } from '../../../design/parts/page/move-focus.ts';
import { showToast } from '../../../design/parts/feedback/toasts.ts';
import { useEnteredGame } from '../game-socket.ts';
import { endedUnbegun, moverOf, opponentOf, plays } from '../game-state.ts';
import { useGetOwnGamesQuery } from '../games.api.ts';
import { useGameCall } from './use-game-call.ts';
import { gameName } from '@parlour/contracts/games/game-name';
import { useKnownGame } from '../use-known-game.ts';
import { rematchKey } from '../views/end-panel.tsx';
import classes from './game-frame.module.css';

interface GameProps {
  readonly game: GameWire;
  readonly viewer: string;
}

/** The ways from a finished game to a rematch, and to another game. */
export function GameEnding({ game, viewer }: GameProps) {
  // A deleted account can't play again.
  const { player1, player2 } = game.state;
  const isGone = [player1, player2].some((name) => name === undefined || name === deletedUserName);
  if (!plays(game, viewer)) return isGone ? null : <WatchRematch rematchID={game.rematchID} />;
  return (
    <>
      {!isGone && <PlayAgain game={game} viewer={viewer} />}
      <NextGame gameID={game.gameID} viewer={viewer} />
    </>
  );
}

/** Leads to another game in which it is the viewer's turn, or to the lobby. */
function NextGame({ gameID, viewer }: { readonly gameID: string; readonly viewer: string }) {
  const { data: games = [] } = useGetOwnGamesQuery(viewer);
  const next = games.find((game) => game.gameID !== gameID && moverOf(game) === viewer);
  return (
    <Button component={Link} to={next ? `/games/${encodeURIComponent(next.gameID)}` : '/games'} variant="default">
      {next ? `Next game: ${gameName(next.gameType)}` : 'More games'}
    </Button>
  );
}

/** A rematch as it is now; undefined if there is none, or as long as it is not read. */
function useRematch(rematchID: string | undefined): GameWire | undefined {
  const { game: rematch } = useKnownGame(rematchID);
  // Who has no seat in it gets its updates only while watching.
  useEnteredGame(rematch?.gameID);
  return rematch;
}

function WatchRematch({ rematchID }: { readonly rematchID: string | undefined }) {
  const rematch = useRematch(rematchID);
  if (!rematch || rematch.state.status === 'OVER') return null;
  return (
    <div className={classes.next}>
      <p className="hint">The two players play again.</p>
      <RematchLink rematch={rematch}>Watch rematch</RematchLink>
    </div>
  );
}

function RematchLink({ rematch, children }: { readonly rematch: GameWire; readonly children: ReactNode }) {
  return (
    <Button component={Link} to={`/games/${encodeURIComponent(rematch.gameID)}`}>
      {children}
    </Button>
  );
}

function PlayAgain({ game, viewer }: GameProps) {
  const goOn = useNavigateWhenDone();
  const { act, pending, failed } = useGameCall(game.gameID);
  const [asking, setAsking] = useState(false);
  const { rematchID } = game;
  const [knownAtFirst] = useState(rematchID);
  const read = useRematch(rematchID);
  // The viewer's own rematch exists before its page opens. One that never began is none: the two
  // can ask for another (decisions G-13).
  const rematch = asking || !read || endedUnbegun(read) ? undefined : read;
  const opponent = opponentOf(game, viewer);
  // Its invitation needs no toast where the way to it is.
  const offered = read && read.state.status !== 'WAITING_TO_START' ? undefined : rematchID;
  useEffect(() => (offered === undefined ? undefined : showBeside(`/games/${encodeURIComponent(offered)}`)), [offered]);

  async function again(): Promise<void> {
    setAsking(true);
    const made = await act('rematch');
    if (made) goOn(`/games/${encodeURIComponent(made.gameID)}`, 'Your rematch was created.');
    // Whoever looks at a replay meanwhile stays here.
    setAsking(false);
  }

  if (read?.endedBy === 'declined' && plays(read, viewer)) {
    return (
      <div className={classes.next}>
        <p className="hint" role="status">
          <bdi>{opponent}</bdi> declined the rematch.
        </p>
      </div>
    );
  }
  // A rematch that comes meanwhile leaves the button where it is: it does the same.
  if (!read && rematchID !== undefined && rematchID === knownAtFirst) return null;
  if (rematch && (rematch.state.status !== 'WAITING_TO_START' || plays(rematch, viewer))) {
    return (
      <div className={classes.next}>
        <p className="hint" role="status">
          <RematchCourse rematch={rematch} opponent={opponent} />
        </p>
        <RematchLink rematch={rematch}>Open rematch</RematchLink>
      </div>
    );
  }
  return (
    <div className={classes.next}>
      <p className="hint" role="status">
        {rematch ? (
          'A rematch is waiting for you.'
        ) : (
          <>
            Play <bdi>{game.computer === undefined ? opponent : 'the computer'}</bdi> again?{' '}
            {game.state.player2 === viewer ? 'You go' : game.computer === undefined ? 'They go' : 'It goes'} first this
            time.
          </>
        )}
      </p>
      <Button
        size="md"
        leftSection={<IconRepeat size={17} aria-hidden />}
        loading={pending !== undefined}
        {...rematchKey}
        onClick={() => void again()}
      >
        {rematch ? 'Join rematch' : 'Rematch'}
      </Button>
      {rematch && <DeclineRematch rematch={rematch} />}
      {failed && <Failure title="The rematch could not be started" detail={serverText(failed.error)} />}
    </div>
  );
}

function DeclineRematch({ rematch: { gameID } }: { readonly rematch: GameWire }) {
  const { act, pending, failed } = useGameCall(gameID);

  async function decline(button: HTMLElement): Promise<void> {
    if (!(await act('declineInvitation'))) return;
    moveFocusToHeading(button);
    void showToast('success', messages.gameDeclined);
  }

  return (
    <>
      <Button
        variant="default"
        loading={pending !== undefined}
        onClick={({ currentTarget }) => void decline(currentTarget)}
      >
        Decline
      </Button>
      {failed && <Failure title={messages.gameDeclineFailed} detail={serverText(failed.error)} />}
    </>
  );
}

/** How far a rematch is, to those who play it. */
function RematchCourse({ rematch, opponent }: { readonly rematch: GameWire; readonly opponent: string | undefined }) {
  switch (rematch.state.status) {
    case 'WAITING_TO_START':
      return (
        <>
          Your rematch is waiting for <bdi>{opponent}</bdi>.
        </>
      );
    case 'IN_PROGRESS':
      return 'Your rematch has begun.';
    case 'OVER':
      return 'Your rematch is over.';
  }
}
