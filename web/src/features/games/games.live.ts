import type { ServerToClientEvents } from '@parlour/contracts/socket';
import { selectUsername } from '../../shared/state/session.slice.ts';
import type { Dispatch, Thunk } from '../../shared/state/store.ts';
import { changePlaying, enterGame, enterRow } from './game-cache.ts';
import { enteredGames } from './game-socket.ts';

/** Shown on every open game of the affected player, because the event names no game. */
function showRefusal(player: string, error: string): Thunk {
  return (dispatch, getState) => {
    if (player !== selectUsername(getState())) return;
    for (const gameID of enteredGames()) dispatch(changePlaying(gameID, { error }));
  };
}

/** Live event handlers of this feature. */
export function gamesLive(dispatch: Dispatch): Pick<ServerToClientEvents, 'gameUpdate' | 'gameError' | 'lobbyUpdate'> {
  return {
    gameUpdate: ({ gameInstance }) => {
      dispatch(enterGame(gameInstance));
      dispatch(changePlaying(gameInstance.gameID, { error: undefined }));
    },
    gameError: ({ player, error }) => {
      dispatch(showRefusal(player, error));
    },
    lobbyUpdate: ({ game }) => {
      dispatch(enterRow(game));
    },
  };
}
