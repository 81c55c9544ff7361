import { expect } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import type { GameWire } from '@parlour/contracts/games/games';
import { messages } from '@parlour/contracts/messages';
import type { SocketAnswer } from '@parlour/contracts/socket';
import { fakeServer } from '../../../shared/testing/fake-server.ts';
import { nextFrame } from '../../../shared/testing/next-frame.ts';
import { renderPage } from '../../../shared/testing/render-page.tsx';
import { createStore } from '../../../shared/state/store.ts';
import { GameFrame } from '../game/game-frame.tsx';
import { gamesApi } from '../games.api.ts';
import { gamesLive } from '../games.live.ts';
import { type GameSocket, resumeGames } from '../game-socket.ts';
import { nimOf, waitingOf } from './games.ts';

export const gameID = '01900000-0000-7000-8000-0000000000a1';
export const read = `GET /games/game/${gameID}`;
export const waiting = waitingOf(gameID);
export const watched = nimOf(gameID, [], { players: ['cay', 'ben'], state: { player1: 'cay' } });
export const unknownGame = { status: 404, body: { error: messages.gameUnknown, code: 'game.unknown' } };

/** The server's end of a socket: records what was sent, and answers. */
export class FakeSocket {
  connected = true;
  readonly said: { readonly event: string; readonly given: unknown; readonly done?: (answer: SocketAnswer) => void }[] =
    [];

  emit(event: string, given: unknown, done?: (answer: SocketAnswer) => void): void {
    this.said.push({ event, given, ...(done ? { done } : {}) });
  }

  moves() {
    return this.said.filter(({ event }) => event === 'makeMove');
  }

  entries() {
    return this.said.filter(({ event }) => event === 'joinGame');
  }
}

const stores: ReturnType<typeof createStore>[] = [];

/** After each test: a move that one leaves unanswered would be sent again in the next one. */
export function forgetGames(): void {
  for (const store of stores.splice(0)) store.dispatch(gamesApi.util.resetApiState());
}

/** Opens the page of a game. */
export function renderGame(game: GameWire | undefined, more: Parameters<typeof fakeServer>[0] = {}) {
  const server = fakeServer({ ...(game ? { [read]: () => ({ body: game }) } : {}), ...more });
  const store = createStore();
  stores.push(store);
  const socket = new FakeSocket();
  const connect = () => resumeGames(socket as unknown as GameSocket, store.dispatch); // all that it uses
  connect();
  const view = renderPage(<GameFrame gameID={gameID} />, { store, at: `/games/${gameID}` });
  const emitUpdate = (gameInstance: GameWire) => {
    act(() => gamesLive(store.dispatch, () => undefined).gameUpdate({ gameInstance }));
  };
  return { ...view, server, socket, connect, emitUpdate };
}

/** A button, at once. */
export const button = (name: string) => screen.getByRole('button', { name });
/** The store notifies the page in the next frame. */
export const drawn = () => act(nextFrame);
/** Waits for an alert with this text. */
export const alerted = (...texts: string[]) =>
  waitFor(() => {
    const said = screen.getAllByRole('alert').map(({ textContent }) => textContent);
    expect(said.filter((text) => text !== '')).toEqual(texts);
  });
export const noButton = (name: string) => expect(screen.queryByRole('button', { name })).not.toBeInTheDocument();
/** A button, once it is there. */
export const found = (name: string) => screen.findByRole('button', { name });

/** Takes a number of objects. */
export async function take(user: ReturnType<typeof renderGame>['user'], number: string): Promise<void> {
  await user.type(await screen.findByLabelText('Objects to take'), number);
  await user.click(button('Submit Move'));
}
