import { tagOf } from '../../shared/api.ts';
import type { GameMove } from '@parlour/contracts/games/games';
import type { ClientToServerEvents, ServerToClientEvents, SocketAnswer } from '@parlour/contracts/socket';
import { useEffect } from 'react';
import type { Socket } from 'socket.io-client';
import { askAgain } from '../../shared/http/ask-again.ts';
import { isPassing } from '../../shared/http/call-failure.ts';
import { newSubmissionKey } from '../../shared/http/submission-key.ts';
import { selectUsername } from '../../shared/state/session.slice.ts';
import type { Dispatch, Thunk } from '../../shared/state/store.ts';
import { changePlaying } from './game-cache.ts';
import { gamesApi } from './games.api.ts';

/** The part of the live connection that this module needs. */
export type GameSocket = Pick<Socket<ServerToClientEvents, ClientToServerEvents>, 'connected' | 'emit'>;

/** Delay before an unanswered move is resent, and before a missing update is requested. */
const waits = { answerMs: 4_000, pictureMs: 2_000 };

/** The games open in this tab, with the number of components that show each. */
const entered = new Map<string, number>();
/** What follows the pending move of a game, and its refused entry. */
const timers = new Map<string, ReturnType<typeof setTimeout>>();
const entries = new Map<string, ReturnType<typeof setTimeout>>();
let current: GameSocket | undefined;

/** The ids of the open games. */
export function enteredGames(): readonly string[] {
  return [...entered.keys()];
}

/** After connecting: enters the rooms of all open games and resends pending moves. */
export function resumeGames(socket: GameSocket, dispatch: Dispatch): void {
  current = socket;
  for (const gameID of entered.keys()) enter(gameID);
  dispatch(sendAgain());
}

function sendAgain(): Thunk {
  return (dispatch, getState) => {
    for (const gameID of gamesApi.util.selectCachedArgsForQuery(getState(), 'getTable')) dispatch(deliver(gameID));
  };
}

/** Enters a game's room. Refused, it would get no updates until the next connection. */
function enter(gameID: string): void {
  if (!current?.connected) return;
  current.emit('joinGame', gameID, (answer) => {
    const timer = entered.has(gameID) ? askAgain(answer, () => enter(gameID)) : undefined;
    if (timer === undefined) return;
    // After a reconnection, both entries may have been refused.
    clearTimeout(entries.get(gameID));
    entries.set(gameID, timer);
  });
}

function leave(gameID: string): void {
  entered.delete(gameID);
  clearTimeout(entries.get(gameID));
  entries.delete(gameID);
  if (current?.connected) current.emit('leaveGame', gameID);
}

/**
 * Watches a game, if there is one, while it is mounted, even in a background tab, so that its
 * player can be called.
 */
export function useEnteredGame(gameID: string | undefined): void {
  useEffect(() => {
    if (gameID === undefined) return undefined;
    const places = entered.get(gameID) ?? 0;
    entered.set(gameID, places + 1);
    if (places === 0) enter(gameID);
    return () => {
      const left = (entered.get(gameID) ?? 1) - 1;
      if (left > 0) entered.set(gameID, left);
      else leave(gameID);
    };
  }, [gameID]);
}

/** Makes a move. It is pending until its update arrives or it is refused; one at a time. */
export function makeMove(gameID: string, move: GameMove): Thunk {
  return (dispatch, getState) => {
    const { data: game } = gamesApi.endpoints.getGame.select(gameID)(getState());
    const { data: table } = gamesApi.endpoints.getTable.select(gameID)(getState());
    if (!game || !table || table.sending?.moveCount === game.state.moveCount) return;
    const { moveCount } = game.state;
    const sending = { commandId: newSubmissionKey(), move, moveCount, accepted: false };
    dispatch(changePlaying(gameID, { sending, error: undefined }));
    dispatch(deliver(gameID));
  };
}

/** Sends the pending move of a game and follows up until it is settled. */
function deliver(gameID: string): Thunk {
  return (dispatch, getState) => {
    clearTimeout(timers.get(gameID));
    timers.delete(gameID);
    const { data: game } = gamesApi.endpoints.getGame.select(gameID)(getState());
    const { data: table } = gamesApi.endpoints.getTable.select(gameID)(getState());
    const sending = table?.sending;
    if (!sending) return;
    if (game && game.state.moveCount > sending.moveCount) {
      dispatch(changePlaying(gameID, { sending: undefined }));
      return;
    }
    if (sending.accepted) {
      dispatch(gamesApi.util.invalidateTags([tagOf('Game', gameID)]));
      return;
    }
    const { commandId, move, moveCount } = sending;
    const playerID = selectUsername(getState()) ?? '';
    // Offline, Socket.IO would buffer it, and it would be sent twice after reconnecting.
    if (current?.connected) {
      current.emit('makeMove', { gameID, move: { playerID, gameID, move }, moveCount, commandId }, (answer) => {
        dispatch(settle(gameID, commandId, answer));
      });
    }
    timers.set(
      gameID,
      setTimeout(() => dispatch(deliver(gameID)), waits.answerMs),
    );
  };
}

function settle(gameID: string, commandId: string, answer: SocketAnswer): Thunk {
  return (dispatch, getState) => {
    const { data: table } = gamesApi.endpoints.getTable.select(gameID)(getState());
    const sending = table?.sending;
    if (sending?.commandId !== commandId) return;
    if (!('error' in answer)) {
      dispatch(changePlaying(gameID, { sending: { ...sending, accepted: true } }));
      clearTimeout(timers.get(gameID));
      timers.set(
        gameID,
        setTimeout(() => dispatch(deliver(gameID)), waits.pictureMs),
      );
    } else if (!isPassing(answer.code)) {
      // After one that passes, the same move may still succeed under the same key.
      dispatch(changePlaying(gameID, { sending: undefined, error: answer.error }));
      if (answer.code === 'move.late') dispatch(gamesApi.util.invalidateTags([tagOf('Game', gameID)]));
    }
  };
}
