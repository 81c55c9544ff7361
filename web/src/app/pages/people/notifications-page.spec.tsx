import { describe, expect, test } from '@jest/globals';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import type { NotificationWire } from '@parlour/contracts/notifications/notifications';
import { NotificationBell } from '../../../features/notifications/bell/notification-bell.tsx';
import { notificationsLive } from '../../../features/notifications/notifications.live.ts';
import { rowOf } from '../../../features/questions/testing.ts';
import ToastPlace from '../../../design/parts/feedback/toast-place.tsx';
import { fakeServer } from '../../../shared/testing/fake-server.ts';
import { renderPage } from '../../../shared/testing/render-page.tsx';
import { NotificationsPage } from './notifications-page.tsx';

const list = 'GET /getNotifications/ann';

function notification(_id: string, rest: Partial<NotificationWire> = {}): NotificationWire {
  return {
    _id,
    type: 'answer',
    id: 'q1',
    answerId: null,
    commentId: null,
    messageId: null,
    users: ['ann'],
    message: `New answer to "${_id}"`,
    notifyDateTime: '2026-06-01T10:00:00.000Z',
    actor: 'bea',
    isRead: false,
    ...rest,
  };
}

const three = [notification('c'), notification('b'), notification('a', { isRead: true })];

async function show(rows: readonly NotificationWire[] = three, unread = 2, at = '/notifications') {
  const server = fakeServer({
    [list]: ({ query }) => {
      const type = query.get('type');
      return { body: rows.filter((row) => type === null || row.type === type) };
    },
    'GET /notifications/unread': () => ({ body: { unread } }),
  });
  const view = renderPage(
    <main>
      <NotificationBell className="" />
      <NotificationsPage />
    </main>,
    { at, path: '/notifications' },
  );
  await screen.findByText(rows[0]?.message ?? 'No notifications yet');
  return { ...view, server, live: notificationsLive(view.store.dispatch, () => undefined) };
}

const shownIds = () =>
  screen.queryAllByRole('listitem').map((item) => /"(.*)"/.exec(item.textContent)?.[1] ?? item.textContent);

const filter = () => screen.getByRole('combobox', { name: 'Show' });

test('[U-17] mentions and replies are the first kinds among the filters', async () => {
  await show();
  const filters = within(filter()).getAllByRole('option');
  expect(filters.map(({ textContent }) => textContent)).toEqual([
    ...['All', 'Unread', 'Mentions', 'Answers', 'Comments', 'Followers', 'Games'],
    ...['Accepted', 'Requests', 'Decisions', 'Ownership', 'Moderation', 'Reports'],
  ]);
});

describe('the list', () => {
  test('[SC-35] keeps the server’s order and marks unread entries with a word', async () => {
    await show();
    expect(shownIds()).toEqual(['c', 'b', 'a']);
    const [newest, , oldest] = screen.getAllByRole('listitem');
    expect(within(newest as HTMLElement).getByText('new')).toBeInTheDocument();
    expect(within(oldest as HTMLElement).queryByText('new')).not.toBeInTheDocument();
    await screen.findByText('2 unread');
    expect(document.title).toBe('Notifications · Parlour');
  });

  test.each([
    ['comment', 'q 1', '/question/q%201'],
    ['answer', 'q1', '/question/q1'],
    ['follower', 'c# fan', '/user/c%23%20fan'],
    ['gameInvite', 'g1', '/games/g1'],
    ['request', 'c1', '/community/c1/settings'],
    ['request', 'site', '/admin/waiting'],
    ['decision', 'c1', '/community/c1'],
    ['ownership', 'c1', '/community/c1'],
    ['moderated', 'q1', '/question/q1'],
  ] as const)('[SC-35, LI-16] View of %s %s leads to %s', async (type, id, address) => {
    await show([notification('x', { type, id })]);
    expect(screen.getByRole('link', { name: /^View/ })).toHaveAttribute('href', address);
  });

  test('[BE-8] View of a removed poll leads to its community', async () => {
    await show([notification('x', { type: 'moderated', id: 'c1', reported: 'poll' })]);
    expect(screen.getByRole('link', { name: /^View/ })).toHaveAttribute('href', '/community/c1');
  });

  test.each(['answer', 'accepted'] as const)('[BA-2] View of type %s leads to the very answer', async (type) => {
    await show([notification('x', { type, answerId: 'a1' })]);
    expect(screen.getByRole('link', { name: /^View/ })).toHaveAttribute('href', '/question/q1#answer-a1');
  });

  test.each([
    ['a question', {}, '/question/q1'],
    ['an answer', { answerId: 'a1' }, '/question/q1#answer-a1'],
    ['a comment', { commentId: 'c1' }, '/question/q1#comment-c1'],
    ['the room', { id: 'global', messageId: 'm1' }, '/messaging?message=m1'],
    ['a chat', { id: 'd1', messageId: 'm1' }, '/messaging/direct-message?chat=d1&message=m1'],
  ] as const)('[BW-2] View of a mention in %s leads to it', async (_, ids, address) => {
    await show([notification('x', { type: 'mention', ...ids })]);
    expect(screen.getByRole('link', { name: /^View/ })).toHaveAttribute('href', address);
  });

  test('[TX-40] says when it is empty, and what failed', async () => {
    const nothing = await show([], 0);
    expect(screen.getByText('No notifications yet')).toBeInTheDocument();
    nothing.unmount();
    const server = fakeServer({
      [list]: () => ({ status: 503, body: { error: 'Busy.', code: 'service.unavailable' } }),
    });
    const { user } = renderPage(<NotificationsPage />);
    expect(await screen.findByRole('alert')).toHaveTextContent('Error while fetching notificationsBusy.');
    server.routes[list] = () => ({ body: three });
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findAllByRole('listitem')).toHaveLength(3);
  });

  test('has a heading before the first of each day', async () => {
    const older = { notifyDateTime: '2026-05-30T10:00:00.000Z' };
    await show([notification('c'), notification('b', older), notification('a', older)]);
    expect(screen.getAllByRole('heading', { level: 2 }).map((day) => day.textContent)).toEqual([
      'June 1, 2026',
      'May 30, 2026',
    ]);
  });

  test('shows only the unread ones, or one kind, as the address has it', async () => {
    const rows = [...three, notification('d', { type: 'follower', message: 'x "d"', isRead: true })];
    const { user, router } = await show(rows);
    await user.selectOptions(filter(), 'Unread');
    expect(shownIds()).toEqual(['c', 'b']);
    expect(router.state.location.search).toBe('?show=unread');
    await user.selectOptions(filter(), 'Followers');
    await waitFor(() => expect(shownIds()).toEqual(['d']));
    // Marking all as read would also concern what is not shown here.
    expect(screen.getByText('2 unread')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Mark all as read' })).not.toBeInTheDocument();
    await user.selectOptions(filter(), 'Games');
    await screen.findByText('No game invitations yet');
    await user.selectOptions(filter(), 'All');
    await waitFor(() => expect(shownIds()).toEqual(['c', 'b', 'a', 'd']));
  });

  test('of the unread ones is loaded until all of them are there', async () => {
    fakeServer({
      [list]: () => ({
        body: [notification('b'), notification('a', { isRead: true })],
        headers: { Link: '</api/x?cursor=xyz>; rel="next"' },
      }),
      'GET /notifications/unread': () => ({ body: { unread: 1 } }),
    });
    const { user } = renderPage(<NotificationsPage />, { at: '/notifications?show=unread', path: '/notifications' });
    await screen.findByText(/"b"/);
    expect(screen.queryByRole('button', { name: 'Show more notifications' })).not.toBeInTheDocument();
    await user.selectOptions(filter(), 'All');
    expect(screen.getByRole('button', { name: 'Show more notifications' })).toBeInTheDocument();
  });

  test('is as it was behind View, whatever happened meanwhile, and read again', async () => {
    const { user, router, server, live } = await show();
    server.routes['POST /notifications/view'] = () => ({ body: { unread: 1 } });
    await user.click(screen.getByRole('link', { name: 'View: New answer to "b"' }));
    await screen.findByText('elsewhere');
    await waitFor(() => expect(server.to('/notifications/view')).toHaveLength(1));
    const before = server.to('/getNotifications/ann').length;
    await act(async () => {
      live.notificationsUpdate({ unread: 1 });
      live.notification(notification('d'));
      live.questionUpdate({ ...rowOf({ _id: 'q1' }), text: 'Well?' });
    });
    expect(server.to('/getNotifications/ann')).toHaveLength(before);
    let answer: () => void = () => undefined;
    server.routes[list] = () =>
      new Promise((resolve) => {
        answer = () => resolve({ body: [notification('d', { count: 3 })] });
      });
    await act(() => router.navigate(-1));
    expect(shownIds()).toEqual(['c', 'b', 'a']);
    await act(async () => answer());
    await waitFor(() => expect(shownIds()).toEqual(['d']));
  });

  test('loads more with the cursor', async () => {
    const server = fakeServer({
      [list]: ({ query }) =>
        query.get('cursor') === 'xyz'
          ? { body: [notification('a')] }
          : { body: [notification('c'), notification('b')], headers: { Link: '</api/x?cursor=xyz>; rel="next"' } },
    });
    const { user } = renderPage(<NotificationsPage />);
    await user.click(await screen.findByRole('button', { name: 'Show more notifications' }));
    await waitFor(() => expect(shownIds()).toEqual(['c', 'b', 'a']));
    expect(server.to('/getNotifications/ann')).toHaveLength(2);
  });
});

test('[BN-2] View marks its row as read', async () => {
  const { user, server } = await show();
  server.routes['POST /notifications/view'] = () => ({ body: { unread: 1 } });
  await user.click(screen.getAllByRole('link', { name: /^View: / })[1] as HTMLElement);
  await waitFor(() => expect(server.to('/notifications/view').map(({ body }) => body)).toEqual([{ id: 'b' }]));
});

describe('[BN-2] Delete all', () => {
  test('deletes all, and Undo in the toast restores them', async () => {
    const { user, server } = await show();
    render(<ToastPlace />);
    const { [list]: full } = server.routes;
    server.routes['DELETE /notifications/all'] = () => {
      server.routes[list] = () => ({ body: [] });
      return { body: { unread: 0 } };
    };
    server.routes['POST /notifications/restore'] = () => {
      Object.assign(server.routes, { [list]: full });
      return { body: { unread: 2 } };
    };
    await user.click(screen.getByRole('button', { name: 'Delete all' }));
    expect(await screen.findByText('No notifications yet')).toBeInTheDocument();
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
    expect(await screen.findByText('All notifications deleted.')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(shownIds()).toEqual(['c', 'b', 'a']));
    await screen.findByText('2 unread');
  });

  test('stands only where all are shown', async () => {
    await show(three, 2, '/notifications?show=unread');
    expect(screen.queryByRole('button', { name: 'Delete all' })).not.toBeInTheDocument();
  });
});

describe('[BN-3] folded rows', () => {
  const row = notification('f', { message: '3 new answers to "f"', count: 3, actors: ['bea', 'cem'] });

  test('are asked for, and deleted whole', async () => {
    const { user, server } = await show([row]);
    expect(screen.getByText('bea, cem')).toBeInTheDocument();
    server.routes['DELETE /deleteNotification/ann/f'] = () => ({ body: [row] });
    await user.click(screen.getByRole('button', { name: /^Delete: 3 new answers/ }));
    expect(await screen.findByText('No notifications yet')).toBeInTheDocument();
    expect(server.to('/getNotifications/ann')[0]?.query.get('rows')).toBe('folded');
    expect(server.to('/deleteNotification/ann/f')[0]?.query.get('rows')).toBe('folded');
  });

  test('take a new one in, as the server has them; any other one stands above', async () => {
    const { live, server } = await show([row]);
    const newest = notification('g', { message: '4 new answers to "g"', count: 4 });
    server.routes[list] = () => ({ body: [newest] });
    act(() => live.notification(notification('h', { type: 'comment' })));
    await waitFor(() => expect(shownIds()).toEqual(['h', 'f']));
    act(() => live.notification(notification('g')));
    await waitFor(() => expect(shownIds()).toEqual(['g']));
  });

  test('may take it in on a page that is not loaded, so the server is asked', async () => {
    const { live, server } = await show([notification('c', { type: 'comment' })]);
    const first = (...body: NotificationWire[]) => ({ body, headers: { Link: '</api/x?cursor=xyz>; rel="next"' } });
    server.routes[list] = () => first(notification('c', { type: 'comment' }));
    act(() => live.notificationsUpdate({ unread: 2 }));
    await screen.findByRole('button', { name: 'Show more notifications' });
    server.routes[list] = () => first(notification('d', { id: 'q9', message: '7 new answers to "d"', count: 7 }));
    act(() => live.notification(notification('d', { id: 'q9' })));
    await waitFor(() => expect(shownIds()).toEqual(['d']));
    expect(screen.getByText('7 new answers to "d"')).toBeInTheDocument();
    // It can't have been folded into another one.
    act(() => live.notification(notification('m', { type: 'mention' })));
    await waitFor(() => expect(shownIds()).toEqual(['m', 'd']));
  });
});

describe('the X button', () => {
  const remove = (id: string) => screen.getByRole('button', { name: `Delete: New answer to "${id}"` });

  test('[SC-35] removes the entry at once and moves the focus to the next one', async () => {
    const { user, server } = await show();
    let answer: () => void = () => undefined;
    server.routes['DELETE /deleteNotification/ann/b'] = () =>
      new Promise((resolve) => {
        answer = () => resolve({ body: [three[1]] });
      });
    await user.click(remove('b'));
    expect(shownIds()).toEqual(['c', 'a']);
    await waitFor(() => expect(remove('a')).toHaveFocus());
    await act(async () => answer());
    expect(shownIds()).toEqual(['c', 'a']);
  });

  test('[TX-41] puts the entry back in its place, with the reason, if deleting failed', async () => {
    const { user, server } = await show();
    const path = 'DELETE /deleteNotification/ann/b';
    server.routes[path] = () => ({ status: 503, body: { error: 'Busy.', code: 'service.unavailable' } });
    await user.click(remove('b'));
    expect(await screen.findByRole('alert')).toHaveTextContent('Error while deleting notificationBusy.');
    expect(shownIds()).toEqual(['c', 'b', 'a']);
    server.routes[path] = () => ({ body: [three[1]] });
    await user.click(remove('b'));
    await waitFor(() => expect(shownIds()).toEqual(['c', 'a']));
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  test('silently removes an entry that another tab has deleted', async () => {
    const { user, server } = await show();
    server.routes['DELETE /deleteNotification/ann/c'] = () => ({
      status: 404,
      body: { error: 'Notification not found', code: 'notification.unknown' },
    });
    await user.click(remove('c'));
    await waitFor(() => expect(server.calls.some(({ method }) => method === 'DELETE')).toBe(true));
    expect(shownIds()).toEqual(['b', 'a']);
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  test('leaves an empty list after the last entry', async () => {
    const { user, server } = await show([notification('a')], 1);
    server.routes['DELETE /deleteNotification/ann/a'] = () => ({ body: [] });
    await user.click(remove('a'));
    expect(screen.getByText('No notifications yet')).toBeInTheDocument();
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
  });
});

describe('a notification that arrives while the page is open', () => {
  test('is shown first', async () => {
    const { live } = await show();
    act(() => live.notification(notification('d', { id: 'q2' })));
    await waitFor(() => expect(shownIds()).toEqual(['d', 'c', 'b', 'a']));
  });

  test('is in the list that was being read meanwhile', async () => {
    const { live, router, server } = await show();
    await act(() => router.navigate('/home'));
    let answer: () => void = () => undefined;
    server.routes[list] = () => new Promise((resolve) => void (answer = () => resolve({ body: three })));
    await act(() => router.navigate('/notifications'));
    act(() => live.notification(notification('d', { id: 'q2' })));
    server.routes[list] = () => ({ body: [notification('d', { id: 'q2' }), ...three] });
    await act(async () => answer());
    await waitFor(() => expect(shownIds()).toEqual(['d', 'c', 'b', 'a']));
  });

  test('waits while the pointer is over the list, so that nothing moves', async () => {
    const { user, live } = await show();
    fireEvent.pointerEnter(screen.getByRole('list', { name: 'Notifications' }));
    act(() => live.notification(notification('d', { id: 'q2' })));
    const pill = await screen.findByRole('button', { name: '1 new notification' });
    expect(shownIds()).toEqual(['c', 'b', 'a']);
    await user.click(pill);
    expect(shownIds()).toEqual(['d', 'c', 'b', 'a']);
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
  });

  test('waits too if it is folded into a row, which stays where it is', async () => {
    const { user, live, server } = await show();
    fireEvent.pointerEnter(screen.getByRole('list', { name: 'Notifications' }));
    // The server names the row by its newest notification.
    const [folded, ...others] = [notification('d', { id: 'q9', count: 2 }), three[0]!, three[2]!];
    server.routes[list] = () => ({ body: [folded, ...others] });
    act(() => live.notification({ ...three[1]!, _id: 'd' }));
    const pill = await screen.findByRole('button', { name: '1 new notification' });
    expect(shownIds()).toEqual(['c', 'b', 'a']);
    await user.click(pill);
    await waitFor(() => expect(shownIds()).toEqual(['d', 'c', 'a']));
  });

  test('of another kind is not announced where one kind is shown', async () => {
    const rows = [notification('b', { type: 'mention' }), notification('a', { type: 'mention' })];
    const { user, live } = await show(rows, 2, '/notifications?show=mention');
    fireEvent.pointerEnter(screen.getByRole('list', { name: 'Notifications' }));
    act(() => live.notification(notification('c', { type: 'comment' })));
    expect(screen.queryByRole('button', { name: /new notification/ })).not.toBeInTheDocument();
    act(() => live.notification(notification('d', { type: 'mention', id: 'q2' })));
    await user.click(await screen.findByRole('button', { name: '1 new notification' }));
    expect(shownIds()).toEqual(['d', 'b', 'a']);
  });

  test('stays unread when older ones are marked as read', async () => {
    const { user, live, server } = await show();
    let upTo: unknown;
    // The new one counts as unread, whenever the number is requested.
    server.routes['GET /notifications/unread'] = () => ({ body: { unread: 1 } });
    server.routes['POST /notifications/markRead'] = ({ body }) => {
      upTo = body;
      return { body: { unread: 1 } };
    };
    const button = await screen.findByRole('button', { name: 'Mark all as read' });
    fireEvent.pointerEnter(screen.getByRole('list', { name: 'Notifications' }));
    act(() => live.notification(notification('d', { id: 'q2' })));
    await screen.findByRole('button', { name: '1 new notification' });
    // By keyboard: the pointer stays.
    act(() => button.focus());
    await user.keyboard('{Enter}');
    await waitFor(() => expect(upTo).toEqual({ upTo: 'c' }));
    await screen.findByText('1 unread');
    fireEvent.pointerLeave(screen.getByRole('list', { name: 'Notifications' }));
    await waitFor(() => expect(screen.getAllByText('new')).toHaveLength(1));
    expect(within(screen.getAllByRole('listitem')[0] as HTMLElement).getByText('new')).toBeInTheDocument();
  });
});

test('blanking a question refetches notifications of it; other changes of questions do not', async () => {
  const { live, server } = await show();
  await screen.findByRole('list', { name: 'Notifications' });
  const requests = () => server.to('/getNotifications/ann').length;
  const before = requests();
  await act(async () => {
    live.questionUpdate(rowOf({ _id: 'q1', title: 'Another' }));
    live.questionUpdate({ ...rowOf({ _id: 'q2', title: 'Another' }), text: 'Other' });
  });
  expect(requests()).toBe(before);
  act(() => live.questionUpdate({ ...rowOf({ _id: 'q1', title: 'Removed' }), text: 'Removed' }));
  await waitFor(() => expect(requests()).toBe(before + 1));
});

test('where all are marked as read, the focus goes to the heading', async () => {
  const { user, server } = await show();
  server.routes['POST /notifications/markRead'] = () => ({ body: { unread: 0 } });
  await user.click(await screen.findByRole('button', { name: 'Mark all as read' }));
  await screen.findByText('All read');
  expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
});

test('nothing is said to be read while the count is unknown', async () => {
  const server = fakeServer({ [list]: () => ({ body: three }), 'GET /notifications/unread': () => 'down' });
  renderPage(<NotificationsPage />, { at: '/notifications' });
  await screen.findByRole('list', { name: 'Notifications' });
  await waitFor(() => expect(server.to('/notifications/unread')).not.toEqual([]));
  expect(screen.queryByText('All read')).not.toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Mark all as read' })).toBeInTheDocument();
});

describe('the bell', () => {
  test('[EV-13] shows the unread count, also when another tab has read them', async () => {
    const { live } = await show();
    expect(await screen.findByRole('link', { name: 'Notifications, 2 unread' })).toHaveAttribute(
      'href',
      '/notifications',
    );
    act(() => live.notificationsUpdate({ unread: 0 }));
    await screen.findByRole('link', { name: 'Notifications' });
    expect(screen.getByText('All read')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Mark all as read' })).not.toBeInTheDocument();
  });

  test('counts again with each visit of the list: what was counted may be hidden now', async () => {
    const { router, server } = await show();
    await screen.findByRole('link', { name: 'Notifications, 2 unread' });
    await act(() => router.navigate('/home'));
    server.routes['GET /notifications/unread'] = () => ({ body: { unread: 1 } });
    await act(() => router.navigate('/notifications'));
    await screen.findByRole('link', { name: 'Notifications, 1 unread' });
  });
});
