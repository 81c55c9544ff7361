import { afterEach, expect, jest, test } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { GameRowWire } from '@parlour/contracts/games/games';
import ToastPlace from '../../../design/parts/feedback/toast-place.tsx';
import { fakeServer } from '../../../shared/testing/fake-server.ts';
import { heldRoute } from '../../../shared/testing/held-route.ts';
import { renderPage } from '../../../shared/testing/render-page.tsx';
import type { Store } from '../../../shared/state/store.ts';
import { GameList } from './game-list.tsx';
import { type GameSocket, resumeGames } from '../game-socket.ts';
import { gamesApi } from '../games.api.ts';
import { gamesLive } from '../games.live.ts';
import { nimOf, rowOf } from '../testing/games.ts';
import { TurnsInTitle, TurnBadge } from './turn-badge.tsx';

const games = 'GET /games/games';
const many = Array.from({ length: 23 }, (_, n) => rowOf(`g${n}`));

/** Ten per page, as on the server. */
function paged(rows: readonly GameRowWire[]) {
  return ({ query }: { readonly query: URLSearchParams }) => {
    const start = Number(query.get('cursor') ?? 0);
    const end = start + Number(query.get('limit'));
    const next = end < rows.length ? { Link: `</api/games/games?cursor=${end}>; rel="next"` } : {};
    return { body: rows.slice(start, end), headers: { 'X-Total-Count': String(rows.length), ...next } };
  };
}

const shown = () =>
  within(screen.getByRole('list', { name: 'Games' }))
    .getAllByRole('link')
    .map((link) => link.getAttribute('href')?.replace('/games/', ''));

function tell(store: Store, game: GameRowWire): void {
  act(() => gamesLive(store.dispatch, () => undefined).lobbyUpdate({ game }));
}

afterEach(() => {
  jest.useRealTimers();
});

test.each([
  ['Public', 'Public', null],
  ['Private', 'Private', 'ann'],
  ['Host', 'Host', 'ann'],
] as const)('[SC-36] the list of %s games requests type %s and user %s', async (visibility, type, username) => {
  const server = fakeServer({ [games]: () => ({ body: [] }) });
  renderPage(<GameList visibility={visibility} />);
  expect(await screen.findByRole('link', { name: 'Create Game' })).toHaveAttribute('href', '/games/new');
  const { query } = server.calls[0] ?? {};
  expect([query?.get('type'), query?.get('username'), query?.get('limit')]).toEqual([type, username, '10']);
  expect(screen.getByRole('link', { name: 'View Global Leaderboard' })).toHaveAttribute('href', '/games/leaderboard');
});

test('[SC-36, LI-10] a page has ten games, and Refresh List refetches', async () => {
  const server = fakeServer({ [games]: paged(many) });
  const { user } = renderPage(<GameList visibility="Public" />);
  await screen.findByText('Page 1 of 3');
  expect(shown()).toEqual(many.slice(0, 10).map(({ gameID }) => gameID));
  expect(screen.getByRole('button', { name: 'Previous' })).toHaveAttribute('aria-disabled', 'true');
  await user.click(screen.getByRole('button', { name: 'Next' }));
  await waitFor(() => expect(shown()).toEqual(many.slice(10, 20).map(({ gameID }) => gameID)));
  await user.click(screen.getByRole('button', { name: 'Next' }));
  await waitFor(() => expect(shown()).toEqual(['g20', 'g21', 'g22']));
  const next = screen.getByRole('button', { name: 'Next' });
  expect(next).toHaveAttribute('aria-disabled', 'true');
  expect(next).toHaveFocus();
  await user.click(next);
  expect(server.calls).toHaveLength(3);
  server.routes[games] = paged([rowOf('new')]);
  await user.click(screen.getByRole('button', { name: 'Refresh List' }));
  await waitFor(() => expect(shown()).toEqual(['new']));
});

test('[G-12] a deep page is shown however fast the pages before it come', async () => {
  const deep = Array.from({ length: 112 }, (_, n) => rowOf(`g${n}`));
  fakeServer({ [games]: paged(deep) });
  renderPage(<GameList visibility="Public" />, { at: '/games?page=12' });
  await waitFor(() => expect(shown()).toEqual(['g110', 'g111']));
});

test.each([
  [21, 20, 'Page 2 of 2', 'g10'],
  [11, 10, undefined, 'g0'],
])(
  'a last page that is gone by now leads to the one before it (%i games, then %i)',
  async (before, now, said, first) => {
    const pages = Math.ceil(before / 10);
    const server = fakeServer({ [games]: paged(many.slice(0, before)) });
    const { user } = renderPage(<GameList visibility="Public" />, { at: '/games' });
    for (let page = 1; page < pages; page++) {
      await screen.findByText(`Page ${page} of ${pages}`);
      await waitFor(() => expect(shown()).toHaveLength(10));
      if (page === pages - 1) server.routes[games] = paged(many.slice(0, now));
      await user.click(screen.getByRole('button', { name: 'Next' }));
    }
    await waitFor(() => expect(screen.queryByText(/^Page/)?.textContent).toBe(said));
    expect(shown()[0]).toBe(first);
  },
);

test('that there are no games stays said while they are loaded again', async () => {
  const held = heldRoute();
  const server = fakeServer({ [games]: () => ({ body: [] }) });
  const { user } = renderPage(<GameList visibility="Public" />);
  await screen.findByText('No games yet');
  server.routes[games] = held.route;
  await user.click(screen.getByRole('button', { name: 'Refresh List' }));
  await held.asked();
  expect(screen.getByText('No games yet')).toBeInTheDocument();
  await held.answer({ body: [rowOf('a')] });
  await waitFor(() => expect(shown()).toEqual(['a']));
  expect(screen.queryByText('No games yet')).not.toBeInTheDocument();
});

test('[EV-12] live events add, fill and remove games', async () => {
  fakeServer({ [games]: paged([rowOf('a'), rowOf('b')]), 'GET /games/game/b': () => ({ body: nimOf('b') }) });
  const { store, user } = renderPage(<GameList visibility="Public" />);
  await screen.findByRole('list', { name: 'Games' });
  tell(store, rowOf('c', { createdAt: '2026-06-01T11:00:00.000Z' }));
  await waitFor(() => expect(shown()).toEqual(['c', 'a', 'b']));
  const list = screen.getByRole('list', { name: 'Games' });
  await user.hover(list);
  tell(store, rowOf('b', { version: 3, state: { player1: 'ben', player2: 'cay', status: 'IN_PROGRESS' } }));
  tell(store, rowOf('a', { version: 9, state: { status: 'OVER' } }));
  tell(store, rowOf('d', { createdAt: '2026-06-01T12:00:00.000Z' }));
  // Nothing may move under the pointer.
  const pill = await screen.findByRole('button', { name: '1 new game' });
  tell(store, rowOf('c', { version: 2, createdAt: '2026-06-01T11:00:00.000Z', state: { player1: 'dan' } }));
  await within(list).findByText('dan');
  expect(shown()).toEqual(['c', 'a', 'b']);
  expect(within(list).getAllByRole('link')[2]).toHaveTextContent('ben vs cay');
  expect(within(list).getByText('Over')).toBeInTheDocument();
  await user.click(pill);
  await waitFor(() => expect(shown()).toEqual(['d', 'c', 'b']));
  expect(screen.queryByRole('button', { name: '1 new game' })).not.toBeInTheDocument();
});

test('on a later page, new games lead to the first one, and the focus to the heading', async () => {
  fakeServer({ [games]: paged(many) });
  const { store, user } = renderPage(
    <>
      <h1 tabIndex={-1}>Games</h1>
      <GameList visibility="Public" />
    </>,
    { at: '/games?page=2' },
  );
  await screen.findByText('Page 2 of 3');
  tell(store, rowOf('new', { createdAt: '2026-06-01T11:00:00.000Z' }));
  await user.click(await screen.findByRole('button', { name: '1 new game' }));
  await screen.findByText('Page 1 of 3');
  expect(shown()[0]).toBe('new');
  expect(screen.getByRole('heading', { name: 'Games' })).toHaveFocus();
});

test('rows that are loaded again stay where they are during a press', async () => {
  const server = fakeServer({ [games]: paged([rowOf('a'), rowOf('b'), rowOf('c')]) });
  const { store, user } = renderPage(<GameList visibility="Public" />);
  const list = await screen.findByRole('list', { name: 'Games' });
  await user.hover(list);
  fireEvent.pointerDown(list);
  server.routes[games] = paged([rowOf('new'), rowOf('c', { version: 2, state: { player1: 'dan' } }), rowOf('a')]);
  act(() => void store.dispatch(gamesApi.util.invalidateTags(['Games'])));
  await within(list).findByText('dan');
  expect(shown()).toEqual(['a', 'b', 'c', 'new']);
  fireEvent.pointerUp(list);
  await waitFor(() => expect(shown()).toEqual(['new', 'c', 'a']));
});

test('[G-12] the filters and the page are in the address, and are read from it', async () => {
  const server = fakeServer({ [games]: paged(many) });
  const { user, router } = renderPage(<GameList visibility="Public" />, { at: '/games?page=2' });
  await waitFor(() => expect(shown()).toEqual(many.slice(10, 20).map(({ gameID }) => gameID)));
  expect(screen.getByText('Page 2 of 3')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Next' }));
  expect(router.state.location.search).toBe('?page=3');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Game' }), 'Chopsticks');
  await user.selectOptions(screen.getByRole('combobox', { name: 'State' }), 'Running');
  expect(router.state.location.search).toBe('?game=Chopsticks&status=IN_PROGRESS');
  await screen.findByText('Page 1 of 3');
  const { query } = server.calls.at(-1) ?? {};
  expect([query?.get('gameType'), query?.get('status')]).toEqual(['Chopsticks', 'IN_PROGRESS']);
  server.routes[games] = paged([]);
  await user.selectOptions(screen.getByRole('combobox', { name: 'State' }), 'Finished');
  await user.click(await screen.findByRole('button', { name: 'Show all games' }));
  expect(router.state.location.search).toBe('');
});

test('[SC-40] Play takes the free seat and opens the game; a failure is shown in its row', async () => {
  const open = rowOf('open', { state: { player1: 'ben' } });
  const rows = [open, rowOf('mine', { state: { player1: 'ann' } }), rowOf('theirs', { keptFor: ['ben', 'cay'] })];
  const server = fakeServer({ [games]: paged(rows), 'POST /games/join': () => 'down' });
  const { store, user, router } = renderPage(<GameList visibility="Public" />, { at: '/games' });
  const play = await screen.findByRole('button', { name: /^Play/ });
  expect(play).toHaveAccessibleName('Play Nim against ben');
  await user.click(play);
  expect(await screen.findByRole('alert')).toHaveTextContent('Error while joining a game');
  const held = heldRoute();
  server.routes['POST /games/join'] = held.route;
  server.routes['GET /games/game/open'] = () => ({ body: nimOf('open') });
  await user.click(play);
  await waitFor(() => expect(server.to('/games/join')).toHaveLength(2));
  // The update may be faster than the reply: then the button is gone already.
  tell(store, nimOf('open', [], { players: ['ben', 'ann'], state: { player1: 'ben', player2: 'ann' } }));
  await waitFor(() => expect(play).not.toBeInTheDocument());
  await held.answer({ body: nimOf('open') });
  await waitFor(() => expect(router.state.location.pathname).toBe('/games/open'));
  expect(server.to('/games/join').at(-1)?.body).toEqual({ gameID: 'open', playerID: 'ann' });
});

const invitation = (gameID: string) => rowOf(gameID, { host: 'ben', invitedPlayers: ['ann', 'cay'] });

test('[BG-6] Decline takes the game away, says so, and leads to the row beside it; a failure is shown', async () => {
  const rows = [invitation('a'), invitation('b'), rowOf('c', { host: 'ann', invitedPlayers: ['ben'] })];
  const server = fakeServer({ [games]: paged(rows), 'POST /games/decline': () => 'down' });
  const { user, router } = renderPage(
    <>
      <h1 tabIndex={-1}>Games</h1>
      <GameList visibility="Private" />
      <ToastPlace />
    </>,
    { at: '/games/private' },
  );
  const [first, second, ...others] = await screen.findAllByRole('button', { name: /^Decline/ });
  expect(first).toHaveAccessibleName('Decline Nim with ben');
  expect(others).toEqual([]);
  await user.click(second!);
  expect(await screen.findByRole('alert')).toHaveTextContent('Error while declining an invitation');
  server.routes['POST /games/decline'] = () => ({ body: { gameID: 'b' } });
  await user.click(second!);
  await waitFor(() => expect(shown()).toEqual(['a', 'c']));
  await screen.findByText('You declined the invitation.');
  expect(document.activeElement).toHaveAttribute('href', '/games/c');
  expect(server.to('/games/decline').at(-1)?.body).toEqual({ gameID: 'b', playerID: 'ann' });
  expect(router.state.location.pathname).toBe('/games/private');
});

test('[BG-6] the last game that is declined leaves the focus to the heading', async () => {
  fakeServer({ [games]: paged([invitation('a')]), 'POST /games/decline': () => ({ body: { gameID: 'a' } }) });
  const { user } = renderPage(
    <>
      <h1 tabIndex={-1}>Games</h1>
      <GameList visibility="Private" />
    </>,
  );
  await user.click(await screen.findByRole('button', { name: /^Decline/ }));
  await screen.findByText('No private games');
  expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
});

test('[EV-27] a game that is declined in another tab goes', async () => {
  fakeServer({ [games]: paged([invitation('a'), invitation('b')]) });
  const { store } = renderPage(<GameList visibility="Private" />);
  await screen.findByRole('list', { name: 'Games' });
  act(() => gamesLive(store.dispatch, () => undefined).invitationDeclined({ gameID: 'a' }));
  await waitFor(() => expect(shown()).toEqual(['b']));
});

test('[TX-32] who loses the race for a seat is told so, though the winner’s update comes first', async () => {
  const server = fakeServer({
    [games]: paged([rowOf('open', { state: { player1: 'ben' } })]),
    'GET /games/game/open': () => ({ body: nimOf('open') }),
  });
  const { store, user, router } = renderPage(<GameList visibility="Public" />, { at: '/games' });
  const play = await screen.findByRole('button', { name: /^Play/ });
  const held = heldRoute();
  server.routes['POST /games/join'] = held.route;
  await user.click(play);
  await held.asked();
  tell(store, rowOf('open', { version: 3, state: { player1: 'ben', player2: 'cay', status: 'IN_PROGRESS' } }));
  await waitFor(() => expect(play).not.toBeInTheDocument());
  await held.answer({ status: 409, body: { error: 'The server’s words.', code: 'game.noSeat' } });
  expect(await screen.findByRole('alert')).toHaveTextContent('Error while joining a gameThe server’s words.');
  expect(screen.getByText('In progress')).toBeInTheDocument();
  expect(router.state.location.pathname).toBe('/games');
});

test('a running game has its board beside it, as its moves come in', async () => {
  const running = nimOf('run', [1], { players: ['ben', 'cay'], state: { player1: 'ben', player2: 'cay' } });
  fakeServer({ [games]: paged([rowOf('run', running)]), 'GET /games/game/run': () => ({ body: running }) });
  const { store, container } = renderPage(<GameList visibility="Public" />);
  const left = () => container.querySelectorAll('circle[data-taken=false]').length;
  await waitFor(() => expect(left()).toBe(20));
  const { state } = nimOf('run', [1, 3]);
  const gameInstance = {
    ...running,
    version: 5,
    state: { ...running.state, ...state, player1: 'ben', player2: 'cay' },
  };
  act(() => gamesLive(store.dispatch, () => undefined).gameUpdate({ gameInstance }));
  await waitFor(() => expect(left()).toBe(17));
});

test('a game beside its row is entered after a second, and not by someone who only turns the pages', async () => {
  jest.useFakeTimers();
  const running = many.slice(0, 12).map(({ gameID }) => nimOf(gameID));
  const boards = running.map((game) => [`GET /games/game/${game.gameID}`, () => ({ body: game })] as const);
  fakeServer({ ...Object.fromEntries(boards), [games]: paged(running) });
  const said: string[] = [];
  const socket = { connected: true, emit: (event: string, gameID: string) => said.push(`${event} ${gameID}`) };
  const { store, unmount } = renderPage(<GameList visibility="Public" />, { at: '/games' });
  resumeGames(socket as unknown as GameSocket, store.dispatch); // all that it uses
  const pass = (milliseconds: number) => act(() => jest.advanceTimersByTimeAsync(milliseconds));
  await pass(500);
  for (const name of ['Next', 'Previous', 'Next']) {
    fireEvent.click(screen.getByRole('button', { name }));
    await pass(500);
  }
  expect(shown()).toEqual(['g10', 'g11']);
  expect(said).toEqual([]);
  await pass(500);
  expect(said).toEqual(['joinGame g10', 'joinGame g11']);
  fireEvent.click(screen.getByRole('button', { name: 'Previous' }));
  await pass(500);
  unmount();
  await pass(1_000);
  expect(said.slice(2)).toEqual(['leaveGame g10', 'leaveGame g11']);
});

test('[TX-36] a list that failed to load says so and can be reloaded', async () => {
  const server = fakeServer({
    [games]: () => ({ status: 503, body: { error: 'Parlour is busy.', code: 'service.unavailable' } }),
  });
  const { user } = renderPage(<GameList visibility="Public" />);
  expect(await screen.findByRole('alert')).toHaveTextContent('Error while getting gamesParlour is busy.');
  server.routes[games] = paged([rowOf('a')]);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(shown()).toEqual(['a']));
});

test('a failed later page keeps the first one, and is requested once', async () => {
  const server = fakeServer({ [games]: paged(many) });
  const { user } = renderPage(<GameList visibility="Public" />);
  await screen.findByText('Page 1 of 3');
  server.routes[games] = () => 'down';
  await user.click(screen.getByRole('button', { name: 'Next' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Error while getting games');
  await user.click(screen.getByRole('button', { name: 'Previous' }));
  await waitFor(() => expect(shown()[0]).toBe('g0'));
  await user.click(screen.getByRole('button', { name: 'Next' }));
  expect(server.calls).toHaveLength(2);
  server.routes[games] = paged(many);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(shown()[0]).toBe('g10'));
});

test('the badge beside Games and the title count the viewer’s turns, move by move', async () => {
  const mine = nimOf('mine');
  const server = fakeServer({ 'GET /games/mine': () => ({ body: [mine, nimOf('his', [1])] }) });
  document.title = 'Tags · Parlour';
  const { store } = renderPage(
    <>
      <TurnBadge />
      <TurnsInTitle />
    </>,
  );
  await screen.findByText('your turn in 1 game');
  expect(document.title).toMatch(/^\(1\) /);
  const { gameUpdate } = gamesLive(store.dispatch, () => undefined);
  act(() => gameUpdate({ gameInstance: nimOf('his', [1, 2]) }));
  await screen.findByText('your turn in 2 games');
  act(() => gameUpdate({ gameInstance: nimOf('begun') }));
  await screen.findByText('your turn in 3 games');
  const over = nimOf('his', [1, 2], { version: 9, state: { status: 'OVER' } });
  act(() => {
    gameUpdate({ gameInstance: over });
    // A late event: a game that is over must not count as a turn again.
    gameUpdate({ gameInstance: nimOf('his', [1, 2]) });
    gameUpdate({ gameInstance: nimOf('mine', [3]) });
    gameUpdate({ gameInstance: nimOf('others', [], { players: ['cay', 'ben'], state: { player1: 'cay' } }) });
  });
  await screen.findByText('your turn in 1 game');
  expect(document.title).toMatch(/^\(1\) /);
  expect(server.calls).toHaveLength(1);
});

test('finished games say who won, and when they ended', async () => {
  const ended = (gameID: string, winners: readonly string[], player1 = 'ben') =>
    rowOf(gameID, {
      gameType: 'TicTacToe',
      createdAt: '2026-06-01T10:00:00.000Z',
      updatedAt: '2026-06-02T11:00:00.000Z',
      state: { status: 'OVER', player1, player2: 'cay', winners },
    });
  const over = [
    ended('theirs', ['cay']),
    ended('drawn', []),
    ended('won', ['ann'], 'ann'),
    ended('lost', ['cay'], 'ann'),
  ];
  fakeServer({ [games]: paged(over) });
  const { container } = renderPage(<GameList visibility="Public" />, { at: '/games?status=OVER' });
  const rows = within(await screen.findByRole('list', { name: 'Games' })).getAllByRole('listitem');
  const chips = ['Over', 'Draw', 'Won', 'Lost'];
  for (const [place, chip] of chips.entries()) expect(within(rows[place]!).getByText(chip)).toBeInTheDocument();
  const winners = rows.map((row) => within(row).queryByLabelText('winner')?.parentElement?.textContent.trim());
  expect(winners).toEqual(['cay', undefined, 'ann', 'cay']);
  for (const row of rows) expect(within(row).getByRole('link')).toHaveAccessibleName(/^Tic-Tac-Toe/);
  const times = [...container.querySelectorAll('time')].map((time) => time.dateTime);
  expect(new Set(times)).toEqual(new Set(['2026-06-02T11:00:00.000Z']));
});

test('[G-6, BG-1] a waiting rematch is marked, and says for whom its seat is kept', async () => {
  const rematch = rowOf('again', { state: { player1: 'ben' }, keptFor: ['ben', 'ann'] });
  fakeServer({ [games]: () => ({ body: [rematch, rowOf('open')] }) });
  renderPage(<GameList visibility="Public" />);
  const list = await screen.findByRole('list', { name: 'Games' });
  const links = within(list).getAllByRole('link');
  expect(links.map((link) => link.textContent?.includes('Rematch'))).toEqual([true, false]);
  expect(links.map((link) => link.textContent?.includes('ben vs kept for ann'))).toEqual([true, false]);
});
