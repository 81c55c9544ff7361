import type { ErrorCode } from '@parlour/contracts/errors';
import type { GameMove } from '@parlour/contracts/games';
import type { ClientToServerEvents, ServerToClientEvents, SocketAnswer } from '@parlour/contracts/socket';
import { useEffect } from 'react';
import type { Socket } from 'socket.io-client';
import { newSubmissionKey } from '../../shared/http/submission-key.ts';
import { selectUsername } from '../../shared/state/session.slice.ts';
import type { Dispatch, Thunk } from '../../shared/state/store-types.ts';
import { changeTable } from './game-cache.ts';
import { gamesApi } from './games.api.ts';

/** The part of the live connection that this needs. */
export type GameSocket = Pick<Socket<ServerToClientEvents, ClientToServerEvents>, 'connected' | 'emit'>;

/** After this long without an answer a move is sent again; after this long without its picture that is asked for. */
const waits = { answerMs: 4_000, pictureMs: 2_000 };

/** Refusals that pass: the same move under the same key may still be made. */
const passing: readonly ErrorCode[] = ['service.unavailable', 'limit.reached', 'failure.unknown'];

/** The games that are open in this tab, with the number of places that show them. */
const entered = new Map<string, number>();
const timers = new Map<string, ReturnType<typeof setTimeout>>();
let current: GameSocket | undefined;

/** The games whose page is open. */
export function enteredGames(): readonly string[] {
  return [...entered.keys()];
}

/** Takes up all open games with a socket that has just connected: enters their rooms, and sends what is still on its way. */
export function takeUpGames(socket: GameSocket, dispatch: Dispatch): void {
  current = socket;
  for (const gameID of entered.keys()) socket.emit('joinGame', gameID);
  dispatch(sendAgain());
}

function sendAgain(): Thunk {
  return (dispatch, getState) => {
    for (const gameID of gamesApi.util.selectCachedArgsForQuery(getState(), 'getTable')) dispatch(deliver(gameID));
  };
}

/** Watches a game as long as it is on the page; also behind another tab: its player wants to be called. */
export function useEnteredGame(gameID: string): void {
  useEffect(() => {
    const places = entered.get(gameID) ?? 0;
    entered.set(gameID, places + 1);
    if (places === 0 && current?.connected) current.emit('joinGame', gameID);
    return () => {
      const left = (entered.get(gameID) ?? 1) - 1;
      if (left > 0) entered.set(gameID, left);
      else {
        entered.delete(gameID);
        if (current?.connected) current.emit('leaveGame', gameID);
      }
    };
  }, [gameID]);
}

/** Makes a move: it is on its way until its picture has come, or it is refused. One at a time. */
export function makeMove(gameID: string, move: GameMove): Thunk {
  return (dispatch, getState) => {
    const { data: game } = gamesApi.endpoints.getGame.select(gameID)(getState());
    const { data: table } = gamesApi.endpoints.getTable.select(gameID)(getState());
    if (!game || !table || table.sending?.moveCount === game.state.moveCount) return;
    const { moveCount } = game.state;
    const sending = { commandId: newSubmissionKey(), move, moveCount, accepted: false };
    dispatch(changeTable(gameID, { sending, error: undefined }));
    dispatch(deliver(gameID));
  };
}

/** Sends what is on its way at a game, and looks after it until it is settled. */
function deliver(gameID: string): Thunk {
  return (dispatch, getState) => {
    clearTimeout(timers.get(gameID));
    timers.delete(gameID);
    const { data: game } = gamesApi.endpoints.getGame.select(gameID)(getState());
    const { data: table } = gamesApi.endpoints.getTable.select(gameID)(getState());
    const sending = table?.sending;
    if (!sending) return;
    if (game && game.state.moveCount > sending.moveCount) {
      dispatch(changeTable(gameID, { sending: undefined }));
      return;
    }
    if (sending.accepted) {
      dispatch(gamesApi.util.invalidateTags([{ type: 'Game', id: gameID }]));
      return;
    }
    const { commandId, move } = sending;
    const playerID = selectUsername(getState()) ?? '';
    // What is sent without a connection would be kept by the client and sent twice when there is one.
    if (current?.connected) {
      current.emit('makeMove', { gameID, move: { playerID, gameID, move }, commandId }, (answer) => {
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
      dispatch(changeTable(gameID, { sending: { ...sending, accepted: true } }));
      clearTimeout(timers.get(gameID));
      timers.set(
        gameID,
        setTimeout(() => dispatch(deliver(gameID)), waits.pictureMs),
      );
    } else if (!passing.includes(answer.code)) {
      dispatch(changeTable(gameID, { sending: undefined, error: answer.error }));
    }
  };
}
