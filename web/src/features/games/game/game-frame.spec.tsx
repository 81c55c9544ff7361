import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import type { ErrorCode } from '@parlour/contracts/errors';
import { messages } from '@parlour/contracts/messages';
import { type OnlineSocket, watchAgain } from '../../../shared/state/online.ts';
import { heldRoute } from '../../../shared/testing/held-route.ts';
import {
  alerted,
  button,
  drawn,
  FakeSocket,
  forgetGames,
  found,
  gameID,
  noButton,
  read,
  renderGame,
  take,
  waiting,
  watched,
} from '../testing/game-page.tsx';
import { nimOf, liveUpdateOf, waitingOf } from '../testing/games.ts';

afterEach(forgetGames);
afterEach(() => {
  jest.useRealTimers();
});
beforeEach(() => {
  document.title = '';
});

test('[SC-38, EV-19] a game shows its type and status, and is watched while its page is open', async () => {
  const { socket, connect, unmount } = renderGame(waiting);
  await screen.findByRole('heading', { level: 1, name: 'Nim' });
  expect(screen.getByText('Status: WAITING_TO_START')).toBeInTheDocument();
  expect(document.title).toBe('Nim · Parlour');
  expect(screen.queryByText('Private Game')).not.toBeInTheDocument();
  noButton('Invite Players');
  connect();
  unmount();
  expect(socket.said.map(({ event, given }) => [event, given])).toEqual([
    ['joinGame', gameID],
    ['joinGame', gameID],
    ['leaveGame', gameID],
  ]);
});

test('[EV-19] a game that could not be entered is entered again while it is shown', async () => {
  jest.useFakeTimers();
  const { socket, connect, unmount } = renderGame(watched);
  const pass = () => act(() => jest.advanceTimersByTimeAsync(5_000));
  const refuse = (place: number, code: ErrorCode) => socket.entries()[place]?.done?.({ error: 'No.', code });
  refuse(0, 'service.unavailable');
  await pass();
  expect(socket.entries()).toHaveLength(2);
  refuse(1, 'game.unknown');
  await pass();
  expect(socket.entries()).toHaveLength(2);
  refuse(1, 'limit.reached');
  socket.connected = false;
  await pass();
  expect(socket.entries()).toHaveLength(2);
  socket.connected = true;
  connect();
  // The one of the connection before, too.
  refuse(1, 'service.unavailable');
  refuse(2, 'service.unavailable');
  await pass();
  expect(socket.entries()).toHaveLength(4);
  refuse(3, 'service.unavailable');
  unmount();
  refuse(3, 'service.unavailable');
  await pass();
  expect(socket.entries()).toHaveLength(4);
});

test.each([
  [404, { error: 'Game requested does not exist', code: 'game.unknown' }],
  [400, { error: 'This id is malformed.', code: 'id.malformed' }],
])('[SC-38] no such game (%i)', async (status, body) => {
  renderGame(undefined, { [read]: () => ({ status, body }) });
  await screen.findByRole('heading', { level: 1, name: 'Game error' });
  expect(screen.getByText('Status: Not started')).toBeInTheDocument();
  expect(screen.getByText('Game requested does not exist')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Public Games' })).toHaveAttribute('href', '/games');
});

test('a game that failed to load says so and can be reloaded', async () => {
  const { server, user } = renderGame(undefined, { [read]: () => 'down' });
  expect(await screen.findByRole('alert')).toHaveTextContent('Error while getting games');
  server.routes[read] = () => ({ body: waiting });
  await user.click(button('Try again'));
  await screen.findByRole('heading', { level: 1, name: 'Nim' });
});

test('[G-1] spectators are told that they watch; leaving only navigates', async () => {
  const { server, user, router } = renderGame(watched);
  await screen.findByText('You are watching');
  expect(screen.queryByText(/left to move/)).not.toBeInTheDocument();
  await user.click(button('Leave Game'));
  expect(router.state.location.pathname).toBe('/games');
  expect(server.to('/games/leave')).toEqual([]);
});

test('[SC-40] leaving a running game asks first, loses it, and opens the lobby', async () => {
  const { server, user, router } = renderGame(nimOf(gameID), {
    'POST /games/leave': () => ({
      body: nimOf(gameID, [], { version: 9, state: { status: 'OVER', winners: ['ben'] } }),
    }),
  });
  await user.click(await found('Leave Game'));
  let dialog = await screen.findByRole('dialog', { name: 'Leave this game?' });
  expect(dialog).toHaveTextContent('ben wins');
  await user.click(within(dialog).getByRole('button', { name: 'Stay' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(server.to('/games/leave')).toEqual([]);
  await user.click(button('Leave Game'));
  dialog = await screen.findByRole('dialog', { name: 'Leave this game?' });
  await user.click(within(dialog).getByRole('button', { name: 'Leave and lose' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/games'));
  expect(server.to('/games/leave')[0]?.body).toEqual({ gameID, playerID: 'ann' });
});

test('[SC-40, TX-33] leaving before the start frees the seat at once; a failure is shown', async () => {
  const seated = waitingOf(gameID, 'ann');
  const { server, user, router } = renderGame(seated, { 'POST /games/leave': () => 'down' });
  await user.click(await found('Leave Game'));
  await alerted(`Error while leaving a game${messages.unreachable}`);
  server.routes['POST /games/leave'] = () => ({ body: waiting });
  await user.click(button('Leave Game'));
  await waitFor(() => expect(router.state.location.pathname).toBe('/games'));
  const keys = server.to('/games/leave').map(({ headers }) => headers.get('Idempotency-Key'));
  expect(keys[0]).toBe(keys[1]);
});

test('[P-9] whoever joins sees that the other player is online: a running game is shared with them', async () => {
  const socket = new FakeSocket();
  watchAgain(socket as unknown as OnlineSocket); // all that it uses
  const running = nimOf(gameID, [], { state: { player1: 'ben', player2: 'ann' } });
  const { user } = renderGame(waitingOf(gameID, 'ben'), { 'POST /games/join': () => ({ body: running }) });
  // Without the end of a watch that began in another test.
  const watching = () =>
    socket.said.flatMap(({ event, given }) => (event === 'watchOnline' && String(given) !== '' ? [given] : []));
  const join = await found('Join Game');
  // Nobody may know of a person by a game that only waits.
  await waitFor(() => expect(watching()).toEqual([['ben']]));
  await user.click(join);
  await waitFor(() => expect(watching()).toEqual([['ben'], ['ben']]));
});

test('[SC-40] joining takes a seat, then waits', async () => {
  const seated = waitingOf(gameID, 'ann');
  const { server, user, emitUpdate } = renderGame(waiting, { 'POST /games/join': () => ({ body: seated }) });
  await user.click(await found('Join Game'));
  await screen.findByText(/^You’re in\./);
  noButton('Join Game');
  expect(server.to('/games/join')[0]?.body).toEqual({ gameID, playerID: 'ann' });
  emitUpdate(nimOf(gameID));
  await screen.findByText('ben joined.');
  expect(screen.getByText('Status: IN_PROGRESS')).toBeInTheDocument();
  emitUpdate(seated);
  await drawn();
  expect(screen.getByText('Status: IN_PROGRESS')).toBeInTheDocument();
});

test('screen readers hear who takes a seat and who gives one up, not that a name has changed', async () => {
  const { emitUpdate } = renderGame(waitingOf(gameID, 'ben'));
  const log = await screen.findByRole('log', { name: 'Players joining and leaving' });
  emitUpdate({ ...waiting, version: 3 });
  await waitFor(() => expect(log).toHaveTextContent('ben left.'));
  emitUpdate({ ...waitingOf(gameID, 'cay'), version: 4 });
  await waitFor(() => expect(log).toHaveTextContent('cay joined.'));
  emitUpdate({ ...waitingOf(gameID, 'deleted user'), version: 5 });
  await waitFor(() => expect(log).toHaveTextContent(/^$/));
});

test.each([
  [409, 'game.noSeat', 'Error joining game: you no longer have access to this game.'],
  [404, 'game.unknown', 'Error joining game: you no longer have access to this game.'],
  [503, 'service.unavailable', 'Error while joining a game'],
])('[TX-31, TX-32] a failure to join with %i says why', async (status, code, text) => {
  const { user } = renderGame(waiting, {
    'POST /games/join': () => ({ status, body: { error: 'The server’s words.', code } }),
  });
  await user.click(await found('Join Game'));
  await alerted(`${text}The server’s words.`);
  expect(button('Join Game')).toBeEnabled();
});

test('[TX-31] who loses the race for the last seat is told so, though the winner’s update comes first', async () => {
  const held = heldRoute();
  const { server, user, emitUpdate } = renderGame(waitingOf(gameID, 'ben'), { 'POST /games/join': held.route });
  await user.click(await found('Join Game'));
  await held.asked();
  emitUpdate(watched);
  await screen.findByText('You are watching');
  await held.answer({ status: 409, body: { error: 'The server’s words.', code: 'game.noSeat' } });
  await alerted(`${messages.gameJoinFailed}The server’s words.`);
  expect(server.to('/games/join')).toHaveLength(1);
  noButton('Join Game');
  emitUpdate({ ...watched, version: 9, endedBy: 'left', state: { ...watched.state, status: 'OVER' } });
  await screen.findByText('Status: OVER');
  await alerted(`${messages.gameJoinFailed}The server’s words.`);
});

test('a lost answer to joining is not called a failure once the seat is there', async () => {
  const { user, emitUpdate } = renderGame(waitingOf(gameID, 'ben'), { 'POST /games/join': () => 'down' });
  await user.click(await found('Join Game'));
  await alerted(`${messages.gameJoinCallFailed}${messages.unreachable}`);
  emitUpdate(nimOf(gameID));
  await screen.findByText('Status: IN_PROGRESS');
  await alerted();
});

test('[BG-1] whoever created a game withdraws it while nobody else has a seat', async () => {
  const { server, user, emitUpdate } = renderGame(
    { ...waiting, createdBy: 'ann' },
    {
      'POST /games/withdraw': () => ({
        body: { ...waiting, version: 5, endedBy: 'withdrawn', state: { ...waiting.state, status: 'OVER' } },
      }),
    },
  );
  await found('Withdraw Game');
  emitUpdate({ ...waitingOf(gameID, 'ben'), createdBy: 'ann', version: 3 });
  await waitFor(() => noButton('Withdraw Game'));
  emitUpdate({ ...waiting, createdBy: 'ann', version: 4 });
  await user.click(await found('Withdraw Game'));
  await screen.findByText('It was withdrawn before it began.');
  await screen.findByText('The game did not begin');
  expect(screen.getByRole('link', { name: 'Public Games' })).toHaveAttribute('href', '/games');
  noButton('Share');
  expect(server.to('/games/withdraw')[0]?.body).toEqual({ gameID, playerID: 'ann' });
});

test('[BG-1] other people have nothing to withdraw', async () => {
  renderGame({ ...waiting, createdBy: 'ben' });
  await found('Join Game');
  noButton('Withdraw Game');
});

test('a game that began instead of being withdrawn says so until the first move', async () => {
  const held = heldRoute();
  const game = { ...waitingOf(gameID, 'ann'), createdBy: 'ann' };
  const { user, emitUpdate } = renderGame(game, { 'POST /games/withdraw': held.route });
  await user.click(await found('Withdraw Game'));
  await held.asked();
  emitUpdate(nimOf(gameID));
  await screen.findByText('Status: IN_PROGRESS');
  await held.answer({ status: 409, body: { error: 'The game has begun.', code: 'game.started' } });
  await alerted('The game could not be withdrawnThe game has begun.');
  await take(user, '2');
  await alerted();
});

test('[U-5] a game that ended because an account was deleted before the start says so', async () => {
  const ended = waitingOf(gameID, 'ann');
  renderGame({ ...ended, endedBy: 'deleted', state: { ...ended.state, status: 'OVER' } });
  await screen.findByText('An account was deleted before the game began.');
  noButton('Rematch');
});

test('[EV-10] live moves are appended; if some are missing, the game is refetched', async () => {
  const [one, two, four] = [nimOf(gameID, [1]), nimOf(gameID, [1, 2]), nimOf(gameID, [1, 2, 3, 1])];
  const { server, emitUpdate } = renderGame(one);
  await screen.findByText('ann took 1 object; 20 are left.');
  emitUpdate(liveUpdateOf(two, 1));
  await screen.findByText('ben took 2 objects; 18 are left.');
  expect(server.to(`/games/game/${gameID}`)).toHaveLength(1);
  server.routes[read] = () => ({ body: four });
  emitUpdate(liveUpdateOf(four, 1));
  await screen.findByText('ben took 1 object; 14 are left.');
  expect(server.to(`/games/game/${gameID}`)).toHaveLength(2);
});

test('[EV-10] a game is read once, with all its moves, however often its replay goes through them', async () => {
  const { server, user, router, emitUpdate } = renderGame(nimOf(gameID, [1, 2]));
  await screen.findByText('ben took 2 objects; 18 are left.');
  const won = { endedBy: 'left', state: { status: 'OVER', winners: ['ann'] } } as const;
  emitUpdate(liveUpdateOf(nimOf(gameID, [1, 2, 3], { version: 7, ...won }), 1));
  await user.click(await found('Replay'));
  const step = async (name: string, ...shown: string[]) => {
    for (const text of shown) {
      await user.click(button(name));
      await screen.findByText(text);
    }
  };
  for (const name of ['First position', 'Last position', 'First position']) await user.click(button(name));
  await step('Next move', 'Move 1 of 3:', 'Move 2 of 3:', 'Move 3 of 3:');
  await step('Previous move', 'Move 2 of 3:', 'Move 1 of 3:', 'Start of 3:');
  // The address follows with a delay.
  await waitFor(() => expect(router.state.location.search).toBe('?move=0'));
  await drawn();
  expect(server.to(read.replace('GET ', ''))).toHaveLength(1);
});

test('[EV-10] a live move that arrives before the game has loaded is not lost', async () => {
  const held = heldRoute();
  const { emitUpdate } = renderGame(undefined, { [read]: held.route });
  await held.asked();
  emitUpdate(liveUpdateOf(nimOf(gameID, [1, 2]), 1));
  await held.answer({ body: nimOf(gameID, [1]) });
  await held.answer({ body: nimOf(gameID, [1, 2]) });
  await screen.findByText('ben took 2 objects; 18 are left.');
});

test('an older reply does not undo a live update', async () => {
  const held = heldRoute();
  const { emitUpdate } = renderGame(undefined, { [read]: held.route });
  expect(screen.getByLabelText('Loading the game')).toBeInTheDocument();
  emitUpdate(nimOf(gameID));
  await screen.findByText('Status: IN_PROGRESS');
  await held.answer({ body: waiting });
  await drawn();
  expect(screen.getByText('Status: IN_PROGRESS')).toBeInTheDocument();
});
