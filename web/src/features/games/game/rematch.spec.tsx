import { afterEach, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import type { GameWire } from '@parlour/contracts/games/games';
import { isOnScreen } from '../../../shared/navigation/is-on-screen.ts';
import { heldRoute } from '../../../shared/testing/held-route.ts';
import {
  button,
  drawn,
  forgetGames,
  found,
  gameID,
  noButton,
  renderGame,
  unknownGame,
  watched,
} from '../testing/game-page.tsx';
import { nimOf, waitingOf } from '../testing/games.ts';

afterEach(forgetGames);

const readNext = 'GET /games/game/next';
const lost = nimOf(gameID, [1], { version: 9, endedBy: 'left', state: { status: 'OVER', winners: ['ben'] } });
/** A rematch that waits for the other player, or for both. */
const rematchOf = (seated?: string): GameWire => ({ ...waitingOf('next', seated), keptFor: ['ann', 'ben'] });

const endedOf = (game: GameWire): GameWire => ({ ...game, version: 9, state: { ...game.state, status: 'OVER' } });

test('a rematch opens on a page of its own; the opponent is offered to join it, spectators to watch it', async () => {
  const { server, user, router, emitUpdate } = renderGame(lost, {
    'POST /games/rematch': () => ({ body: nimOf('next') }),
    [readNext]: () => ({ body: rematchOf('ben') }),
  });
  await found('Rematch');
  expect(screen.getByText(/first this time/)).toHaveTextContent('Play ben again? They go first this time.');
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
  const held = heldRoute();
  const { server, user, router, emitUpdate } = renderGame(over, {
    'POST /games/rematch': held.route,
    [readNext]: () => ({ body: rematchOf('ann') }),
  });
  await user.click(await found('Rematch'));
  emitUpdate({ ...over, rematchID: 'next' });
  await waitFor(() => expect(server.to('/games/game/next')).toHaveLength(1));
  await drawn();
  expect(screen.getByText(/first this time/)).toHaveTextContent('Play ben again? You go first this time.');
  await held.answer({ body: nimOf('next') });
  await waitFor(() => expect(router.state.location.pathname).toBe('/games/next'));
});

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
  const held = heldRoute();
  const { socket, emitUpdate } = renderGame({ ...lost, rematchID: 'next' }, { [readNext]: held.route });
  await held.asked();
  noButton('Rematch');
  noButton('Join rematch');
  await held.answer({ body: rematchOf('ben') });
  await found('Join rematch');
  // Without a seat, its updates come only while it is watched.
  expect(socket.entries().map(({ given }) => given)).toContain('next');
  emitUpdate({ ...endedOf(rematchOf('ben')), endedBy: 'withdrawn' });
  await found('Rematch');
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
  await screen.findByText(/first this time/);
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
  const { server, socket } = renderGame({ ...lost, rematchID: 'next' }, { [readNext]: () => unknownGame });
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
  expect(await screen.findByText(/^You’re in\./)).toHaveTextContent('You’re in. Waiting for ben…');
  const [first, second] = within(screen.getByRole('list', { name: 'Players' })).getAllByRole('listitem');
  expect(first).toHaveTextContent('ann');
  expect(second).toHaveTextContent('kept for ben');
});

test('only its two players can join a waiting rematch', async () => {
  const rematch = { ...waitingOf(gameID, 'ben'), keptFor: ['ann', 'ben'] };
  const mine = renderGame(rematch);
  await found('Join Game');
  mine.unmount();
  renderGame({ ...rematch, keptFor: ['ben', 'cay'] });
  expect(await screen.findByText(/^This rematch is for/)).toHaveTextContent('This rematch is for ben and cay.');
  noButton('Join Game');
});

test('[BG-6] a rematch that was declined says so', async () => {
  renderGame({ ...endedOf(rematchOf('ann')), gameID, endedBy: 'declined' });
  await screen.findByText('The rematch was declined.');
  await screen.findByText('The game did not begin');
});
