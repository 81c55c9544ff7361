import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import type { ErrorCode } from '@parlour/contracts/errors';
import type { GameWire } from '@parlour/contracts/games';
import { messages } from '@parlour/contracts/messages';
import type { SocketAnswer } from '@parlour/contracts/socket';
import { fakeServer } from '../../shared/testing/fake-server.ts';
import { renderPage } from '../../shared/testing/render-page.tsx';
import { isOnScreen } from '../../shared/navigation/is-on-screen.ts';
import { type OnlineSocket, watchAgain } from '../../shared/state/online.ts';
import { createStore } from '../../shared/state/store.ts';
import { GameFrame } from './game-frame.tsx';
import { gamesApi } from './games.api.ts';
import { gamesLive } from './games.live.ts';
import { type GameSocket, resumeGames } from './game-socket.ts';
import { nimOf, liveUpdateOf, waitingOf } from './testing.ts';

const gameID = '01900000-0000-7000-8000-0000000000a1';
const read = `GET /games/game/${gameID}`;
const waiting = waitingOf(gameID);
const hosted = { ...waiting, host: 'ann', invitedPlayers: ['ben'] };
const watched = nimOf(gameID, [], { players: ['cay', 'ben'], state: { player1: 'cay' } });

/** The server's end of a socket: records what was sent, and answers. */
class FakeSocket {
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

// A move that one test leaves unanswered would be sent again in the next one.
afterEach(() => {
  for (const store of stores.splice(0)) store.dispatch(gamesApi.util.resetApiState());
});

function renderGame(game: GameWire | undefined, more: Parameters<typeof fakeServer>[0] = {}) {
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

const button = (name: string) => screen.getByRole('button', { name });
/** The store notifies the page in the next frame. */
const drawn = () => act(() => new Promise<void>((resolve) => void requestAnimationFrame(() => resolve())));
/** Waits for an alert with this text. */
const alerted = (...texts: string[]) =>
  waitFor(() => {
    const said = screen.getAllByRole('alert').map(({ textContent }) => textContent);
    expect(said.filter((text) => text !== '')).toEqual(texts);
  });
const noButton = (name: string) => expect(screen.queryByRole('button', { name })).not.toBeInTheDocument();

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

test('[P-9] whoever joins sees that the other player is online: a running game is shared with them', async () => {
  const socket = new FakeSocket();
  watchAgain(socket as unknown as OnlineSocket); // all that it uses
  const running = nimOf(gameID, [], { state: { player1: 'ben', player2: 'ann' } });
  const { user } = renderGame(waitingOf(gameID, 'ben'), { 'POST /games/join': () => ({ body: running }) });
  const watching = () => socket.said.filter(({ event }) => event === 'watchOnline').map(({ given }) => given);
  const join = await screen.findByRole('button', { name: 'Join Game' });
  // Nobody may know of a person by a game that only waits.
  await waitFor(() => expect(watching()).toEqual([['ben']]));
  await user.click(join);
  await waitFor(() => expect(watching()).toEqual([['ben'], ['ben']]));
});

test('[SC-40] joining takes a seat, then waits', async () => {
  const seated = waitingOf(gameID, 'ann');
  const { server, user, emitUpdate } = renderGame(waiting, { 'POST /games/join': () => ({ body: seated }) });
  await user.click(await screen.findByRole('button', { name: 'Join Game' }));
  await screen.findByText(/^You have a seat\./);
  noButton('Join Game');
  expect(server.to('/games/join')[0]?.body).toEqual({ gameID, playerID: 'ann' });
  emitUpdate(nimOf(gameID));
  await screen.findByText('ben joined.');
  expect(screen.getByText('Status: IN_PROGRESS')).toBeInTheDocument();
  emitUpdate(seated);
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

test('[BG-1] whoever created a game withdraws it while nobody else has a seat', async () => {
  const { server, user, emitUpdate } = renderGame(
    { ...waiting, createdBy: 'ann' },
    {
      'POST /games/withdraw': () => ({
        body: { ...waiting, version: 5, endedBy: 'withdrawn', state: { ...waiting.state, status: 'OVER' } },
      }),
    },
  );
  await screen.findByRole('button', { name: 'Withdraw Game' });
  emitUpdate({ ...waitingOf(gameID, 'ben'), createdBy: 'ann', version: 3 });
  await waitFor(() => noButton('Withdraw Game'));
  emitUpdate({ ...waiting, createdBy: 'ann', version: 4 });
  await user.click(await screen.findByRole('button', { name: 'Withdraw Game' }));
  await screen.findByText('It was withdrawn before it began.');
  await screen.findByText('The game did not begin');
  expect(screen.getByRole('link', { name: 'Public Games' })).toHaveAttribute('href', '/games');
  noButton('Share');
  expect(server.to('/games/withdraw')[0]?.body).toEqual({ gameID, playerID: 'ann' });
});

test('[BG-1] other people have nothing to withdraw', async () => {
  renderGame({ ...waiting, createdBy: 'ben' });
  await screen.findByRole('button', { name: 'Join Game' });
  noButton('Withdraw Game');
});

test.each([
  [409, 'game.noSeat', 'Error joining game: you no longer have access to this game.'],
  [404, 'game.unknown', 'Error joining game: you no longer have access to this game.'],
  [503, 'service.unavailable', 'Error while joining a game'],
])('[TX-31, TX-32] a failure to join with %i says why', async (status, code, text) => {
  const { user } = renderGame(waiting, {
    'POST /games/join': () => ({ status, body: { error: 'The server’s words.', code } }),
  });
  await user.click(await screen.findByRole('button', { name: 'Join Game' }));
  await alerted(`${text}The server’s words.`);
  expect(button('Join Game')).toBeEnabled();
});

test('[TX-31] who loses the race for the last seat is told so, though the winner’s update comes first', async () => {
  let answer = () => {};
  const { server, user, emitUpdate } = renderGame(waitingOf(gameID, 'ben'), {
    'POST /games/join': async () => {
      await new Promise<void>((resolve) => (answer = resolve));
      return { status: 409, body: { error: 'The server’s words.', code: 'game.noSeat' } };
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Join Game' }));
  await waitFor(() => expect(server.to('/games/join')).toHaveLength(1));
  emitUpdate(watched);
  await screen.findByText('You are watching');
  answer();
  await alerted(`${messages.gameJoinFailed}The server’s words.`);
  expect(server.to('/games/join')).toHaveLength(1);
  noButton('Join Game');
  emitUpdate({ ...watched, version: 9, endedBy: 'left', state: { ...watched.state, status: 'OVER' } });
  await screen.findByText('Status: OVER');
  await alerted(`${messages.gameJoinFailed}The server’s words.`);
});

test('a lost answer to joining is not called a failure once the seat is there', async () => {
  const { user, emitUpdate } = renderGame(waitingOf(gameID, 'ben'), { 'POST /games/join': () => 'down' });
  await user.click(await screen.findByRole('button', { name: 'Join Game' }));
  await alerted(`${messages.gameJoinCallFailed}${messages.unreachable}`);
  emitUpdate(nimOf(gameID));
  await screen.findByText('Status: IN_PROGRESS');
  await alerted();
});

test('a game that began instead of being withdrawn says so until the first move', async () => {
  let answer = () => {};
  const { server, user, emitUpdate } = renderGame(
    { ...waitingOf(gameID, 'ann'), createdBy: 'ann' },
    {
      'POST /games/withdraw': async () => {
        await new Promise<void>((resolve) => (answer = resolve));
        return { status: 409, body: { error: 'The game has begun.', code: 'game.started' } };
      },
    },
  );
  await user.click(await screen.findByRole('button', { name: 'Withdraw Game' }));
  await waitFor(() => expect(server.to('/games/withdraw')).toHaveLength(1));
  emitUpdate(nimOf(gameID));
  await screen.findByText('Status: IN_PROGRESS');
  answer();
  await alerted('The game could not be withdrawnThe game has begun.');
  await take(user, '2');
  await alerted();
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
  await user.click(await screen.findByRole('button', { name: 'Leave Game' }));
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
  await user.click(await screen.findByRole('button', { name: 'Leave Game' }));
  await alerted(`Error while leaving a game${messages.unreachable}`);
  server.routes['POST /games/leave'] = () => ({ body: waiting });
  await user.click(button('Leave Game'));
  await waitFor(() => expect(router.state.location.pathname).toBe('/games'));
  const keys = server.to('/games/leave').map(({ headers }) => headers.get('Idempotency-Key'));
  expect(keys[0]).toBe(keys[1]);
});

test('[SC-39] a private game shows host and invited players; the host can invite more until it starts', async () => {
  const people = ['ben', 'cay', 'dan'].map((username) => ({ _id: username, username }));
  const { server, user, emitUpdate } = renderGame(hosted, {
    'GET /user/getUsers': () => ({ body: people }),
    'POST /games/invite': () => ({ body: { ...hosted, version: 2, invitedPlayers: ['ben', 'cay'] } }),
  });
  await screen.findByText('Private Game');
  expect(screen.getByText(/Host:/)).toHaveTextContent('Host: ann');
  expect(screen.getByText(/Invited Players:/)).toHaveTextContent('Invited Players: ben');
  await user.click(button('Invite Players'));
  const dialog = await screen.findByRole('dialog', { name: 'Invite Players' });
  await waitFor(() => expect(within(dialog).getByRole('searchbox')).toHaveFocus());
  await user.click(within(dialog).getByRole('button', { name: 'Send Invites' }));
  expect(within(dialog).getByRole('alert')).toHaveTextContent('Please choose at least one player to invite.');
  const cay = await within(dialog).findByRole('button', { name: 'cay' });
  expect(within(dialog).queryByRole('button', { name: 'ben' })).not.toBeInTheDocument();
  await user.click(cay);
  await user.click(within(dialog).getByRole('button', { name: 'dan' }));
  await user.click(within(dialog).getByRole('button', { name: 'dan' }));
  await user.click(within(dialog).getByRole('button', { name: 'Send Invites' }));
  await waitFor(() => expect(screen.getByText(/Invited Players:/)).toHaveTextContent('ben, cay'));
  expect(server.to('/games/invite')[0]?.body).toEqual({ gameID, invitedPlayers: ['cay'] });
  expect(screen.getByText('1 player invited.')).toBeInTheDocument();
  emitUpdate(nimOf(gameID, [], { host: 'ann', invitedPlayers: ['ben', 'cay'] }));
  await waitFor(() => noButton('Invite Players'));
});

test('[SC-39, RO-7] only the host can invite', async () => {
  renderGame({ ...hosted, host: 'ben', invitedPlayers: ['ann'] });
  await screen.findByText('Private Game');
  noButton('Invite Players');
});

test('nobody is invited to a rematch: its seats are kept', async () => {
  renderGame({ ...hosted, keptFor: ['ann', 'ben'] });
  await screen.findByText('Private Game');
  noButton('Invite Players');
});

const invited = { ...waiting, host: 'ben', invitedPlayers: ['ann', 'cay'] };
const unknownGame = { status: 404, body: { error: messages.gameUnknown, code: 'game.unknown' } };

test('[BG-6, G-16] whoever is invited can decline, and goes on in the lobby; a failure is shown', async () => {
  const { server, user, router } = renderGame(invited, {
    'POST /games/decline': () => ({ status: 409, body: { error: 'Too late.', code: 'game.started' } }),
  });
  await user.click(await screen.findByRole('button', { name: 'Decline' }));
  await alerted('Error while declining an invitationToo late.');
  server.routes['POST /games/decline'] = () => ({ body: { gameID } });
  server.routes[read] = () => unknownGame;
  await user.click(button('Decline'));
  await waitFor(() => expect(router.state.location.pathname).toBe('/games'));
  expect(server.to('/games/decline').at(-1)?.body).toEqual({ gameID, playerID: 'ann' });
});

test.each<[string, GameWire]>([
  ['the host', hosted],
  ['whoever has a seat', { ...waitingOf(gameID, 'ann'), host: 'ben', invitedPlayers: ['ann'] }],
  ['anybody in a public game', waiting],
  ['whoever only watches a rematch', { ...invited, keptFor: ['ben', 'cay'] }],
])('[BG-6] %s has nothing to decline', async (_, game) => {
  renderGame(game);
  await screen.findByText('Status: WAITING_TO_START');
  noButton('Decline');
});

test('[EV-27] a game that was declined in another tab is unknown from then on', async () => {
  const { server, store } = renderGame(invited);
  await screen.findByRole('button', { name: 'Decline' });
  server.routes[read] = () => unknownGame;
  act(() => gamesLive(store.dispatch, () => undefined).invitationDeclined({ gameID }));
  await screen.findByRole('heading', { level: 1, name: 'Game error' });
  noButton('Join Game');
});

test('[BG-6] the host sees who has declined, as it happens, and does not choose them again', async () => {
  const people = ['ben', 'cay'].map((username) => ({ _id: username, username }));
  const { user, emitUpdate } = renderGame(hosted, { 'GET /user/getUsers': () => ({ body: people }) });
  await screen.findByText('Private Game');
  expect(screen.queryByText(/Declined:/)).not.toBeInTheDocument();
  emitUpdate({ ...hosted, version: 2, invitedPlayers: [], declinedPlayers: ['ben'] });
  expect(await screen.findByText(/Declined:/)).toHaveTextContent('Declined: ben');
  expect(screen.getByText(/Invited Players:/)).toHaveTextContent('Invited Players: nobody');
  expect(screen.getByRole('log')).toHaveTextContent('ben declined.');
  await user.click(button('Invite Players'));
  await screen.findByRole('button', { name: 'cay' });
  noButton('ben');
});

test('[TX-34] a failed invitation says why and keeps the selection', async () => {
  const { user } = renderGame(hosted, {
    'GET /user/getUsers': () => ({ body: [{ _id: 'c', username: 'cay' }] }),
    'POST /games/invite': () => ({ status: 409, body: { error: 'This game is over.', code: 'game.over' } }),
  });
  await user.click(await screen.findByRole('button', { name: 'Invite Players' }));
  await user.click(await screen.findByRole('button', { name: 'cay' }));
  await user.click(button('Send Invites'));
  await alerted('Error while inviting players to the gameThis game is over.');
  expect(button('Do not invite cay')).toBeInTheDocument();
  await user.click(within(screen.getByRole('dialog')).getAllByRole('button', { name: 'Close' }).at(-1)!);
  await user.click(await screen.findByRole('button', { name: 'Keep editing' }));
  expect(button('Do not invite cay')).toBeInTheDocument();
  await user.keyboard('{Escape}');
  await user.click(await screen.findByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  await user.click(button('Invite Players'));
  await screen.findByText('Nobody selected yet');
  await alerted();
});

test('the dialog for invitations stays while they are sent, as they are sent, and at a click beside it', async () => {
  let answer: (() => void) | undefined;
  const people = ['cay', 'dan'].map((username) => ({ _id: username, username }));
  const { server, user } = renderGame(hosted, {
    'GET /user/getUsers': () => ({ body: people }),
    'POST /games/invite': () =>
      new Promise((resolve) => {
        answer = () => resolve({ body: { ...hosted, version: 2, invitedPlayers: ['ben', 'cay'] } });
      }),
  });
  await user.click(await screen.findByRole('button', { name: 'Invite Players' }));
  await user.click(await screen.findByRole('button', { name: 'cay' }));
  const dialog = screen.getByRole('dialog');
  const closers = within(dialog).getAllByRole('button', { name: 'Close' });
  const clickBeside = () => user.click(document.querySelector('.mantine-Modal-overlay') ?? document.body);
  await clickBeside();
  expect(dialog).toBeVisible();
  await user.click(button('Send Invites'));
  expect(closers.at(-1)).toBeDisabled();
  await user.click(button('dan'));
  for (const closer of closers) await user.click(closer);
  await user.keyboard('{Escape}');
  await clickBeside();
  expect(dialog).toBeVisible();
  expect(button('dan')).toHaveAttribute('aria-pressed', 'false');
  answer?.();
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(server.to('/games/invite').map(({ body }) => body)).toEqual([{ gameID, invitedPlayers: ['cay'] }]);
});

const readNext = 'GET /games/game/next';
const lost = nimOf(gameID, [1], { version: 9, endedBy: 'left', state: { status: 'OVER', winners: ['ben'] } });
/** A rematch that waits for the other player, or for both. */
const rematchOf = (seated?: string): GameWire => ({ ...waitingOf('next', seated), keptFor: ['ann', 'ben'] });

test('a rematch opens on a page of its own; the opponent is offered to join it, spectators to watch it', async () => {
  const { server, user, router, emitUpdate } = renderGame(lost, {
    'POST /games/rematch': () => ({ body: nimOf('next') }),
    [readNext]: () => ({ body: rematchOf('ben') }),
  });
  await screen.findByRole('button', { name: 'Rematch' });
  expect(screen.getByText(/^Play again against/)).toHaveTextContent('against ben? This time they begin.');
  emitUpdate({ ...lost, rematchID: 'next' });
  await screen.findByText('A rematch is waiting for you.');
  // Its invitation needs no toast.
  expect(isOnScreen('/games/next')).toBe(true);
  await user.click(button('Join rematch'));
  await waitFor(() => expect(router.state.location.pathname).toBe('/games/next'));
  expect(server.to('/games/rematch')[0]?.body).toEqual({ gameID, playerID: 'ann' });
  // The former page goes after the address has changed.
  await waitFor(() => expect(isOnScreen('/games/next')).toBe(false));
});

test('the viewer’s own rematch is not offered while it is being created', async () => {
  const over = nimOf(gameID, [1], {
    version: 9,
    endedBy: 'left',
    state: { status: 'OVER', winners: ['ben'], player1: 'ben', player2: 'ann' },
  });
  let answer: (() => void) | undefined;
  const { server, user, router, emitUpdate } = renderGame(over, {
    'POST /games/rematch': () => new Promise((resolve) => (answer = () => resolve({ body: nimOf('next') }))),
    [readNext]: () => ({ body: rematchOf('ann') }),
  });
  await user.click(await screen.findByRole('button', { name: 'Rematch' }));
  emitUpdate({ ...over, rematchID: 'next' });
  await waitFor(() => expect(server.to('/games/game/next')).toHaveLength(1));
  await drawn();
  expect(screen.getByText(/^Play again against/)).toHaveTextContent('against ben? This time you begin.');
  answer?.();
  await waitFor(() => expect(router.state.location.pathname).toBe('/games/next'));
});

const endedOf = (game: GameWire): GameWire => ({ ...game, version: 9, state: { ...game.state, status: 'OVER' } });

test.each([
  ['waits for the other one', rematchOf('ann'), 'Your rematch is waiting for ben.'],
  ['has begun', nimOf('next'), 'Your rematch has begun.'],
  ['is over', endedOf(nimOf('next')), 'Your rematch is over.'],
])('a rematch that %s is not offered: a link opens it', async (_, rematch, text) => {
  renderGame({ ...lost, rematchID: 'next' }, { [readNext]: () => ({ body: rematch }) });
  await waitFor(() => expect(screen.getAllByRole('status').map((said) => said.textContent)).toContain(text));
  expect(screen.getByRole('link', { name: 'Open rematch' })).toHaveAttribute('href', '/games/next');
  for (const name of ['Rematch', 'Join rematch']) noButton(name);
});

test('a rematch is offered once it is known to wait, and as long as it does; then another can be asked for', async () => {
  let answer: (() => void) | undefined;
  const { socket, emitUpdate } = renderGame(
    { ...lost, rematchID: 'next' },
    { [readNext]: () => new Promise((resolve) => (answer = () => resolve({ body: rematchOf('ben') }))) },
  );
  await waitFor(() => expect(answer).toBeDefined());
  noButton('Rematch');
  noButton('Join rematch');
  answer?.();
  await screen.findByRole('button', { name: 'Join rematch' });
  // Without a seat, its updates come only while it is watched.
  expect(socket.entries().map(({ given }) => given)).toContain('next');
  emitUpdate({ ...endedOf(rematchOf('ben')), endedBy: 'withdrawn' });
  await screen.findByRole('button', { name: 'Rematch' });
  noButton('Join rematch');
});

test('[BG-6] a rematch can be declined where it is offered; then the viewer can ask for one', async () => {
  const { server, user } = renderGame(
    { ...lost, rematchID: 'next' },
    { [readNext]: () => ({ body: rematchOf('ben') }), 'POST /games/decline': () => ({ body: { gameID: 'next' } }) },
  );
  await screen.findByText('A rematch is waiting for you.');
  server.routes[readNext] = () => unknownGame;
  await user.click(button('Decline'));
  await screen.findByText(/^Play again against/);
  expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
  noButton('Decline');
  expect(button('Rematch')).toBeEnabled();
  expect(server.to('/games/decline')[0]?.body).toEqual({ gameID: 'next', playerID: 'ann' });
});

test('[BG-6] whoever asked for a rematch reads that it was declined, and asks no more', async () => {
  const { emitUpdate } = renderGame({ ...lost, rematchID: 'next' }, { [readNext]: () => ({ body: rematchOf('ann') }) });
  await screen.findByRole('link', { name: 'Open rematch' });
  emitUpdate({ ...endedOf(rematchOf('ann')), endedBy: 'declined' });
  expect(await screen.findByText(/declined the rematch\.$/)).toHaveTextContent('ben declined the rematch.');
  noButton('Rematch');
});

test('a rematch that the viewer cannot see is not offered', async () => {
  const { server, socket } = renderGame(
    { ...lost, rematchID: 'next' },
    { [readNext]: () => ({ status: 404, body: { error: messages.gameUnknown, code: 'game.unknown' } }) },
  );
  await waitFor(() => expect(server.to('/games/game/next')).toHaveLength(1));
  await screen.findByText('Status: OVER');
  await drawn();
  noButton('Join rematch');
  expect(screen.queryByRole('link', { name: 'Open rematch' })).not.toBeInTheDocument();
  // The refusal would be shown at the table.
  expect(socket.entries().map(({ given }) => given)).not.toContain('next');
});

test('spectators get a link to the rematch as long as there is something to watch', async () => {
  const over = endedOf(watched);
  const next = nimOf('next', [], { players: ['ben', 'cay'], state: { player1: 'ben', player2: 'cay' } });
  const { emitUpdate } = renderGame(over, { [readNext]: () => ({ body: next }) });
  await screen.findByText('Status: OVER');
  noButton('Rematch');
  emitUpdate({ ...over, rematchID: 'next' });
  expect(await screen.findByRole('link', { name: 'Watch rematch' })).toHaveAttribute('href', '/games/next');
  emitUpdate(endedOf(next));
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Watch rematch' })).not.toBeInTheDocument());
});

test('[U-5] there is no rematch with a deleted account, and no link to one', async () => {
  const ended = nimOf(gameID, [1], {
    version: 9,
    state: { status: 'OVER', winners: ['ann'], player2: 'deleted user' },
  });
  const { emitUpdate } = renderGame(ended);
  await screen.findByText('Status: OVER');
  noButton('Rematch');
  emitUpdate({ ...ended, rematchID: 'next' });
  await drawn();
  noButton('Join rematch');
  emitUpdate({ ...ended, version: 10, state: { ...ended.state, player1: 'cay' } });
  await screen.findByText('cay');
  expect(screen.queryByRole('link', { name: 'Watch rematch' })).not.toBeInTheDocument();
});

test('[G-13] a rematch says for whom its free seat is kept', async () => {
  renderGame({ ...waitingOf(gameID, 'ann'), keptFor: ['ann', 'ben'] });
  expect(await screen.findByText(/^You have a seat\./)).toHaveTextContent('You have a seat. Waiting for ben…');
  const [first, second] = within(screen.getByRole('list', { name: 'Players' })).getAllByRole('listitem');
  expect(first).toHaveTextContent('ann');
  expect(second).toHaveTextContent('kept for ben');
});

test('only its two players can join a waiting rematch', async () => {
  const rematch = { ...waitingOf(gameID, 'ben'), keptFor: ['ann', 'ben'] };
  const mine = renderGame(rematch);
  await screen.findByRole('button', { name: 'Join Game' });
  mine.unmount();
  renderGame({ ...rematch, keptFor: ['ben', 'cay'] });
  expect(await screen.findByText(/^This rematch is for/)).toHaveTextContent('This rematch is for ben and cay.');
  noButton('Join Game');
});

test('[U-5] a game that ended because an account was deleted before the start says so', async () => {
  const ended = waitingOf(gameID, 'ann');
  renderGame({ ...ended, endedBy: 'deleted', state: { ...ended.state, status: 'OVER' } });
  await screen.findByText('An account was deleted before the game began.');
  noButton('Rematch');
});

test('[BG-6] a rematch that was declined says so', async () => {
  renderGame({ ...endedOf(rematchOf('ann')), gameID, endedBy: 'declined' });
  await screen.findByText('The rematch was declined.');
  await screen.findByText('The game did not begin');
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
  await user.click(await screen.findByRole('button', { name: 'Replay' }));
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
  expect(server.calls.filter(({ method }) => method === 'GET')).toHaveLength(1);
});

test('[EV-10] a live move that arrives before the game has loaded is not lost', async () => {
  const answers: (() => void)[] = [];
  const { emitUpdate } = renderGame(undefined, {
    [read]: () =>
      new Promise((resolve) => {
        const body = answers.length === 0 ? nimOf(gameID, [1]) : nimOf(gameID, [1, 2]);
        answers.push(() => resolve({ body }));
      }),
  });
  await waitFor(() => expect(answers).toHaveLength(1));
  emitUpdate(liveUpdateOf(nimOf(gameID, [1, 2]), 1));
  await act(async () => answers[0]?.());
  await waitFor(() => expect(answers).toHaveLength(2));
  await act(async () => answers[1]?.());
  await screen.findByText('ben took 2 objects; 18 are left.');
});

test('an older reply does not undo a live update', async () => {
  let answer: (() => void) | undefined;
  const { emitUpdate } = renderGame(undefined, {
    [read]: () => new Promise((resolve) => (answer = () => resolve({ body: waiting }))),
  });
  expect(screen.getByLabelText('Loading the game')).toBeInTheDocument();
  emitUpdate(nimOf(gameID));
  await screen.findByText('Status: IN_PROGRESS');
  await act(async () => answer?.());
  expect(screen.getByText('Status: IN_PROGRESS')).toBeInTheDocument();
});

async function take(user: ReturnType<typeof renderGame>['user'], number: string): Promise<void> {
  await user.type(await screen.findByLabelText('Objects to take'), number);
  await user.click(button('Submit Move'));
}

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
  jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'nextTick', 'requestAnimationFrame'] });
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

beforeEach(() => {
  document.title = '';
});

afterEach(() => {
  jest.useRealTimers();
});

test('the win can be claimed after ten minutes; the button appears by itself', async () => {
  jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'nextTick', 'requestAnimationFrame'] });
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
  await user.click(await screen.findByRole('button', { name: 'Claim the win' }));
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
