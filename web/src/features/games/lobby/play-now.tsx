import { Button } from '@mantine/core';
import type { GameType } from '@parlour/contracts/games/games';
import { messages } from '@parlour/contracts/messages';
import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { serverText } from '../../../shared/http/call-failure.ts';
import { useNavigateWhenDone } from '../../../shared/navigation/use-navigate-when-done.ts';
import { Failure } from '../../../design/parts/feedback/failure.tsx';
import { IconRobot, IconUsers } from '../../../design/parts/look/icons.tsx';
import type { Dispatch } from '../../../shared/state/store.ts';
import { useSubmission } from '../../../shared/state/hooks/use-submission.ts';
import { useViewer } from '../../../shared/state/hooks/use-viewer.ts';
import { gameName } from '@parlour/contracts/games/game-name';
import { enterGame } from '../game-cache.ts';
import { gameKinds } from '../create/game-kinds.ts';
import { gamesApi, useCreateGameMutation } from '../games.api.ts';
import { GameDrawing } from './mini-board.tsx';
import classes from './lobby.module.css';

type Opponent = 'people' | 'computer';

/** Creates a game by one tap, takes a seat in it, and opens it. */
export function PlayNow() {
  const { play, creating, error } = useInstantGame();
  return (
    <section className={classes.part} aria-labelledby="play-now">
      <div className={classes.partHead}>
        <h2 id="play-now" className={classes.partTitle}>
          Play now
        </h2>
      </div>
      <ul className={classes.tiles}>
        {gameKinds.map(({ type }) => (
          <li key={type} className={classes.tile}>
            <GameDrawing type={type} />
            <div className={classes.tileWords}>
              <h3 className={classes.tileName}>{gameName(type)}</h3>
              {(['people', 'computer'] as const).map((opponent) => (
                <Button
                  key={opponent}
                  variant="light"
                  leftSection={opponent === 'people' ? <IconUsers size={17} /> : <IconRobot size={17} />}
                  className={classes.tileButton ?? ''}
                  classNames={{ section: classes.tileIcon ?? '', label: classes.tileLabel ?? '' }}
                  loading={creating === `${type} ${opponent}`}
                  disabled={creating !== undefined && creating !== `${type} ${opponent}`}
                  aria-label={`Play ${gameName(type)} against ${opponent === 'people' ? 'people' : 'the computer, easy'}`}
                  onClick={() => void play(type, opponent)}
                >
                  {opponent === 'people' ? 'People' : 'Computer, easy'}
                </Button>
              ))}
            </div>
          </li>
        ))}
      </ul>
      {error !== undefined && <Failure title={messages.gameCreateFailed} detail={serverText(error)} />}
    </section>
  );
}

function useInstantGame() {
  const viewer = useViewer();
  const dispatch = useDispatch<Dispatch>();
  const goOn = useNavigateWhenDone();
  const [creating, setCreating] = useState<`${GameType} ${Opponent}`>();
  const [createGame, { error }] = useCreateGameMutation();
  const submitGame = useSubmission();
  const submitSeat = useSubmission();

  async function play(gameType: GameType, opponent: Opponent): Promise<void> {
    if (creating !== undefined) return;
    setCreating(`${gameType} ${opponent}`);
    const wanted = { gameType, ...(opponent === 'computer' ? ({ computer: 'easy' } as const) : {}) };
    const { data: game } = await submitGame(wanted, createGame);
    if (game) {
      const { gameID } = game;
      dispatch(enterGame(game));
      if (opponent === 'people') {
        const { data: seated } = await submitSeat({ gameID, playerID: viewer }, (request) =>
          dispatch(gamesApi.endpoints.joinGame.initiate(request, { track: false })),
        );
        // Without a seat, the game's page offers one.
        if (seated) dispatch(enterGame(seated));
      }
      goOn(`/games/${encodeURIComponent(gameID)}`, 'Your game was created.');
    }
    setCreating(undefined);
  }

  return { play, creating, error };
}
