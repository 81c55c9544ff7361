import type { GameRowWire, GameWire } from '@parlour/contracts/games/games';
import type { ServerToClientEvents } from '@parlour/contracts/socket';
import { showToast } from '../../design/parts/feedback/toasts.ts';
import { awaitNews } from '../../shared/navigation/awaited-news.ts';
import { isOnScreen } from '../../shared/navigation/is-on-screen.ts';
import { selectUsername } from '../../shared/state/session.slice.ts';
import type { Dispatch, Thunk } from '../../shared/state/store.ts';
import { gameName, turnText } from '@parlour/contracts/games/game-name';
import { changePlaying, enterGame, enterRow, removeGame } from './game-cache.ts';
import { enteredGames } from './game-socket.ts';
import { lastMoverOf, moverOf, opponentOf, resultFor } from './game-state.ts';
import { gamesApi } from './games.api.ts';

/** Shown on every open game of the affected player, because the event names no game. */
function showRefusal(player: string, error: string): Thunk {
  return (dispatch, getState) => {
    if (player !== selectUsername(getState())) return;
    for (const gameID of enteredGames()) dispatch(changePlaying(gameID, { error }));
  };
}

/**
 * Tells a player who is elsewhere that their turn has come, or that somebody else has ended their
 * game. Not against the computer: its moves come with one's own. Source: decisions G-15.
 */
function announce(game: GameWire, open: (path: string) => void): Thunk {
  return (_dispatch, getState) => {
    const viewer = selectUsername(getState());
    if (viewer === undefined || game.computer !== undefined) return;
    const { data: own } = gamesApi.endpoints.getOwnGames.select(viewer)(getState());
    const known = own?.find(({ gameID }) => gameID === game.gameID);
    const address = `/games/${game.gameID}`;
    if ((known && known.version >= game.version) || isOnScreen(address)) return;
    const [opponent, name] = [opponentOf(game, viewer) ?? '', gameName(game.gameType)];
    let text: string | undefined;
    if (turnComes(game, known, viewer)) {
      text = turnText(opponent, game.gameType);
      awaitNews();
    } else if (othersEnd(game, known, viewer)) {
      text = `Your game of ${name} against ${opponent} is over: ${outcomes[resultFor(game, viewer)]}.`;
    }
    if (text !== undefined) void showToast('info', text, { address, open });
  };
}

/** Whether it is the viewer's turn only since this update. A start counts, too. */
function turnComes(game: GameWire, known: GameRowWire | undefined, viewer: string): boolean {
  return moverOf(game) === viewer && (known ? moverOf(known) !== viewer : game.state.moveCount === 0);
}

/** Whether the viewer's game has ended by this update, and not by their own act. */
function othersEnd(game: GameWire, known: GameRowWire | undefined, viewer: string): boolean {
  if (game.state.status !== 'OVER' || known?.state.status !== 'IN_PROGRESS') return false;
  const result = resultFor(game, viewer);
  switch (game.endedBy) {
    case 'left':
      return result === 'Won';
    case 'claimed':
      return result === 'Lost';
    case 'deleted':
      return true;
    case 'play':
    case 'draw':
    case 'withdrawn':
    case 'declined':
    case undefined:
    default:
      return lastMoverOf(game) !== viewer;
  }
}

const outcomes = { Won: 'you won', Lost: 'you lost', Draw: 'a draw' };

/** Live event handlers of this feature. `open` navigates. */
export function gamesLive(
  dispatch: Dispatch,
  open: (path: string) => void,
): Pick<ServerToClientEvents, 'gameUpdate' | 'gameError' | 'lobbyUpdate' | 'invitationDeclined'> {
  return {
    gameUpdate: ({ gameInstance }) => {
      dispatch(announce(gameInstance, open));
      dispatch(enterGame(gameInstance));
      dispatch(changePlaying(gameInstance.gameID, { error: undefined }));
    },
    gameError: ({ player, error }) => {
      dispatch(showRefusal(player, error));
    },
    lobbyUpdate: ({ game }) => {
      dispatch(enterRow(game));
    },
    invitationDeclined: ({ gameID }) => {
      dispatch(removeGame(gameID));
    },
  };
}
