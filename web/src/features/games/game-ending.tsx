import { Button } from '@mantine/core';
import type { GameWire } from '@parlour/contracts/games';
import { deletedUserName } from '@parlour/contracts/limits';
import { useState } from 'react';
import { Link } from 'react-router';
import { serverText } from '../../shared/http/call-failure.ts';
import { useNavigateWhenDone } from '../../shared/navigation/use-navigate-when-done.ts';
import { Failure } from '../../design/parts/failure.tsx';
import { IconRepeat } from '../../design/parts/icons.tsx';
import { opponentOf, plays } from './game-state.ts';
import { useGameCall } from './use-game-call.ts';
import classes from './game-frame.module.css';

/** The way from a finished game to a rematch. */
export function GameEnding({ game, viewer }: { readonly game: GameWire; readonly viewer: string }) {
  const goOn = useNavigateWhenDone();
  const { act, pending, failed } = useGameCall(game.gameID);
  const [asking, setAsking] = useState(false);
  const { rematchID } = game;
  const opponent = opponentOf(game, viewer);
  // A deleted account can't play again.
  const { player1, player2 } = game.state;
  if ([player1, player2].some((name) => name === undefined || name === deletedUserName)) return null;
  if (!plays(game, viewer)) {
    if (rematchID === undefined) return null;
    return (
      <div className={classes.next}>
        <p className={classes.detail}>The two players play again.</p>
        <Button component={Link} to={`/games/${encodeURIComponent(rematchID)}`} data-next>
          Watch rematch
        </Button>
      </div>
    );
  }

  async function again(): Promise<void> {
    setAsking(true);
    const rematch = await act('rematch');
    if (rematch === undefined) setAsking(false);
    else goOn(`/games/${encodeURIComponent(rematch.gameID)}`, 'Your rematch was created.');
  }

  // The viewer's own rematch exists before its page opens: don't offer it.
  const offered = rematchID !== undefined && !asking;
  return (
    <div className={classes.next}>
      <p className={classes.detail} role="status">
        {offered ? (
          'A rematch is waiting for you.'
        ) : (
          <>
            Play again against <bdi>{opponent}</bdi>? This time{' '}
            {game.state.player2 === viewer ? 'you begin' : 'they begin'}.
          </>
        )}
      </p>
      <Button
        size="md"
        leftSection={<IconRepeat size={17} aria-hidden />}
        data-next
        loading={pending !== undefined}
        onClick={() => void again()}
      >
        {offered ? 'Join rematch' : 'Rematch'}
      </Button>
      {failed && <Failure title="The rematch could not be started" detail={serverText(failed.error)} />}
    </div>
  );
}
