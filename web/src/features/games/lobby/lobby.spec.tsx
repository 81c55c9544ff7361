import { afterEach, expect, jest, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { fakeServer } from '../../../shared/testing/fake-server.ts';
import { renderPage } from '../../../shared/testing/render-page.tsx';
import { gamesApi } from '../games.api.ts';
import { OwnGames } from './own-games.tsx';
import { PlayNow } from './play-now.tsx';
import { nimOf, waitingOf } from '../testing/games.ts';

afterEach(() => {
  jest.useRealTimers();
});

test('the viewer’s running games are cards with boards, their turns first', async () => {
  const all = [nimOf('theirs', [1]), nimOf('mine'), nimOf('over', [2], { state: { status: 'OVER' } })];
  fakeServer({
    'GET /games/mine': () => ({ body: all }),
    'GET /games/game/theirs': () => ({ body: all[0] }),
    'GET /games/game/mine': () => ({ body: all[1] }),
  });
  const { container } = renderPage(<OwnGames />);
  const cards = await screen.findAllByRole('link');
  expect(cards.map((card) => card.getAttribute('href'))).toEqual(['/games/mine', '/games/theirs']);
  expect(within(cards[0]!).getByText('Your turn')).toBeInTheDocument();
  expect(within(cards[0]!).getByText(/^(10:00|9:5\d)$/)).toBeInTheDocument();
  expect(within(cards[1]!).getByText('Their turn')).toBeInTheDocument();
  await waitFor(() => expect(container.querySelectorAll('circle[data-taken=false]')).toHaveLength(21 + 20));
});

test('a card says that its win can be claimed, as soon as it can', async () => {
  jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'nextTick', 'requestAnimationFrame'] });
  const ago = (seconds: number) => ({ updatedAt: new Date(Date.now() - seconds * 1_000).toISOString() });
  const games = [nimOf('late', [1], ago(598)), nimOf('quick', [1], { ...ago(700), computer: 'easy' })];
  fakeServer({
    'GET /games/mine': () => ({ body: games }),
    'GET /games/game/late': () => ({ body: games[0] }),
    'GET /games/game/quick': () => ({ body: games[1] }),
  });
  renderPage(<OwnGames />);
  await waitFor(() => expect(screen.getAllByText('Their turn')).toHaveLength(2));
  act(() => jest.advanceTimersByTime(2_000));
  const [late, quick] = screen.getAllByRole('link');
  expect(late).toHaveTextContent('You can claim the win');
  expect(quick).toHaveTextContent('Their turn');
});

test('no card moves while somebody points at them', async () => {
  const games = { one: nimOf('one'), other: nimOf('other', [1]) };
  const server = fakeServer({
    'GET /games/mine': () => ({ body: Object.values(games) }),
    'GET /games/game/one': () => ({ body: games.one }),
    'GET /games/game/other': () => ({ body: games.other }),
  });
  const { user, store } = renderPage(<OwnGames />);
  const cards = () => screen.getAllByRole('link').map((card) => card.getAttribute('href'));
  await screen.findByText('Their turn');
  expect(cards()).toEqual(['/games/one', '/games/other']);
  await user.hover(screen.getByRole('link', { name: /Their turn/ }));
  Object.assign(games, { one: nimOf('one', [1], { version: 2 }), other: nimOf('other', [1, 2], { version: 2 }) });
  act(() => void store.dispatch(gamesApi.util.invalidateTags(['OwnGames'])));
  await waitFor(() => expect(server.to('/games/mine')).toHaveLength(2));
  const [, second] = screen.getAllByRole('link');
  expect(await within(second!).findByText('Your turn')).toBeInTheDocument(); // there are two
  expect(cards()).toEqual(['/games/one', '/games/other']);
  await user.unhover(second!);
  await waitFor(() => expect(cards()).toEqual(['/games/other', '/games/one']));
});

test('without running games there is no such part; many games show six at first', async () => {
  const many = Array.from({ length: 8 }, (_, n) => nimOf(`g${n}`));
  const server = fakeServer({
    'GET /games/mine': () => ({ body: [] }),
    ...Object.fromEntries(many.map((game) => [`GET /games/game/${game.gameID}`, () => ({ body: game })])),
  });
  const none = renderPage(<OwnGames />);
  await waitFor(() => expect(server.calls).toHaveLength(1));
  expect(screen.queryByRole('heading')).not.toBeInTheDocument();
  none.unmount();
  server.routes['GET /games/mine'] = () => ({ body: many });
  const { user } = renderPage(<OwnGames />);
  await waitFor(() => expect(screen.getAllByRole('link')).toHaveLength(6));
  await user.click(screen.getByRole('button', { name: 'Show all 8' }));
  const cards = screen.getAllByRole('link');
  expect(cards).toHaveLength(8);
  expect(cards[6]).toHaveFocus();
});

test('Play now against people creates a public game, takes a seat and opens it', async () => {
  const server = fakeServer({
    'POST /games/create': () => ({ body: waitingOf('new') }),
    'POST /games/join': () => ({ body: waitingOf('new', 'ann') }),
  });
  const { user, router } = renderPage(<PlayNow />, { at: '/games' });
  await user.click(screen.getByRole('button', { name: 'Play Chopsticks against people' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/games/new'));
  expect(server.to('/games/create')[0]?.body).toEqual({ gameType: 'Chopsticks' });
  expect(server.to('/games/join')[0]?.body).toEqual({ gameID: 'new', playerID: 'ann' });
});

test('Play now against the computer has seats already; a failure is shown', async () => {
  const server = fakeServer({ 'POST /games/create': () => 'down' });
  const { user, router } = renderPage(<PlayNow />, { at: '/games' });
  const play = screen.getByRole('button', { name: 'Play Tic-Tac-Toe against the computer, easy' });
  await user.click(play);
  expect(await screen.findByRole('alert')).toHaveTextContent('Error while creating a new game');
  server.routes['POST /games/create'] = () => ({ body: nimOf('new') });
  await user.click(play);
  await waitFor(() => expect(router.state.location.pathname).toBe('/games/new'));
  expect(server.to('/games/create').at(-1)?.body).toEqual({ gameType: 'TicTacToe', computer: 'easy' });
  expect(server.to('/games/join')).toEqual([]);
});
