import { afterEach, expect, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import type { GameWire } from '@parlour/contracts/games/games';
import { heldRoute } from '../../../shared/testing/held-route.ts';
import { gamesLive } from '../games.live.ts';
import {
  alerted,
  button,
  forgetGames,
  found,
  gameID,
  noButton,
  read,
  renderGame,
  unknownGame,
  waiting,
} from '../testing/game-page.tsx';
import { nimOf, waitingOf } from '../testing/games.ts';

const hosted = { ...waiting, host: 'ann', invitedPlayers: ['ben'] };
const people = 'GET /user/getUsers';
const peopleOf =
  (...names: readonly string[]) =>
  () => ({
    body: names.map((username) => ({ _id: username, username })),
  });

afterEach(forgetGames);

test('[SC-39] a private game shows host and invited players; the host can invite more until it starts', async () => {
  const { server, user, emitUpdate } = renderGame(hosted, {
    [people]: peopleOf('ben', 'cay', 'dan'),
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

test('[BG-6, G-16] whoever is invited can decline, and goes on in the lobby; a failure is shown', async () => {
  const { server, user, router } = renderGame(invited, {
    'POST /games/decline': () => ({ status: 409, body: { error: 'Too late.', code: 'game.started' } }),
  });
  await user.click(await found('Decline'));
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
  await found('Decline');
  server.routes[read] = () => unknownGame;
  act(() => gamesLive(store.dispatch, () => undefined).invitationDeclined({ gameID }));
  await screen.findByRole('heading', { level: 1, name: 'Game error' });
  noButton('Join Game');
});

test('[BG-6] the host sees who has declined, as it happens, and does not choose them again', async () => {
  const { user, emitUpdate } = renderGame(hosted, { [people]: peopleOf('ben', 'cay') });
  await screen.findByText('Private Game');
  expect(screen.queryByText(/Declined:/)).not.toBeInTheDocument();
  emitUpdate({ ...hosted, version: 2, invitedPlayers: [], declinedPlayers: ['ben'] });
  expect(await screen.findByText(/Declined:/)).toHaveTextContent('Declined: ben');
  expect(screen.getByText(/Invited Players:/)).toHaveTextContent('Invited Players: nobody');
  expect(screen.getByRole('log')).toHaveTextContent('ben declined.');
  await user.click(button('Invite Players'));
  await found('cay');
  noButton('ben');
});

test('[TX-34] a failed invitation says why and keeps the selection', async () => {
  const { user } = renderGame(hosted, {
    [people]: peopleOf('cay'),
    'POST /games/invite': () => ({ status: 409, body: { error: 'This game is over.', code: 'game.over' } }),
  });
  await user.click(await found('Invite Players'));
  await user.click(await found('cay'));
  await user.click(button('Send Invites'));
  await alerted('Error while inviting players to the gameThis game is over.');
  expect(button('Do not invite cay')).toBeInTheDocument();
  await user.click(within(screen.getByRole('dialog')).getAllByRole('button', { name: 'Close' }).at(-1)!);
  await user.click(await found('Keep editing'));
  expect(button('Do not invite cay')).toBeInTheDocument();
  await user.keyboard('{Escape}');
  await user.click(await found('Discard'));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  await user.click(button('Invite Players'));
  await screen.findByText('Nobody selected yet');
  await alerted();
});

test('the dialog for invitations stays while they are sent, as they are sent, and at a click beside it', async () => {
  const held = heldRoute();
  const { server, user } = renderGame(hosted, {
    [people]: peopleOf('cay', 'dan'),
    'POST /games/invite': held.route,
  });
  await user.click(await found('Invite Players'));
  await user.click(await found('cay'));
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
  await held.answer({ body: { ...hosted, version: 2, invitedPlayers: ['ben', 'cay'] } });
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(server.to('/games/invite').map(({ body }) => body)).toEqual([{ gameID, invitedPlayers: ['cay'] }]);
});
