import { act, screen } from '@testing-library/react';
import { test } from '@jest/globals';
import { gamesLive } from '../../../features/games/games.live.ts';
import { nimOf } from '../../../features/games/testing/games.ts';
import { createStore } from '../../../shared/state/store.ts';
import { fakeServer } from '../../../shared/testing/fake-server.ts';
import { renderPage } from '../../../shared/testing/render-page.tsx';
import { GamePage } from './game-page.tsx';

test('a game opened under its id in capitals gets its updates', async () => {
  const gameID = '01900000-0000-7000-8000-0000000000a1';
  const store = createStore();
  fakeServer({ [`GET /games/game/${gameID}`]: () => ({ body: nimOf(gameID) }) });
  renderPage(<GamePage />, { store, at: `/games/${gameID.toUpperCase()}`, path: '/games/:gameID' });
  await screen.findByText('Status: IN_PROGRESS');
  act(() => gamesLive(store.dispatch, () => undefined).gameUpdate({ gameInstance: nimOf(gameID, [2]) }));
  await screen.findByText('ann took 2 objects; 19 are left.');
});
