import { expect, jest, test } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import type { GameWire } from '@parlour/contracts/games/games';
import ToastPlace from '../../design/parts/feedback/toast-place.tsx';
import { fakeServer } from '../../shared/testing/fake-server.ts';
import { renderPage } from '../../shared/testing/render-page.tsx';
import { gamesLive } from './games.live.ts';
import { nimOf } from './testing/games.ts';
import { TurnBadge } from './lobby/turn-badge.tsx';

/** Ann is on a page without games, and has these running ones. */
async function elsewhere(...running: readonly GameWire[]) {
  fakeServer({ 'GET /games/mine': () => ({ body: running }) });
  const open = jest.fn();
  const { store, user } = renderPage(
    <>
      <TurnBadge />
      <ToastPlace />
    </>,
  );
  await waitFor(() => expect(store.getState().api.queries['getOwnGames("ann")']?.status).toBe('fulfilled'));
  const { gameUpdate } = gamesLive(store.dispatch, open);
  const tell = (...games: readonly GameWire[]) => {
    act(() => games.forEach((gameInstance) => gameUpdate({ gameInstance })));
  };
  return { tell, user, open };
}

test('[BG-3, G-15] elsewhere, a toast says once that it is the viewer’s turn, and leads to the game', async () => {
  const withCay = (taken: readonly number[]) => nimOf('mine', taken, { state: { player2: 'cay' } });
  const { tell, user, open } = await elsewhere(withCay([1]));
  tell(
    withCay([1, 2]),
    withCay([1, 2]),
    // The viewer's own move, and a game against the computer.
    withCay([1, 2, 3]),
    nimOf('quick', [], { computer: 'easy' }),
  );
  await user.click(await screen.findByText('It is your turn against cay in Nim.'));
  expect(open.mock.calls).toEqual([['/games/mine']]);
});

const against = (opponent: string, endedBy: GameWire['endedBy'], winners: readonly string[], computer?: 'easy') =>
  nimOf(opponent, [1, 2], {
    version: 9,
    ...(endedBy && { endedBy }),
    ...(computer && { computer }),
    state: { status: endedBy ? 'OVER' : 'IN_PROGRESS', player2: opponent, winners },
  });

test('[G-15] elsewhere, a toast says once how a game has ended by somebody else, and leads to it', async () => {
  const [cay, dan, eve, fay, gus, hal] = ['cay', 'dan', 'eve', 'fay', 'gus', 'hal'];
  const names = [cay, dan, eve, fay, gus, hal, 'ian'] as string[];
  const { tell, user, open } = await elsewhere(...names.map((name) => nimOf(name, [1], { state: { player2: name } })));
  const left = against('cay', 'left', ['ann']);
  tell(
    left,
    left,
    against('dan', 'play', ['dan']),
    against('eve', 'draw', []),
    // The viewer left, claimed the win and moved last; the computer's moves come with their own.
    against('fay', 'left', ['fay']),
    against('gus', 'claimed', ['ann']),
    { ...against('hal', 'play', ['ann']), state: nimOf('hal', [1, 2, 3], { state: { status: 'OVER' } }).state },
    against('ian', 'play', ['ann'], 'easy'),
    // Somebody else's game.
    nimOf('others', [1], { state: { status: 'OVER', player1: 'cay', player2: 'dan' } }),
  );
  const said = () => screen.getAllByRole('alert').map(({ textContent }) => textContent);
  await waitFor(() =>
    expect(said()).toEqual([
      'Your game of Nim against cay is over: you won.',
      'Your game of Nim against dan is over: you lost.',
      'Your game of Nim against eve is over: a draw.',
    ]),
  );
  await user.click(screen.getByText(/^Your game of Nim against dan/));
  expect(open.mock.calls).toEqual([['/games/dan']]);
});
