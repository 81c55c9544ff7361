import { afterEach, expect, jest, test } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import { messages } from '@parlour/contracts/messages';
import { gamesLive } from '../games.live.ts';
import {
  alerted,
  button,
  drawn,
  forgetGames,
  found,
  gameID,
  noButton,
  read,
  renderGame,
  take,
} from '../testing/game-page.tsx';
import { nimOf } from '../testing/games.ts';

// The page is drawn with the rest.
const mostFaked: Parameters<typeof jest.useFakeTimers>[0] = {
  doNotFake: ['queueMicrotask', 'nextTick', 'requestAnimationFrame'],
};

afterEach(() => {
  forgetGames();
  jest.useRealTimers();
});

test('[EV-20] a move is pending until its update arrives', async () => {
  const { user, socket, emitUpdate, store } = renderGame(nimOf(gameID));
  await take(user, '2');
  await screen.findByText('Sending your move…');
  const [sent] = socket.moves();
  const move = { playerID: 'ann', gameID, move: { numObjects: 2 } };
  expect(sent?.given).toMatchObject({ gameID, move, moveCount: 0 });
  act(() => sent?.done?.({ ok: true }));
  // An update after the reply is shown after it.
  act(() => gamesLive(store.dispatch, () => undefined).gameError({ player: 'ann', error: 'Said after it' }));
  await alerted('Said after it');
  expect(screen.getByText('Sending your move…')).toBeInTheDocument();
  emitUpdate(nimOf(gameID, [2]));
  await waitFor(() => expect(screen.queryByText('Sending your move…')).not.toBeInTheDocument());
  expect(socket.moves()).toHaveLength(1);
});

test('[ST-7, EV-11] a refusal shows its reason until the next update; those of other players are not shown', async () => {
  const { user, socket, emitUpdate, store } = renderGame(nimOf(gameID));
  await take(user, '2');
  act(() => socket.moves()[0]?.done?.({ error: 'Invalid move: wrong player', code: 'move.wrongPlayer' }));
  await alerted('Invalid move: wrong player');
  expect(screen.queryByText('Sending your move…')).not.toBeInTheDocument();
  emitUpdate(nimOf(gameID, [2]));
  await alerted();
  const { gameError } = gamesLive(store.dispatch, () => undefined);
  act(() => gameError({ player: 'ann', error: 'For ann' }));
  act(() => gameError({ player: 'ben', error: 'For ben alone' }));
  await alerted('For ann');
  expect(JSON.stringify(store.getState())).not.toContain('For ben alone');
});

test('a move made offline is sent once after reconnecting, and again if that connection breaks too', async () => {
  const { user, socket, connect, emitUpdate } = renderGame(nimOf(gameID));
  await screen.findByLabelText('Objects to take');
  socket.connected = false;
  await take(user, '3');
  await screen.findByText('Sending your move…');
  expect(socket.moves()).toEqual([]);
  socket.connected = true;
  act(connect);
  expect(socket.moves()).toHaveLength(1);
  act(connect);
  const [first, second] = socket.moves();
  expect(second?.given).toEqual(first?.given);
  emitUpdate(nimOf(gameID, [3]));
  act(connect);
  expect(socket.moves()).toHaveLength(2);
});

test('[G-7] a move that came too late is dropped, and the game is shown as it is now', async () => {
  const { user, server, socket } = renderGame(nimOf(gameID));
  await take(user, '3');
  server.routes[read] = () => ({ body: nimOf(gameID, [1, 2]) });
  act(() => socket.moves()[0]?.done?.({ error: messages.moveLate, code: 'move.late' }));
  await screen.findByText('ben took 2 objects; 18 are left.');
  await alerted(messages.moveLate);
  expect(screen.queryByText('Sending your move…')).not.toBeInTheDocument();
  await take(user, '1');
  expect(socket.moves().map(({ given }) => given)).toMatchObject([{ moveCount: 0 }, { moveCount: 2 }]);
});

test('an unanswered move is resent under its key; a temporary refusal is retried until it succeeds', async () => {
  const { user, socket } = renderGame(nimOf(gameID));
  await screen.findByLabelText('Objects to take');
  jest.useFakeTimers(mostFaked);
  const quick = user.setup({ advanceTimers: jest.advanceTimersByTime });
  await take(quick, '1');
  expect(socket.moves()).toHaveLength(1);
  act(() => void jest.advanceTimersByTime(4_000));
  const [first, second] = socket.moves();
  expect(second?.given).toEqual(first?.given);
  act(() => second?.done?.({ error: 'Parlour is busy.', code: 'service.unavailable' }));
  await drawn();
  expect(screen.getByText('Sending your move…')).toBeInTheDocument();
  act(() => void jest.advanceTimersByTime(4_000));
  act(() => socket.moves()[2]?.done?.({ ok: true }));
  act(() => void jest.advanceTimersByTime(60_000));
  expect(socket.moves()).toHaveLength(3);
});

const opponentsTurn = (secondsAgo: number) =>
  nimOf(gameID, [1], { updatedAt: new Date(Date.now() - secondsAgo * 1_000).toISOString() });

test('the win can be claimed after ten minutes; the button appears by itself', async () => {
  jest.useFakeTimers(mostFaked);
  const { user, server } = renderGame(opponentsTurn(598), {
    'POST /games/claim': () => ({
      body: nimOf(gameID, [1], { version: 9, endedBy: 'claimed', state: { status: 'OVER', winners: ['ann'] } }),
    }),
  });
  await screen.findByText('0:02');
  noButton('Claim the win');
  act(() => jest.advanceTimersByTime(2_000));
  expect(screen.getByText(/has not moved for 10 minutes\. You can/)).toHaveTextContent(/^ben has not moved/);
  await user.click(button('Claim the win'));
  await screen.findByText('Status: OVER');
  expect(screen.getByText('ben ran out of time.')).toBeInTheDocument();
  expect(server.to('/games/claim')[0]?.body).toEqual({ gameID, playerID: 'ann' });
});

test('a claim that is too early says so', async () => {
  const { user, emitUpdate } = renderGame(opponentsTurn(601), {
    'POST /games/claim': () => ({
      status: 409,
      body: { error: 'Your opponent still has time to move.', code: 'claim.early' },
    }),
  });
  await user.click(await found('Claim the win'));
  await alerted('The win could not be claimedYour opponent still has time to move.');
  emitUpdate(nimOf(gameID, [1, 2], { updatedAt: new Date().toISOString() }));
  await waitFor(() => expect(screen.queryByText('The win could not be claimed')).not.toBeInTheDocument());
});

test('nobody can claim on their own turn or against the computer', async () => {
  const late = { updatedAt: new Date(Date.now() - 700_000).toISOString() };
  const { emitUpdate } = renderGame(nimOf(gameID, [], late));
  await screen.findByText(/^Your time is up/);
  noButton('Claim the win');
  emitUpdate(nimOf(gameID, [1], { ...late, computer: 'easy' }));
  await waitFor(() => expect(screen.queryByText(/^Your time is up/)).not.toBeInTheDocument());
  noButton('Claim the win');
});
