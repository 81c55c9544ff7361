import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import type { NotificationWire } from '@parlour/contracts/notifications/notifications';
import { toast } from 'react-toastify/unstyled';
import ToastPlace from '../../design/parts/feedback/toast-place.tsx';
import { fakeServer } from '../../shared/testing/fake-server.ts';
import { renderPage } from '../../shared/testing/render-page.tsx';
import { NotificationBell } from './bell/notification-bell.tsx';
import { notificationsLive } from './notifications.live.ts';

const text = 'You have received a new notification!';

function notification(_id: string, users: readonly string[] = ['ann']): NotificationWire {
  return {
    _id,
    type: 'follower',
    id: 'bea',
    users,
    message: 'x',
    answerId: null,
    commentId: null,
    messageId: null,
    notifyDateTime: '2026-06-01T10:00:00.000Z',
    actor: 'bea',
    isRead: false,
  };
}

async function start() {
  const unread = { number: 3 };
  const server = fakeServer({ 'GET /notifications/unread': () => ({ body: { unread: unread.number } }) });
  const view = renderPage(
    <>
      <NotificationBell className="" />
      <ToastPlace />
    </>,
  );
  await screen.findByRole('link', { name: 'Notifications, 3 unread' });
  const open = jest.fn();
  return { ...view, server, unread, open, live: notificationsLive(view.store.dispatch, open) };
}

afterEach(() => {
  act(() => toast.dismiss());
  window.history.replaceState(null, '', '/');
});

test('[EV-9, TX-42] a toast links to the notifications, and the bell counts on', async () => {
  const { live, user, open, unread } = await start();
  unread.number = 4;
  act(() => live.notification(notification('n1')));
  const shown = await screen.findByText(text);
  await screen.findByRole('link', { name: 'Notifications, 4 unread' });
  expect(open).not.toHaveBeenCalled();
  await user.click(shown);
  expect(open).toHaveBeenCalledWith('/notifications');
});

test.each([
  ['/messaging/direct-message?chat=d1', 'd1', 0],
  ['/messaging/direct-message?chat=d2', 'd1', 1],
  ['/messaging', 'global', 0],
  ['/messaging/direct-message?chat=d1', 'global', 1],
])('[BW-2] on %s, a mention in %s shows so many toasts: %i', async (address, id, toasts) => {
  const { live } = await start();
  window.history.replaceState(null, '', address);
  act(() => live.notification({ ...notification('n1'), type: 'mention', id, messageId: 'm1' }));
  await screen.findByRole('link', { name: 'Notifications, 3 unread' });
  if (toasts === 1) await screen.findByText(text);
  else expect(screen.queryByText(text)).not.toBeInTheDocument();
});

test('[G-16] the bell counts no invitation that the viewer has declined', async () => {
  const { live, unread } = await start();
  unread.number = 2;
  act(() => live.invitationDeclined({ gameID: 'g1' }));
  await screen.findByRole('link', { name: 'Notifications, 2 unread' });
});

test('[N-2] many at once share one toast, which counts neither repeats nor other people’s', async () => {
  const { live } = await start();
  act(() => {
    live.notification(notification('n1'));
    live.notification(notification('n1'));
    live.notification(notification('n2', ['bea']));
    live.notification(notification('n3'));
  });
  await screen.findByText(`${text} (2)`);
  expect(screen.getAllByRole('alert')).toHaveLength(1);
});

describe('[N-2] no toast for what is on screen', () => {
  const question = { ...notification('n1'), type: 'comment', id: 'q1' } as const;
  const person = { ...notification('n1'), type: 'follower', id: 'B b' } as const;

  test.each([
    ['the question', '/question/Q1', question],
    ['the person', '/user/b%20b', person],
    ['the game', '/games/g1', { ...notification('n1'), type: 'gameInvite', id: 'g1' } as const],
    ['the community', '/community/c1', { ...notification('n1'), type: 'decision', id: 'c1' } as const],
    ['the requests', '/community/c1/settings', { ...notification('n1'), type: 'request', id: 'c1' } as const],
    ['the list of them', '/notifications', question],
  ])('%s', async (_what, address, event) => {
    const { live, unread } = await start();
    window.history.replaceState(null, '', address);
    unread.number = 4;
    act(() => live.notification(event));
    // The bell counts it.
    await screen.findByRole('link', { name: 'Notifications, 4 unread' });
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  test('but for other pages, or in a background window', async () => {
    const { live } = await start();
    window.history.replaceState(null, '', '/question/q2');
    act(() => live.notification(question));
    await screen.findByText(text);
    window.history.replaceState(null, '', '/question/q1');
    jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    act(() => live.notification({ ...question, _id: 'n2' }));
    await screen.findByText(`${text} (2)`);
  });
});

test('[N-2] while the newest are shown below the bell, no toast stays or comes', async () => {
  const room = window.matchMedia('(min-width: 641px)');
  jest.spyOn(window, 'matchMedia').mockReturnValue({ ...room, matches: true });
  const { user, live, server, unread } = await start();
  server.routes['GET /getNotifications/ann'] = () => ({ body: [] });
  const bell = () => screen.getByRole('link', { name: /^Notifications, / });
  act(() => live.notification(notification('n1')));
  const shown = await screen.findByRole('alert');
  await user.click(bell());
  await screen.findByRole('dialog', { name: 'Newest notifications' });
  await waitFor(() => expect(shown).toHaveAttribute('data-in', 'false'));
  // jsdom plays no animations.
  fireEvent.animationEnd(shown);
  await waitFor(() => expect(shown).not.toBeInTheDocument());
  unread.number = 5;
  act(() => live.notification(notification('n2')));
  await screen.findByRole('link', { name: 'Notifications, 5 unread' });
  expect(screen.queryByText(text)).not.toBeInTheDocument();
  await user.click(bell());
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  act(() => live.notification(notification('n3')));
  await screen.findByText(text);
});

test('[N-3] after a lost connection, one toast for all new ones, or none', async () => {
  const { live, unread } = await start();
  await act(() => live.catchUp());
  expect(screen.queryByText(text)).not.toBeInTheDocument();
  unread.number = 8;
  await act(() => live.catchUp());
  expect(await screen.findAllByText(text)).toHaveLength(1);
  await screen.findByRole('link', { name: 'Notifications, 8 unread' });
});
