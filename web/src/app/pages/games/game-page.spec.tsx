import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from '@jest/globals';
import { gamesLive } from '../../../features/games/games.live.ts';
import { nimOf } from '../../../features/games/testing/games.ts';
import { createStore } from '../../../shared/state/store.ts';
import { fakeServer } from '../../../shared/testing/fake-server.ts';
import { renderPage } from '../../../shared/testing/render-page.tsx';
import { GamePage } from './game-page.tsx';

const gameID = '01900000-0000-7000-8000-0000000000a1';
const path = '/games/:gameID';

test('a game opened under its id in capitals gets its updates', async () => {
  const store = createStore();
  fakeServer({ [`GET /games/game/${gameID}`]: () => ({ body: nimOf(gameID) }) });
  renderPage(<GamePage />, { store, at: `/games/${gameID.toUpperCase()}`, path });
  await screen.findByText('Status: IN_PROGRESS');
  act(() => gamesLive(store.dispatch, () => undefined).gameUpdate({ gameInstance: nimOf(gameID, [2]) }));
  await screen.findByText('ann took 2 objects; 19 are left.');
});

const over = { status: 'OVER', winners: ['ann'] } as const;
const ended = nimOf(gameID, [2, 3], {
  endedBy: 'left',
  beganAt: '2026-06-01T10:00:00.000Z',
  updatedAt: '2026-06-01T10:02:08.000Z',
  state: over,
});
const summary = () => within(screen.getByRole('list', { name: 'Summary' })).getAllByRole('listitem');

test.each([
  [4, '7 wins to Bronze'],
  [11, '15 wins to Silver'],
  [80, '80 wins'],
])('[G-12] the end says the score against this person, and with %i wins: %s', async (wins, badge) => {
  fakeServer({
    [`GET /games/game/${gameID}`]: () => ({ body: ended }),
    'GET /user/getUser/ben/scores': () => ({
      body: [
        { gameType: 'Nim', won: 2, lost: 1 },
        { gameType: 'TicTacToe', won: 1, lost: 1 },
      ],
    }),
    'GET /games/wins': () => ({ body: { wins } }),
    'GET /games/mine': () => ({ body: [nimOf('next', [], { gameType: 'TicTacToe' })] }),
  });
  renderPage(<GamePage />, { at: `/games/${gameID}`, path });
  await screen.findByText('2 moves', { exact: false });
  await waitFor(() =>
    expect(summary().map(({ textContent }) => textContent)).toEqual(['3 : 2 against ben', badge, '2 moves in 2:08']),
  );
  const next = await screen.findByRole('link', { name: 'Next game: Tic-Tac-Toe' });
  expect(next).toHaveAttribute('href', '/games/next');
});

test('a game against the computer counts for nothing, and its end does not say that it would', async () => {
  const server = fakeServer({
    [`GET /games/game/${gameID}`]: () => ({ body: nimOf(gameID, [2], { computer: 'easy', state: over }) }),
    'GET /games/mine': () => ({ body: [] }),
  });
  renderPage(<GamePage />, { at: `/games/${gameID}`, path });
  expect(await screen.findByRole('link', { name: 'More games' })).toHaveAttribute('href', '/games');
  expect(summary()).toHaveLength(1);
  expect([...server.to('/games/wins'), ...server.to('/user/getUser/ben/scores')]).toEqual([]);
});
