import type { GameWire } from '@parlour/contracts/games';
import type { ServerToClientEvents } from '@parlour/contracts/socket';
import { showToast } from '../../design/parts/toasts.ts';
import { isOnScreen } from '../../shared/navigation/is-on-screen.ts';
import { selectUsername } from '../../shared/state/session.slice.ts';
import type { Dispatch, Thunk } from '../../shared/state/store.ts';
import { changePlaying, enterGame, enterRow } from './game-cache.ts';
import { gameKinds } from './game-kinds.ts';
import { enteredGames } from './game-socket.ts';
import { moverOf, opponentOf } from './game-state.ts';
import { gamesApi } from './games.api.ts';

/** Shown on every open game of the affected player, because the event names no game. */
function showRefusal(player: string, error: string): Thunk {
  return (dispatch, getState) => {
    if (player !== selectUsername(getState())) return;
    for (const gameID of enteredGames()) dispatch(changePlaying(gameID, { error }));
  };
}

/**
 * Tells a player who is elsewhere that their turn has come. A start counts, too; the computer's
 * moves do not: they come with one's own. Source: decisions G-15.
 */
function announceTurn(game: GameWire, open: (path: string) => void): Thunk {
  return (_dispatch, getState) => {
    const viewer = selectUsername(getState());
    if (viewer === undefined || moverOf(game) !== viewer || game.computer !== undefined) return;
    const { data: own } = gamesApi.endpoints.getOwnGames.select(viewer)(getState());
    const known = own?.find(({ gameID }) => gameID === game.gameID);
    const comes = known ? known.version < game.version && moverOf(known) !== viewer : game.state.moveCount === 0;
    const address = `/games/${game.gameID}`;
    if (!comes || isOnScreen(address)) return;
    const text = `It is your turn against ${opponentOf(game, viewer) ?? ''} in ${nameOf(game.gameType)}.`;
    void showToast('info', text, () => {
      open(address);
    });
  };
}

function nameOf(gameType: string): string {
  return gameKinds.find(({ type }) => type === gameType)?.label ?? gameType;
}

/** Live event handlers of this feature. `open` navigates. */
export function gamesLive(
  dispatch: Dispatch,
  open: (path: string) => void,
): Pick<ServerToClientEvents, 'gameUpdate' | 'gameError' | 'lobbyUpdate'> {
  return {
    gameUpdate: ({ gameInstance }) => {
      dispatch(announceTurn(gameInstance, open));
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
