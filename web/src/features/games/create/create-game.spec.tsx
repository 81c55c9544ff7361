import { expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { fakeServer } from '../../../shared/testing/fake-server.ts';
import { heldRoute } from '../../../shared/testing/held-route.ts';
import { fill } from '../../../shared/testing/fill.ts';
import { renderPage } from '../../../shared/testing/render-page.tsx';
import { CreateGame } from './create-game.tsx';
import { nimOf } from '../testing/games.ts';

const create = 'POST /games/create';
const everybody = Array.from({ length: 60 }, (_, n) => ({ _id: `u${n}`, username: `player${n}` }));

function people({ query }: { readonly query: URLSearchParams }) {
  const start = Number(query.get('cursor') ?? 0);
  const end = start + Number(query.get('limit'));
  const found = everybody.filter(({ username }) => username.includes(query.get('search') ?? ''));
  const next = end < found.length ? { Link: `</api/user/getUsers?cursor=${end}>; rel="next"` } : {};
  return { body: found.slice(start, end), headers: { 'X-Total-Count': String(found.length), ...next } };
}

function renderCreate(routes: Parameters<typeof fakeServer>[0] = {}) {
  const created: string[] = [];
  const server = fakeServer({ [create]: () => ({ body: nimOf('new') }), 'GET /user/getUsers': people, ...routes });
  const view = renderPage(<CreateGame onCreated={({ gameID }) => created.push(gameID)} />);
  return { ...view, server, created };
}

const listed = () => screen.getByRole('list', { name: 'Users' }).children.length;

test.each([
  ['Nim', 'Nim'],
  ['Chopsticks', 'Chopsticks'],
  ['Tic-Tac-Toe', 'TicTacToe'],
])('[SC-37] %s creates a public game of %s', async (label, gameType) => {
  const { user, server, created } = renderCreate();
  await user.click(screen.getByRole('button', { name: label }));
  await waitFor(() => expect(created).toEqual(['new']));
  expect(server.to('/games/create')[0]?.body).toEqual({ gameType });
});

test('[SC-37, LI-11] a private game is for the selected players, loaded 25 at a time without the viewer', async () => {
  const { user, server, created } = renderCreate();
  expect(screen.queryByRole('searchbox')).not.toBeInTheDocument();
  await user.click(screen.getByRole('checkbox', { name: 'Private Game' }));
  await screen.findByRole('button', { name: 'player3' });
  expect(server.to('/user/getUsers')[0]?.query.get('exclude')).toBe('ann');
  expect(listed()).toBe(25);
  await user.click(screen.getByRole('button', { name: 'Load More' }));
  await waitFor(() => expect(listed()).toBe(50));
  await user.click(screen.getByRole('button', { name: 'Load More' }));
  await waitFor(() => expect(listed()).toBe(60));
  expect(screen.getByRole('button', { name: 'Load More' })).toHaveAttribute('aria-disabled', 'true');
  await user.click(screen.getByRole('button', { name: 'Load Fewer' }));
  await user.click(screen.getByRole('button', { name: 'Load Fewer' }));
  expect(listed()).toBe(25);
  const fewer = screen.getByRole('button', { name: 'Load Fewer' });
  expect(fewer).toHaveAttribute('aria-disabled', 'true');
  expect(fewer).toHaveFocus();
  await user.click(screen.getByRole('button', { name: 'player3' }));
  await fill(user, screen.getByRole('searchbox', { name: 'Search Usernames' }), 'player41');
  await screen.findByRole('button', { name: 'player41' });
  await user.keyboard('{Enter}');
  await user.click(screen.getByRole('button', { name: 'Do not invite player3' }));
  expect(screen.getByRole('button', { name: 'Do not invite player41' })).toHaveFocus();
  await user.click(screen.getByRole('button', { name: 'Chopsticks' }));
  await waitFor(() => expect(created).toEqual(['new']));
  expect(server.to('/games/create')[0]?.body).toEqual({ gameType: 'Chopsticks', invitedPlayers: ['player41'] });
});

test('a private game may start with no invitations; against the computer it is never private', async () => {
  const { user, server, created } = renderCreate();
  await user.click(screen.getByRole('checkbox', { name: 'Private Game' }));
  await user.click(screen.getByRole('button', { name: 'Nim' }));
  await waitFor(() => expect(created).toHaveLength(1));
  await user.click(screen.getByRole('radio', { name: 'Computer, strong' }));
  expect(screen.queryByRole('checkbox', { name: 'Private Game' })).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Nim' }));
  await waitFor(() => expect(created).toHaveLength(2));
  expect(server.to('/games/create').map(({ body }) => body)).toEqual([
    { gameType: 'Nim', invitedPlayers: [] },
    { gameType: 'Nim', computer: 'strong' },
  ]);
});

test('a game that is being created is not changed any more', async () => {
  const held = heldRoute();
  const { user, created } = renderCreate({ [create]: held.route });
  await user.click(screen.getByRole('checkbox', { name: 'Private Game' }));
  const player = await screen.findByRole('button', { name: 'player3' });
  await user.click(screen.getByRole('button', { name: 'Nim' }));
  await user.click(player);
  await user.click(screen.getByRole('checkbox', { name: 'Private Game' }));
  await user.click(screen.getByRole('radio', { name: 'Computer, easy' }));
  expect(player).toHaveAttribute('aria-pressed', 'false');
  expect(screen.getByRole('checkbox', { name: 'Private Game' })).toBeChecked();
  expect(screen.getByRole('radio', { name: 'People' })).toBeChecked();
  await held.answer({ body: nimOf('new') });
  await waitFor(() => expect(created).toEqual(['new']));
});

test('[TX-35] a failure is shown; a repeat after a lost reply keeps its key', async () => {
  const { user, server, created } = renderCreate({ [create]: () => 'down' });
  await user.click(screen.getByRole('button', { name: 'Nim' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Error while creating a new game');
  server.routes[create] = () => ({ body: nimOf('new') });
  await user.click(screen.getByRole('button', { name: 'Nim' }));
  await waitFor(() => expect(created).toEqual(['new']));
  await user.click(screen.getByRole('button', { name: 'Nim' }));
  await waitFor(() => expect(created).toHaveLength(2));
  const keys = server.to('/games/create').map(({ headers }) => headers.get('Idempotency-Key'));
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[0]);
});

test('a failed list of players can be reloaded', async () => {
  const { user, server } = renderCreate({ 'GET /user/getUsers': () => 'down' });
  await user.click(screen.getByRole('checkbox', { name: 'Private Game' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Error when fetching users');
  server.routes['GET /user/getUsers'] = () => ({ body: [] });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('No Users Found')).toHaveRole('status');
});
