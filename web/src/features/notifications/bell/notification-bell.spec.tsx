import { beforeEach, expect, jest, test } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { NotificationWire } from '@parlour/contracts/notifications/notifications';
import { fakeServer } from '../../../shared/testing/fake-server.ts';
import { renderPage } from '../../../shared/testing/render-page.tsx';
import { NotificationBell } from './notification-bell.tsx';
import { enterNotification } from '../notifications.api.ts';
import { noteRead } from '../reading.api.ts';

const ten = Array.from({ length: 10 }, (_, index): NotificationWire => ({
  _id: `n${index}`,
  type: index === 0 ? 'follower' : 'answer',
  id: index === 0 ? 'bea' : `q${index}`,
  users: ['ann'],
  actor: 'bea',
  message: `message ${index}`,
  answerId: null,
  commentId: null,
  messageId: null,
  notifyDateTime: '2026-06-01T10:00:00.000Z',
  isRead: index > 0,
}));

let isWide: boolean;
beforeEach(() => {
  isWide = true;
  const real = window.matchMedia.bind(window);
  jest
    .spyOn(window, 'matchMedia')
    .mockImplementation((query) =>
      query === '(min-width: 641px)' ? { ...real(query), matches: isWide } : real(query),
    );
});

function show(at = '/home', rows = ten) {
  const server = fakeServer({
    'GET /notifications/unread': () => ({ body: { unread: 1 } }),
    'GET /getNotifications/ann': () => ({ body: rows }),
  });
  return { server, ...renderPage(<NotificationBell className="" />, { at }) };
}

const bell = () => screen.findByRole('link', { name: 'Notifications, 1 unread' });
const box = () => screen.findByRole('dialog', { name: 'Newest notifications' });

test('a click shows the newest eight; each leads to what it is about', async () => {
  const { user, router } = show();
  await user.click(await bell());
  const rows = within(await within(await box()).findByRole('list', { name: 'Newest notifications' }));
  const links = rows.getAllByRole('link');
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '/user/bea',
    ...[1, 2, 3, 4, 5, 6, 7].map((n) => `/question/q${n}`),
  ]);
  expect(links.map((link) => within(link).queryByText('unread') !== null)).toEqual([
    true,
    ...Array<boolean>(7).fill(false),
  ]);
  expect(within(await box()).getByRole('link', { name: 'All notifications' })).toHaveAttribute(
    'href',
    '/notifications',
  );
  await user.click(links[0] ?? document.body);
  expect(router.state.location.pathname).toBe('/user/bea');
});

test('with a key, the focus moves into it; Escape closes it and returns the focus', async () => {
  const { user } = show();
  (await bell()).focus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Notifications' })).toHaveFocus());
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  await waitFor(async () => expect(await bell()).toHaveFocus());
});

test('a second click closes it, and so does one elsewhere or a new page', async () => {
  const { user, router } = show();
  await user.click(await bell());
  await box();
  await user.click(await bell());
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  await user.click(await bell());
  await box();
  fireEvent.mouseDown(document.body);
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  await user.click(await bell());
  await box();
  await act(() => router.navigate('/home?order=active'));
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

test('[SC-35] on a phone it leads to the list', async () => {
  isWide = false;
  const { user, router } = show();
  await user.click(await bell());
  expect(router.state.location.pathname).toBe('/notifications');
});

test('a click with Ctrl is left to the browser, which opens a tab', async () => {
  show();
  const link = await bell();
  let prevented: boolean | undefined;
  document.addEventListener(
    'click',
    (event) => {
      prevented = event.defaultPrevented;
      event.preventDefault(); // jsdom opens no tabs
    },
    { once: true },
  );
  fireEvent.click(link, { ctrlKey: true });
  expect(prevented).toBe(false);
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

test('counts again when it is opened: what was counted may be hidden now', async () => {
  const { user, server } = show('/home', []);
  server.routes['GET /notifications/unread'] = () => ({
    body: { unread: server.to('/notifications/unread').length > 1 ? 0 : 1 },
  });
  await user.click(await bell());
  await screen.findByRole('link', { name: 'Notifications' });
});

test('nothing moves below the pointer', async () => {
  const { user, store } = show();
  await user.click(await bell());
  const list = await within(await box()).findByRole('list', { name: 'Newest notifications' });
  const shown = () =>
    within(list)
      .getAllByText(/^message/)
      .map(({ textContent }) => textContent);
  const before = shown();
  fireEvent.pointerEnter(list);
  act(() => {
    store.dispatch(enterNotification({ ...ten[1]!, _id: 'n10', type: 'mention', message: 'message 10' }));
    store.dispatch(noteRead('n0'));
  });
  // Once that is shown, the other change is too.
  await waitFor(() => expect(within(list).queryByText('unread')).not.toBeInTheDocument());
  expect(shown()).toEqual(before);
  fireEvent.pointerLeave(list);
  expect(shown()).toEqual(['message 10', ...before.slice(0, -1)]);
});

test('says when there is none, and what failed', async () => {
  const { user, server } = show('/home', []);
  await user.click(await bell());
  await within(await box()).findByText('No notifications yet');
  await user.keyboard('{Escape}');
  server.routes['GET /getNotifications/ann'] = () => ({
    status: 503,
    body: { error: 'Busy.', code: 'service.unavailable' },
  });
  await user.click(await bell());
  expect(await box()).toBeInTheDocument();
});
