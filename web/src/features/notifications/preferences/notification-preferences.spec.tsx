import { describe, expect, test } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import { notificationTypes, type NotificationType } from '@parlour/contracts/notifications/notifications';
import { fakeServer, type SeenCall } from '../../../shared/testing/fake-server.ts';
import { renderPage } from '../../../shared/testing/render-page.tsx';
import { NotificationPreferences } from './notification-preferences.tsx';

const read = 'GET /notifications/preferences';
const change = 'POST /notifications/preferences';
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

/** The preferences that a call sent. */
function wantedIn({ body }: SeenCall): readonly string[] {
  return (body as { wanted: string[] }).wanted; // as the page writes it
}

/** A server that stores the preferences. */
function show(stored: readonly NotificationType[] = notificationTypes) {
  let wanted: readonly string[] = stored;
  const server = fakeServer({
    [read]: () => ({ body: { wanted } }),
    [change]: (call) => {
      wanted = wantedIn(call);
      return { body: { wanted } };
    },
  });
  const sent = () => server.calls.filter(({ method }) => method === 'POST').map(wantedIn);
  const elsewhere = (types: readonly NotificationType[]) => {
    wanted = types;
  };
  return { ...renderPage(<NotificationPreferences />), server, sent, elsewhere };
}

/** All types but these. */
const without = (...types: readonly NotificationType[]) => notificationTypes.filter((type) => !types.includes(type));

const opener = () => screen.getByRole('button', { name: 'Preferences' });
const choice = (name: string) => screen.findByRole('switch', { name });
const chosen = () => labels.filter((name) => screen.queryByRole('switch', { name, checked: true }));

describe('the preferences', () => {
  test('have a switch for each type, with the server’s values, each time they are opened', async () => {
    const { user, server } = show(['comment', 'gameInvite']);
    await user.click(opener());
    await screen.findByRole('dialog', { name: 'Notification preferences' });
    await screen.findByRole('group', { name: 'Notify me of' });
    expect(screen.getAllByRole('switch')).toHaveLength(labels.length);
    expect(chosen()).toEqual(['New comments', 'Game invitations']);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await waitFor(() => expect(opener()).toHaveFocus());
    // Changed in another tab.
    server.routes[read] = () => ({ body: { wanted: ['follower'] } });
    await user.click(opener());
    await waitFor(() => expect(chosen()).toEqual(['New followers']));
  });

  test.each([
    ['New answers', without('answer')],
    ['New comments', without('comment')],
    ['New followers', without('follower')],
    ['Game invitations', without('gameInvite')],
    ['Requests to join', without('request')],
    ['Decisions on your requests', without('decision')],
    ['Communities handed over', without('ownership')],
    ['Mentions of you', without('mention')],
    ['Accepted answers', without('accepted')],
    ['Posts removed by moderators', without('moderated')],
  ] as const)('%s can be switched by keyboard and is saved at once', async (name, left) => {
    const { user, sent } = show();
    await user.click(opener());
    const one = await choice(name);
    one.focus();
    await user.keyboard(' ');
    expect(one).not.toBeChecked();
    await waitFor(() => expect(sent()).toEqual([left]));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await user.click(opener());
    await waitFor(async () => expect(await choice(name)).not.toBeChecked());
    await user.click(await choice(name));
    await waitFor(() => expect(sent()).toEqual([left, notificationTypes]));
  });

  test('survive several switches at once', async () => {
    const { user, server, sent } = show();
    const answers: (() => void)[] = [];
    server.routes[change] = (call) =>
      new Promise((resolve) => {
        answers.push(() => {
          const wanted = wantedIn(call);
          server.routes[read] = () => ({ body: { wanted } });
          resolve({ body: { wanted } });
        });
      });
    await user.click(opener());
    for (const name of ['New answers', 'New followers', 'New comments']) await user.click(await choice(name));
    const left = labels.filter((name) => !['New answers', 'New followers', 'New comments'].includes(name));
    expect(chosen()).toEqual(left);
    await waitFor(() => expect(answers).toHaveLength(1));
    await act(async () => answers[0]?.());
    await waitFor(() => expect(sent()).toEqual([without('answer'), without('answer', 'follower', 'comment')]));
    await waitFor(() => expect(answers).toHaveLength(2));
    await act(async () => answers[1]?.());
    expect(chosen()).toEqual(left);
    expect(sent()).toHaveLength(2);
  });

  test('changed in another tab meanwhile are kept', async () => {
    const { user, elsewhere, sent } = show();
    await user.click(opener());
    await choice('New answers');
    elsewhere(without('comment', 'mention'));
    await user.click(await choice('New answers'));
    await waitFor(() => expect(sent()).toEqual([without('answer', 'comment', 'mention')]));
    elsewhere(without('answer', 'mention', 'follower'));
    await user.click(await choice('New answers'));
    await waitFor(() => expect(sent().at(-1)).toEqual(without('mention', 'follower')));
    const left = labels.filter((name) => !['Mentions of you', 'New followers'].includes(name));
    await waitFor(() => expect(chosen()).toEqual(left), { timeout: 3_000 });
    expect(sent()).toHaveLength(2);
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
    await waitFor(() => expect(sent().at(-1)).toEqual(without('follower')));
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    expect(await choice('New followers')).not.toBeChecked();
  });

  test('while the latest ones are read before saving: nothing is sent', async () => {
    const { user, server, sent } = show();
    await user.click(opener());
    const one = await choice('New followers');
    server.routes[read] = () => busy;
    await user.click(one);
    expect(await screen.findByRole('alert')).toHaveTextContent('Preferences could not be savedBusy.');
    expect(chosen()).toEqual(labels);
    expect(sent()).toEqual([]);
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
