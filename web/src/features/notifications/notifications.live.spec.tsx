import { afterEach, expect, jest, test } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import type { NotificationWire } from '@parlour/contracts/notifications';
import { toast } from 'react-toastify/unstyled';
import ToastPlace from '../../shared/parts/toast-place.tsx';
import { fakeServer } from '../../shared/testing/fake-server.ts';
import { renderPage } from '../../shared/testing/render-page.tsx';
import { NotificationBell } from './notification-bell.tsx';
import { notificationsLive } from './notifications.live.ts';

const text = 'You have received a new notification!';

function notification(_id: string, users: readonly string[] = ['ann']): NotificationWire {
  return {
    _id,
    type: 'follower',
    id: 'bea',
    users,
    message: 'x',
    notifyDateTime: '2026-06-01T10:00:00.000Z',
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
});

test('[EV-9, TX-42] a toast that leads to the notifications; the bell counts on', async () => {
  const { live, user, open, unread } = await start();
  unread.number = 4;
  act(() => live.notification(notification('n1')));
  const shown = await screen.findByText(text);
  await screen.findByRole('link', { name: 'Notifications, 4 unread' });
  expect(open).not.toHaveBeenCalled();
  await user.click(shown);
  expect(open).toHaveBeenCalledWith('/notifications');
});

test('one toast for each event, and none for one that comes again or is another’s', async () => {
  const { live } = await start();
  act(() => {
    live.notification(notification('n1'));
    live.notification(notification('n1'));
    live.notification(notification('n2', ['bea']));
    live.notification(notification('n3'));
  });
  await waitFor(() => expect(screen.getAllByText(text)).toHaveLength(2));
});

test('[N-3] after a time without a connection one toast, however many came; none where none came', async () => {
  const { live, unread } = await start();
  await act(() => live.catchUp());
  expect(screen.queryByText(text)).not.toBeInTheDocument();
  unread.number = 8;
  await act(() => live.catchUp());
  expect(await screen.findAllByText(text)).toHaveLength(1);
  await screen.findByRole('link', { name: 'Notifications, 8 unread' });
});
