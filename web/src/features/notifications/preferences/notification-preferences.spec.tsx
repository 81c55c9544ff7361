import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import {
  defaultChoice,
  type NoticeChannel,
  noticeKinds,
  type NoticeLevels,
  type NoticesWire,
} from '@parlour/contracts/notifications/notices';
import type { NoticeKind } from '@parlour/contracts/notifications/notifications';
import { fakeServer } from '../../../shared/testing/fake-server.ts';
import { renderPage } from '../../../shared/testing/render-page.tsx';
import { NoticeTable } from './notice-table.tsx';
import { NotificationPreferences } from './notification-preferences.tsx';

const read = 'GET /user/notices';
const change = 'PUT /user/notices';
const busy = { status: 503, body: { error: 'Busy.', code: 'service.unavailable' } };
const labels = [
  'New answers',
  'Accepted answers',
  'New comments',
  'Mentions of you',
  'New followers',
  'Game invitations',
  'Requests to join',
  'Decisions on your requests',
  'Communities handed over',
  'Posts removed by moderators',
  'Outcomes of your reports',
];

const levelsOf = (kind: NoticeKind): NoticeLevels => ({
  page: true,
  push: defaultChoice.push.includes(kind),
  mail: defaultChoice.mail.includes(kind),
});

/** The default, with some kinds off. */
function tableWithout(...off: readonly NoticeKind[]): NoticesWire {
  const none = { page: false, push: false, mail: false };
  const kinds = noticeKinds.map((kind) => [kind, off.includes(kind) ? none : levelsOf(kind)]);
  return { kinds: Object.fromEntries(kinds) as NoticesWire['kinds'], quiet: null, until: null }; // of each kind
}

/** A server that stores the table. */
function show(stored = tableWithout(), channels: readonly NoticeChannel[] = []) {
  let table = stored;
  const server = fakeServer({
    [read]: () => ({ body: table }),
    [change]: ({ body }) => {
      const { kinds, ...times } = body as Partial<NoticesWire>; // as the page writes it
      table = { ...table, ...times, kinds: { ...table.kinds, ...kinds } };
      return { body: table };
    },
  });
  const sent = () => server.calls.filter(({ method }) => method === 'PUT').map(({ body }) => body);
  const elsewhere = (other: NoticesWire) => {
    table = other;
  };
  const page = (
    <NotificationPreferences>
      <NoticeTable channels={channels} />
    </NotificationPreferences>
  );
  return { ...renderPage(page), server, sent, elsewhere };
}

const opener = () => screen.getByRole('button', { name: 'Preferences' });
const choice = (name: string) => screen.findByRole('switch', { name });
const chosen = () => labels.filter((name) => screen.queryByRole('switch', { name, checked: true }));
const off = { page: false, push: false, mail: false };

describe('the preferences', () => {
  test('have a switch for each type, with the server’s values, each time they are opened', async () => {
    const { user, elsewhere } = show(tableWithout('answer', 'mention'));
    await user.click(opener());
    await screen.findByRole('dialog', { name: 'Notification preferences' });
    await screen.findByRole('group', { name: 'Notify me of' });
    expect(screen.getAllByRole('switch')).toHaveLength(labels.length);
    expect(chosen()).toEqual(labels.filter((label) => !['New answers', 'Mentions of you'].includes(label)));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await waitFor(() => expect(opener()).toHaveFocus());
    // Changed in another tab.
    elsewhere(tableWithout('follower'));
    await user.click(opener());
    await waitFor(() => expect(chosen()).toEqual(labels.filter((label) => label !== 'New followers')));
  });

  test.each([
    ['New answers', 'answer'],
    ['New comments', 'comment'],
    ['New followers', 'follower'],
    ['Game invitations', 'gameInvite'],
    ['Requests to join', 'request'],
    ['Decisions on your requests', 'decision'],
    ['Communities handed over', 'ownership'],
    ['Mentions of you', 'mention'],
    ['Accepted answers', 'accepted'],
    ['Posts removed by moderators', 'moderated'],
    ['Outcomes of your reports', 'report'],
  ] as const)('%s can be switched by keyboard and is saved at once', async (name, kind) => {
    const { user, sent } = show();
    await user.click(opener());
    const one = await choice(name);
    one.focus();
    await user.keyboard(' ');
    expect(one).not.toBeChecked();
    await waitFor(() => expect(sent()).toEqual([{ kinds: { [kind]: off } }]));
    await user.click(one);
    await waitFor(() =>
      expect(sent()).toEqual([{ kinds: { [kind]: off } }, { kinds: { [kind]: { ...off, page: true } } }]),
    );
  });

  test('survive several switches at once, and what another tab changed', async () => {
    const { user, elsewhere, sent } = show();
    await user.click(opener());
    await choice('New answers');
    elsewhere(tableWithout('comment'));
    for (const name of ['New answers', 'New followers']) await user.click(await choice(name));
    await waitFor(() => expect(sent()).toEqual([{ kinds: { answer: off } }, { kinds: { follower: off } }]));
    expect(chosen()).toEqual(labels.filter((label) => !['New answers', 'New followers'].includes(label)));
  });
});

describe('[NO-1] away from the page', () => {
  test('what is mailed is on the page, and what is off there is not mailed', async () => {
    const { user, sent } = show(tableWithout('answer'), ['mail']);
    await user.click(opener());
    await user.click(await choice('New answers: mail'));
    await waitFor(() => expect(sent()).toEqual([{ kinds: { answer: { page: true, push: false, mail: true } } }]));
    expect(await choice('New answers')).toBeChecked();
    await user.click(await choice('New answers'));
    await waitFor(() => expect(sent().at(-1)).toEqual({ kinds: { answer: off } }));
    expect(await choice('New answers: mail')).not.toBeChecked();
  });

  test('has columns for what the site can send; messages and turns are always on the page', async () => {
    const { user } = show(tableWithout(), ['push', 'mail']);
    await user.click(opener());
    await choice('New answers: push');
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual(['Page', 'Push', 'Mail']);
    const row = screen.getByRole('row', { name: /^Messages to you/ });
    expect(within(row).getByText('Always')).toBeVisible();
    expect(within(row).getAllByRole('switch')).toHaveLength(2);
  });

  describe('at certain times', () => {
    beforeEach(() => {
      jest.useFakeTimers({
        now: new Date(2026, 10, 30, 12),
        doNotFake: [
          'nextTick',
          'queueMicrotask',
          'setTimeout',
          'setInterval',
          'setImmediate',
          'clearTimeout',
          'clearInterval',
        ],
      });
    });
    afterEach(() => {
      jest.useRealTimers();
    });

    test('nothing is sent: quiet hours are in one’s own zone', async () => {
      const { user, sent } = show(tableWithout(), ['mail']);
      await user.click(opener());
      await user.click(await screen.findByRole('switch', { name: 'No push and no mail at night' }));
      const { timeZone: zone } = Intl.DateTimeFormat().resolvedOptions();
      await waitFor(() => expect(sent()).toEqual([{ quiet: { from: '22:00', to: '07:00', zone } }]));
      const to = await screen.findByLabelText('To');
      await user.clear(to);
      await user.type(to, '06:30');
      await user.tab();
      await waitFor(() => expect(sent().at(-1)).toEqual({ quiet: { from: '22:00', to: '06:30', zone } }));
      await user.click(screen.getByRole('switch', { name: /^No push and no mail at night/ }));
      await waitFor(() => expect(sent().at(-1)).toEqual({ quiet: null }));
    });

    test.each([
      ['For an hour', new Date(2026, 10, 30, 13)],
      ['Until tomorrow, 8:00', new Date(2026, 11, 1, 8)],
    ])('“do not disturb” %s', async (name, time) => {
      const { user, sent } = show(tableWithout(), ['mail']);
      await user.click(opener());
      await user.click(await screen.findByRole('button', { name }));
      await waitFor(() => expect(sent()).toEqual([{ until: time.toISOString() }]));
      await user.click(await screen.findByRole('button', { name: 'Turn off' }));
      await waitFor(() => expect(sent().at(-1)).toEqual({ until: null }));
      expect(await screen.findByRole('button', { name })).toBeVisible();
    });
  });
});

describe('failures are shown', () => {
  test('while saving: the switch goes back, and works on retry', async () => {
    const { user, server, sent } = show();
    const saved = server.routes[change];
    server.routes[change] = () => busy;
    await user.click(opener());
    await user.click(await choice('New followers'));
    expect(await screen.findByRole('alert')).toHaveTextContent('Preferences could not be savedBusy.');
    expect(chosen()).toEqual(labels);
    if (saved) server.routes[change] = saved;
    await user.click(await choice('New followers'));
    await waitFor(() => expect(sent().at(-1)).toEqual({ kinds: { follower: off } }));
    await waitFor(() => expect(screen.queryByRole('alert')).not.toBeInTheDocument());
    expect(await choice('New followers')).not.toBeChecked();
  });

  test('while loading: with a retry', async () => {
    const { user, server } = show();
    const loaded = server.routes[read];
    server.routes[read] = () => busy;
    await user.click(opener());
    expect(await screen.findByRole('alert')).toHaveTextContent('Preferences could not be loadedBusy.');
    if (loaded) server.routes[read] = loaded;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(chosen()).toEqual(labels));
  });
});
