import { expect, jest, test } from '@jest/globals';
import { act, waitFor, within } from '@testing-library/react';
import type { ChatWire } from '@parlour/contracts/messaging/messaging';
import { rowOf as communityRowOf } from '../../../features/communities/testing.ts';
import { nimOf } from '../../../features/games/testing/games.ts';
import { api } from '../../../shared/api.ts';
import { fakeServer } from '../../../shared/testing/fake-server.ts';
import { renderPage } from '../../../shared/testing/render-page.tsx';
import { forgetOnline, onlineUpdate } from '../../../shared/state/online.ts';
import { connectionMade, connectionStarted } from '../../../shared/state/connection.slice.ts';
import { createStore } from '../../../shared/state/store.ts';
import { whenIdle } from '../../../shared/state/hooks/when-idle.ts';
import { Shell } from '../shell.tsx';

const chatOf = (_id: string, other: string, unread = 0): ChatWire => ({
  _id,
  participants: ['ann', other],
  messages: [],
  unread,
  name: null,
  group: false,
  muted: false,
});

async function show(at: string, store = createStore()) {
  const server = fakeServer({
    'GET /notifications/unread': () => ({ body: { unread: 0 } }),
    'GET /chat/unread': () => ({ body: { unread: 2 } }),
    'GET /games/mine': () => ({
      body: [nimOf('g1'), nimOf('g2', [], { updatedAt: '2026-06-01T10:00:00.000Z' }), nimOf('theirs', [1])],
    }),
    'GET /chat/getChatsByUser/ann': () => ({
      body: ['bea', 'cy', 'dan', 'eve', 'fay', 'gus'].map((name, at) => chatOf(`c-${name}`, name, at === 1 ? 2 : 0)),
    }),
    'GET /community/userCommunities/ann': () => ({ body: [communityRowOf({ _id: 'k1', name: 'Bakers' })] }),
  });
  const page = renderPage(<Shell />, { at, store });
  const sidebar = document.querySelector<HTMLElement>('#sidebar');
  if (!sidebar) throw new Error('There is no sidebar');
  return { ...page, server, sidebar: within(sidebar) };
}

const textsOf = (section: HTMLElement) =>
  within(section)
    .getAllByRole('link')
    .map((link) => link.textContent);

test('[S-8] once the first screen is there, the sidebar shows my turns, chats and communities', async () => {
  const connecting = createStore();
  connecting.dispatch(connectionStarted());
  const { sidebar, server, store } = await show('/home', connecting);
  // The frame would read when the page is idle.
  await act(() => new Promise<void>((resolve) => void whenIdle(resolve)));
  expect(server.calls).toEqual([]);
  act(() => void store.dispatch(connectionMade()));
  const turns = await sidebar.findByRole('region', { name: 'Your turn' });
  // The clock runs only while there is time.
  expect(textsOf(turns)).toEqual([expect.stringMatching(/^Nim vs ben(?:10:00|9:\d\d)$/), 'Nim vs ben']);
  expect(within(turns).getAllByRole('link')[0]).toHaveAttribute('href', '/games/g1');
  const chats = sidebar.getByRole('region', { name: 'Chats' });
  expect(textsOf(chats)).toEqual(['Bbea', 'Ccy22 unread messages', 'Ddan', 'Eeve', 'Ffay']);
  expect(within(chats).getAllByRole('link')[0]).toHaveAttribute('href', '/messaging/direct-message?chat=c-bea');
  const communities = sidebar.getByRole('region', { name: 'Communities' });
  expect(within(communities).getByRole('link', { name: 'Bakers' })).toHaveAttribute('href', '/community/k1');
  expect(server.to('/games/mine')).toHaveLength(1);
});

test('a connection that takes long is not waited for', async () => {
  jest.useFakeTimers();
  try {
    const connecting = createStore();
    connecting.dispatch(connectionStarted());
    const { server } = await show('/home', connecting);
    await act(() => jest.advanceTimersByTimeAsync(4_900));
    expect(server.to('/games/mine')).toEqual([]);
    await act(() => jest.advanceTimersByTimeAsync(200));
    expect(server.to('/games/mine')).toHaveLength(1);
  } finally {
    jest.useRealTimers();
  }
});

test.each([
  ['/messaging/direct-message', 'Chats'],
  ['/games', 'Your turn'],
  ['/community', 'Communities'],
])('[S-8] on %s, which lists them itself, the sidebar leaves out %s', async (at, title) => {
  const { sidebar, store } = await show(at);
  act(() => void store.dispatch(connectionStarted()));
  act(() => void store.dispatch(connectionMade()));
  await waitFor(() => expect(sidebar.getAllByRole('region')).toHaveLength(2));
  expect(sidebar.queryByRole('region', { name: title })).not.toBeInTheDocument();
});

test('no row of the sidebar moves while somebody points at it, and new ones wait', async () => {
  const { sidebar, store, server, user } = await show('/home');
  act(() => void store.dispatch(connectionStarted()));
  act(() => void store.dispatch(connectionMade()));
  const links = () => ['Your turn', 'Chats'].map((name) => textsOf(sidebar.getByRole('region', { name })).length);
  const chats = () => textsOf(sidebar.getByRole('region', { name: 'Chats' }));
  await sidebar.findByRole('region', { name: 'Chats' });
  await user.hover(sidebar.getByRole('link', { name: /cy/ }));
  server.routes['GET /games/mine'] = () => ({ body: ['g1', 'g2', 'g3'].map((id) => nimOf(id)) });
  server.routes['GET /chat/getChatsByUser/ann'] = () => ({
    body: [chatOf('c-hal', 'hal'), chatOf('c-dan', 'dan'), chatOf('c-cy', 'cy', 3), chatOf('c-bea', 'bea')],
  });
  act(() => void store.dispatch(api.util.invalidateTags(['OwnGames', 'Chats'])));
  await waitFor(() => expect(chats()).toContain('Ccy33 unread messages'));
  await waitFor(() => expect(store.getState().api.queries['getOwnGames("ann")']?.status).toBe('fulfilled'));
  expect(chats()).toEqual(['Bbea', 'Ccy33 unread messages', 'Ddan', 'Eeve', 'Ffay']);
  expect(links()).toEqual([2, 5]);
  await user.unhover(sidebar.getByRole('link', { name: /cy/ }));
  await waitFor(() => expect(links()).toEqual([3, 4]));
  expect(chats()).toEqual(['Hhal', 'Ddan', 'Ccy33 unread messages', 'Bbea']);
});

test('[S-8] the game that is open is not among my turns', async () => {
  const { sidebar, store } = await show('/games/g1');
  act(() => void store.dispatch(connectionStarted()));
  act(() => void store.dispatch(connectionMade()));
  const turns = await sidebar.findByRole('region', { name: 'Your turn' });
  expect(within(turns).getByRole('link')).toHaveAttribute('href', '/games/g2');
});

test('[BG-4] a chat with one other person has the dot while they are online', async () => {
  const { sidebar, store } = await show('/home');
  act(() => void store.dispatch(connectionStarted()));
  act(() => void store.dispatch(connectionMade()));
  const chats = await sidebar.findByRole('region', { name: 'Chats' });
  act(() => onlineUpdate({ people: [{ username: 'dan', online: true }] }));
  expect(textsOf(chats).filter((text) => text?.includes('Online'))).toEqual(['DOnlinedan']);
  act(forgetOnline);
});
