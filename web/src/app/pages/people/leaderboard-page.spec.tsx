import { expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import type { LeaderboardRowWire } from '@parlour/contracts/leaderboard/leaderboard';
import { fakeServer, type SeenCall } from '../../../shared/testing/fake-server.ts';
import { renderPage } from '../../../shared/testing/render-page.tsx';
import { LeaderboardPage } from './leaderboard-page.tsx';

const path = '/games/leaderboard';
const row = (username: string, wins: number, globalRank: number): LeaderboardRowWire => ({
  username,
  wins,
  globalRank,
});
const everybody = [row('bea', 1_200, 1), row('ann', 7, 2), row('c# fan', 7, 2), row('dan', 1, 4)];

function show(at = path, answer: (call: SeenCall) => readonly LeaderboardRowWire[] = () => everybody) {
  const server = fakeServer({ [`GET ${path}`]: (call) => ({ body: answer(call) }) });
  return { ...renderPage(<LeaderboardPage />, { at, path }), server };
}

/** The text of a cell without the avatar's letter, which is a picture. */
function wordsOf(cell: Element): string {
  const copy = cell.cloneNode(true) as Element; // of the same kind
  for (const picture of copy.querySelectorAll('[aria-hidden]')) picture.remove();
  return copy.textContent;
}

const cells = async () => {
  const table = await screen.findByRole('table', { name: 'Leaderboard' });
  return within(table)
    .getAllByRole('row')
    .map((each) => [...each.children].map(wordsOf));
};

test('[SC-45] the table has rank, player and wins, and marks the viewer', async () => {
  const { server } = show();
  expect(await cells()).toEqual([
    ['Global Rank', 'Player', 'Wins'],
    ['1', 'bea', '1,200'],
    ['2', 'annyou', '7'],
    ['2', 'c# fan', '7'],
    ['4', 'dan', '1'],
  ]);
  expect(screen.getByRole('link', { name: 'c# fan' })).toHaveAttribute('href', '/user/c%23%20fan');
  expect(screen.getByRole('link', { name: 'View Games' })).toHaveAttribute('href', '/games/');
  expect(document.title).toBe('Leaderboard · Parlour');
  expect(Object.fromEntries(server.calls[0]?.query ?? [])).toEqual({});
});

test('the first three rows stand on a podium, if there are three', async () => {
  const many = show();
  await cells();
  const podium = () => [...document.querySelectorAll('[data-place]')].map((step) => step.textContent);
  expect(podium()).toEqual(['1Bbea1,200 wins', '2Aannyou7 wins', '2Cc# fan7 wins']);
  many.unmount();
  show(path, () => everybody.slice(0, 2));
  await cells();
  expect(podium()).toEqual([]);
});

test('[SC-45] Following Only adds the row’s position and sends the viewer’s name; the address has both filters', async () => {
  const { user, router, server } = show(path, ({ query }) =>
    query.get('username') === 'ann' ? [row('c# fan', 7, 2), row('dan', 1, 4)] : everybody,
  );
  await user.click(await screen.findByRole('checkbox', { name: 'Following Only' }));
  await screen.findByRole('columnheader', { name: 'Following Rank' });
  expect(await cells()).toEqual([
    ['Global Rank', 'Following Rank', 'Player', 'Wins'],
    ['2', '1', 'c# fan', '7'],
    ['4', '2', 'dan', '1'],
  ]);
  await user.selectOptions(screen.getByRole('combobox', { name: 'Game type' }), 'Nim');
  await waitFor(() => {
    expect(Object.fromEntries(server.calls.at(-1)?.query ?? [])).toEqual({ gameType: 'Nim', username: 'ann' });
  });
  expect(router.state.location.search).toBe('?gameType=Nim&following=only');
  await user.selectOptions(screen.getByRole('combobox'), 'All Games');
  expect(router.state.location.search).toBe('?following=only');
});

test('[SC-45] the address sets the filters', async () => {
  const { server } = show(`${path}?gameType=Chopsticks&following=only`);
  expect(await screen.findByRole('combobox')).toHaveValue('Chopsticks');
  expect(screen.getByRole('checkbox')).toBeChecked();
  expect(Object.fromEntries(server.calls[0]?.query ?? [])).toEqual({ gameType: 'Chopsticks', username: 'ann' });
  expect(
    within(screen.getByRole('combobox'))
      .getAllByRole('option')
      .map((option) => option.textContent),
  ).toEqual(['All Games', 'Nim', 'Chopsticks', 'Tic-Tac-Toe']);
});

test('[L-4] a period is asked for, and in the address beside the other filters', async () => {
  const { user, router, server } = show(`${path}?gameType=Nim`, ({ query }) =>
    query.get('period') === 'week' ? [] : everybody,
  );
  await cells();
  expect(screen.getByRole('radio', { name: 'All time' })).toBeChecked();
  await user.click(screen.getByRole('radio', { name: 'This week' }));
  await screen.findByText('Nobody has won a game of Nim this week');
  expect(Object.fromEntries(server.calls.at(-1)?.query ?? [])).toEqual({ gameType: 'Nim', period: 'week' });
  expect(router.state.location.search).toBe('?gameType=Nim&period=week');
  await user.click(screen.getByRole('radio', { name: 'All time' }));
  await cells();
  expect(router.state.location.search).toBe('?gameType=Nim');
});

test('more players are loaded with the cursor', async () => {
  fakeServer({
    [`GET ${path}`]: ({ query }) =>
      query.get('cursor') === 'xyz'
        ? { body: [row('ann', 7, 2), row('eve', 1, 4)] }
        : { body: everybody, headers: { 'X-Total-Count': '5', Link: `</api${path}?cursor=xyz>; rel="next"` } },
  });
  const { user } = renderPage(<LeaderboardPage />, { at: path, path });
  await user.click(await screen.findByRole('button', { name: 'Show more players' }));
  await screen.findByRole('link', { name: 'eve' });
  expect(screen.getAllByRole('link', { name: 'ann' })).toHaveLength(1);
});

test('[TX-38] a failure says what failed and why, with a retry', async () => {
  const refused = { status: 400, body: { error: 'Invalid game type', code: 'game.type' } };
  const server = fakeServer({ [`GET ${path}`]: () => refused });
  const { user } = renderPage(<LeaderboardPage />, { at: `${path}?gameType=Chess`, path });
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('Error fetching leaderboard');
  expect(alert).toHaveTextContent('Invalid game type');
  server.routes[`GET ${path}`] = () => ({ body: everybody });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await cells()).toHaveLength(5);
});

test('says so while nobody has won', async () => {
  const everyone = show(path, () => []);
  await screen.findByText('Nobody has won a game yet');
  expect(screen.getByRole('link', { name: 'Create Game' })).toHaveAttribute('href', '/games/new');
  everyone.unmount();
  show(`${path}?following=only`, () => []);
  await screen.findByText('Nobody you follow has won a game yet');
});
