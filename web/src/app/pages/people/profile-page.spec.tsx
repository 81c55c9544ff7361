import { describe, expect, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import type { UserWire } from '@parlour/contracts/identity/identity';
import { messages } from '@parlour/contracts/messages';
import { peopleLive } from '../../../features/people/people.live.ts';
import { userOf } from '../../../features/people/testing.ts';
import { rowOf as communityOf } from '../../../features/communities/testing.ts';
import { rowOf as gameOf } from '../../../features/games/testing/games.ts';
import { rowOf } from '../../../features/questions/testing.ts';
import { keepDraft } from '../../../shared/drafts/drafts.ts';
import { blockedKnown } from '../../../shared/state/blocked.slice.ts';
import { fakeServer } from '../../../shared/testing/fake-server.ts';
import { fill } from '../../../shared/testing/fill.ts';
import { ann, renderPage } from '../../../shared/testing/render-page.tsx';
import { currentSession } from '../../../features/profile/testing.ts';
import { ProfilePage } from './profile-page.tsx';

const busy = { status: 503, body: { error: 'Busy.', code: 'service.unavailable' } };
const stale = { status: 403, body: { error: 'Please enter your password again to do this.', code: 'reauth' } };

const sessions = [currentSession];

const asked = [rowOf({ _id: 'q1', title: 'Which herbs?', askedBy: 'bea' })];

type Routes = Parameters<typeof fakeServer>[0];

/** The profile as the server has it; tests may change it. */
async function visit(user: UserWire, following: readonly string[] = [], wins = 0, routes: Routes = {}) {
  const known = { user };
  const server = fakeServer({
    [`GET /user/getUser/${user.username}`]: () => ({ body: known.user }),
    'GET /user/getFollowing/ann': () => ({ body: following }),
    'GET /user/sessions': () => ({ body: sessions }),
    'GET /games/wins': ({ query }) => ({ body: { wins: query.get('username') === user.username ? wins : 999 } }),
    [`GET /user/getUser/${user.username}/contributions`]: () => ({ body: { total: 1_234 } }),
    'GET /question/getQuestion': ({ query }) => ({ body: query.get('author') === 'bea' ? asked : [] }),
    ...routes,
  });
  const view = renderPage(<ProfilePage />, { at: `/user/${user.username}`, path: '/user/:username' });
  await screen.findByRole('heading', { level: 2, name: 'Biography' });
  // Below the viewer's own latest questions.
  if (user.username === ann.username) await screen.findByRole('heading', { name: 'Danger Zone' });
  return { ...view, server, known };
}

const bea = userOf('bea', { followerCount: 2, followingCount: 1, biography: 'I grow\n<b>herbs</b>.' });
const button = (name: string) => screen.getByRole('button', { name });

describe('another person’s profile', () => {
  test('[SC-27, RO-3] shows nothing that is only for the owner', async () => {
    await visit(bea);
    expect(screen.getByRole('heading', { level: 1, name: 'bea' })).toBeInTheDocument();
    expect(document.title).toBe('bea · Parlour');
    expect(screen.queryByText('This account is suspended.')).not.toBeInTheDocument();
    expect(screen.getByText('June 1, 2026')).toBeInTheDocument();
    expect(screen.getByText(/I grow\s+<b>herbs<\/b>\./)).toBeInTheDocument();
    await screen.findByText('No badges yet');
    await screen.findByRole('button', { name: 'Follow bea' });
    for (const heading of ['Reset password', 'Your sessions', 'Danger Zone']) {
      expect(screen.queryByRole('heading', { name: heading })).not.toBeInTheDocument();
    }
    expect(screen.queryByRole('button', { name: /Edit/ })).not.toBeInTheDocument();
    expect(screen.queryByRole('switch')).not.toBeInTheDocument();
  });

  test.each(['constructor', 'Constructor', '__proto__'])('is there for a person named %s, too', async (name) => {
    await visit(userOf(name));
    expect(screen.getByRole('heading', { level: 1, name })).toBeInTheDocument();
    expect(await screen.findByRole('button', { name: `Follow ${name}` })).toBeInTheDocument();
  });

  test('has what they asked, their badges, and ways to follow them and to write to them', async () => {
    const { user, router } = await visit(bea, [], 26);
    expect(await screen.findByRole('link', { name: 'Which herbs?' })).toHaveAttribute('href', '/question/q1');
    expect(await screen.findByText('1,234')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Message' })).toHaveAttribute('href', '/messaging/direct-message?with=bea');
    expect(screen.getByRole('link', { name: 'Play' })).toHaveAttribute('href', '/games/new?with=bea');
    await user.click(screen.getByRole('link', { name: 'Questions' }));
    expect(router.state.location.search).toBe('?tab=questions');
    expect(await screen.findByRole('link', { name: 'Which herbs?' })).toBeInTheDocument();
    expect(screen.queryByRole('heading', { name: 'Biography' })).not.toBeInTheDocument();
    await user.click(screen.getByRole('link', { name: 'Badges' }));
    const badges = await screen.findByRole('list', { name: 'Badges' });
    expect(
      within(badges)
        .getAllByRole('listitem')
        .map((badge) => badge.textContent),
    ).toEqual(['Bronze wonFor 11 wins', 'Silver wonFor 26 wins', 'Gold 26 of 51 wins']);
  });

  test('[BM-26] of somebody blocked still lets one report them', async () => {
    const { user, store } = await visit(bea);
    act(() => void store.dispatch(blockedKnown(['bea'])));
    await screen.findByRole('button', { name: 'Unblock bea' });
    expect(screen.queryByRole('link', { name: 'Message' })).not.toBeInTheDocument();
    await user.click(button('More about bea'));
    expect((await screen.findAllByRole('menuitem')).map((item) => item.textContent)).toEqual(['Report…']);
  });

  describe('[BF-2] has further tabs', () => {
    const open = async (tab: string, routes: Routes, user = bea) => {
      const view = await visit(user, [], 5, routes);
      await view.user.click(screen.getByRole('link', { name: tab }));
      expect(view.router.state.location.search).toBe(`?tab=${tab.toLowerCase()}`);
      return view;
    };

    test('with their answers, each leading to the very answer, and more of them', async () => {
      const answer = (id: string) => ({
        _id: id,
        excerpt: `Text of ${id}`,
        ansDateTime: '2026-06-01T10:00:00.000Z',
        question: { _id: 'q1', title: `Title of ${id}` },
      });
      const { user, server } = await open('Answers', {
        'GET /user/getUser/bea/answers': ({ query }) =>
          query.get('cursor') === 'next'
            ? { body: [answer('a2')] }
            : { body: [answer('a1')], headers: { Link: '</user/getUser/bea/answers?cursor=next>; rel="next"' } },
      });
      const link = await screen.findByRole('link', { name: 'Title of a1' });
      expect(link).toHaveAttribute('href', '/question/q1#answer-a1');
      expect(screen.getByText('Text of a1')).toBeInTheDocument();
      server.routes['GET /user/getUser/bea/answers'] = () => busy;
      await user.click(screen.getByRole('button', { name: 'Show more answers' }));
      expect(await screen.findByRole('alert')).toHaveTextContent('Busy.');
      expect(link).toBeInTheDocument();
      server.routes['GET /user/getUser/bea/answers'] = () => ({ body: [answer('a2')] });
      await waitFor(() => expect(button('Show more answers')).not.toHaveAttribute('data-loading'));
      await user.click(button('Show more answers'));
      expect(await screen.findByRole('link', { name: 'Title of a2' })).toBeInTheDocument();
    });

    test('[BM-40, M-30] with their answers collapsed, once they are blocked', async () => {
      const question = { _id: 'q1', title: 'Why?' };
      const answer = { _id: 'a1', excerpt: 'Text of a1', ansDateTime: '2026-06-01T10:00:00.000Z', question };
      const { store } = await open('Answers', { 'GET /user/getUser/bea/answers': () => ({ body: [answer] }) });
      await screen.findByText('Text of a1');
      act(() => void store.dispatch(blockedKnown(['bea'])));
      await screen.findByText(messages.hiddenByBlocked, { exact: false });
      expect(screen.queryByText('Text of a1')).not.toBeInTheDocument();
    });

    test('with their communities', async () => {
      await open('Communities', {
        'GET /user/getUser/bea/communities': () => ({ body: [communityOf({ _id: 'c1', name: 'Herbs' })] }),
      });
      const card = await screen.findByRole('article', { name: 'Herbs' });
      expect(within(card).getByRole('link', { name: 'View Community' })).toHaveAttribute('href', '/community/c1');
    });

    test('with their games as they ended for them, their wins by game, and those against each other', async () => {
      const over = (id: string, winners: readonly string[], player1 = 'bea', player2 = 'carl') =>
        gameOf(id, { state: { status: 'OVER', player1, player2, winners } });
      await open('Games', {
        'GET /games/wins': () => ({ body: { wins: 5, byGame: [{ gameType: 'Nim', wins: 5 }] } }),
        'GET /user/getUser/bea/games': () => ({
          body: [
            over('g1', ['bea'], 'carl', 'bea'),
            over('g2', ['dan'], 'dan', 'bea'),
            over('g3', []),
            gameOf('g4', { computer: 'easy', state: { status: 'IN_PROGRESS', player1: 'bea', player2: 'computer' } }),
          ],
        }),
        'GET /user/getUser/bea/scores': () => ({
          body: [
            { gameType: 'Nim', won: 3, lost: 1 },
            { gameType: 'TicTacToe', won: 0, lost: 1 },
          ],
        }),
      });
      const games = await screen.findByRole('list', { name: 'Games' });
      const rows = within(games).getAllByRole('link');
      expect(rows.map((row) => row.textContent)).toEqual([
        expect.stringMatching(/^vsCcarlNim.*Won$/),
        expect.stringMatching(/^vsDdanNim.*Lost$/),
        expect.stringMatching(/^vsCcarlNim.*Draw$/),
        expect.stringMatching(/^vscomputerNim.*Running$/),
      ]);
      expect(rows[0]).toHaveAttribute('href', '/games/g1');
      const wins = screen.getByRole('region', { name: '5 wins' });
      expect(wins).toHaveTextContent('5 winsNim5Chopsticks0Tic-Tac-Toe0');
      const score = await screen.findByRole('region', { name: /^You and bea ?: 3 : 2$/ });
      expect(score).toHaveTextContent('Nim3 : 1Tic-Tac-Toe0 : 1');
    });

    test.each([
      ['Answers', 'answers', /has not answered anything that you can see/],
      ['Communities', 'communities', /has not joined a community that you can see/],
      ['Games', 'games', /has not played a game that you can see/],
    ])('and says when there is nothing in %s', async (tab, list, text) => {
      await open(tab, {
        [`GET /user/getUser/bea/${list}`]: () => ({ body: [] }),
        'GET /user/getUser/bea/scores': () => ({ body: [] }),
      });
      expect(await screen.findByText(text)).toBeInTheDocument();
      expect(screen.queryByRole('region', { name: /You and/ })).not.toBeInTheDocument();
    });

    test('and tries again after a failure', async () => {
      const { user, server } = await open('Games', {
        'GET /user/getUser/bea/games': () => busy,
        'GET /user/getUser/bea/scores': () => busy,
      });
      expect(await screen.findByRole('alert')).toHaveTextContent('Error while getting games');
      server.routes['GET /user/getUser/bea/games'] = () => ({ body: [] });
      await user.click(button('Try again'));
      expect(await screen.findByText(/has not played a game/)).toBeInTheDocument();
    });
  });

  test('says when they asked nothing that the viewer can see', async () => {
    await visit(userOf('carl'));
    expect(await screen.findByText(/has not asked anything that you can see/)).toBeInTheDocument();
  });

  test('[O-1] shows that the person is suspended, who cannot answer nor play', async () => {
    await visit({ ...bea, suspended: true });
    expect(screen.getByText('This account is suspended.')).toBeInTheDocument();
    expect(await screen.findByRole('button', { name: 'Follow bea' })).toBeInTheDocument();
    for (const name of ['Message', 'Play']) expect(screen.queryByRole('link', { name })).not.toBeInTheDocument();
  });

  test('offers a message and a game only once it is known that the person is not suspended', async () => {
    let load: (() => void) | undefined;
    fakeServer({
      'GET /user/getUser/bea': () => new Promise((resolve) => (load = () => resolve({ body: bea }))),
      'GET /user/getFollowing/ann': () => ({ body: [] }),
    });
    renderPage(<ProfilePage />, { at: '/user/bea', path: '/user/:username' });
    expect(await screen.findByRole('button', { name: 'Follow bea' })).toBeInTheDocument();
    for (const name of ['Message', 'Play']) expect(screen.queryByRole('link', { name })).not.toBeInTheDocument();
    load?.();
    for (const name of ['Message', 'Play']) expect(await screen.findByRole('link', { name })).toBeInTheDocument();
  });

  test('[SC-34] shows the badge for all their wins', async () => {
    await visit(bea, [], 26);
    await screen.findByText('Silver');
    expect(screen.getByText('26 wins')).toBeInTheDocument();
  });

  test('[SC-28] shows followers in a dialog that Escape closes, and returns the focus', async () => {
    const { user, server, router } = await visit(bea);
    server.routes['GET /user/getFollowers/bea'] = () => ({ body: ['carl', 'c# fan'] });
    await user.click(button('2 followers'));
    const dialog = await screen.findByRole('dialog', { name: 'Followers of bea' });
    const rows = await within(dialog).findAllByRole('listitem');
    expect(rows.map((row) => within(row).getByRole('link').getAttribute('href'))).toEqual([
      '/user/carl',
      '/user/c%23%20fan',
    ]);
    await user.keyboard('{Escape}');
    await waitFor(() => {
      expect(button('2 followers')).toHaveFocus();
    });
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    server.routes['GET /user/getUser/carl'] = () => ({ body: userOf('carl') });
    await user.click(button('2 followers'));
    await user.click(await screen.findByRole('link', { name: 'View Profile of carl' }));
    await screen.findByRole('heading', { level: 1, name: 'carl' });
    expect(router.state.location.pathname).toBe('/user/carl');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  test('shows whom they follow; a list that fails says so', async () => {
    const { user, server } = await visit(bea);
    server.routes['GET /user/getFollowing/bea'] = () => busy;
    await user.click(button('1 following'));
    const dialog = await screen.findByRole('dialog', { name: 'bea is following' });
    expect(await within(dialog).findByRole('alert')).toHaveTextContent('Failed to fetch user data');
    server.routes['GET /user/getFollowing/bea'] = () => ({ body: [] });
    await user.click(within(dialog).getByRole('button', { name: 'Try again' }));
    await within(dialog).findByText('Not following anyone yet.');
  });

  test('[SC-28] shows neither counts nor lists if the person hides them', async () => {
    await visit(userOf('bea', { followVisibility: false }));
    expect(screen.queryByRole('button', { name: /follower|following/ })).not.toBeInTheDocument();
    expect(screen.getByText('Followers and following are not shown.')).toBeInTheDocument();
  });

  test('updates live', async () => {
    const { store, known } = await visit(bea);
    known.user = { ...bea, followerCount: 3, biography: 'Something new' };
    act(() => {
      peopleLive(store.dispatch).userUpdate({ user: known.user, type: 'follow' });
    });
    await screen.findByText('3 followers');
    expect(screen.getByText('Something new')).toBeInTheDocument();
  });
});

describe('a profile that cannot be shown', () => {
  function open(answer: Parameters<typeof fakeServer>[0][string]) {
    const server = fakeServer({ 'GET /user/getUser/bea': answer, 'GET /user/getFollowing/ann': () => ({ body: [] }) });
    return { server, ...renderPage(<ProfilePage />, { at: '/user/bea', path: '/user/:username' }) };
  }

  test('[TX-23] says that there is nobody with that name', async () => {
    open(() => ({ status: 404, body: { error: 'User not found', code: 'user.unknown' } }));
    expect(
      await screen.findByText('No user data found. Make sure the username parameter is correct.'),
    ).toBeInTheDocument();
  });

  test.each([
    ['a server that refuses', () => busy, 'Error fetching user profile'],
    ['a server that cannot be reached', () => 'down' as const, 'Error when fetching user'],
  ])('[TX-10, TX-17] %s is reported until a retry succeeds', async (_what, answer, text) => {
    const { server, user } = open(answer);
    expect(await screen.findByRole('alert')).toHaveTextContent(text);
    server.routes['GET /user/getUser/bea'] = () => ({ body: bea });
    await user.click(button('Try again'));
    await screen.findByText('2 followers');
  });

  test('[TX-22] stays, with an error, if only the refetch failed', async () => {
    const { store, server } = await visit(bea);
    server.routes['GET /user/getUser/bea'] = () => busy;
    act(() => {
      peopleLive(store.dispatch).userUpdate({ user: bea, type: 'updated' });
    });
    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to fetch user data.');
    expect(screen.getByText('2 followers')).toBeInTheDocument();
  });
});

describe('the viewer’s own profile', () => {
  test('has the latest questions in front of the account, and a way to all of them', async () => {
    const own = [1, 2, 3, 4].map((n) => rowOf({ _id: `q${n}`, title: `No ${n}`, askedBy: 'ann' }));
    await visit(ann, [], 0, { 'GET /question/getQuestion': () => ({ body: own }) });
    await screen.findByRole('heading', { name: 'Reset password' });
    const list = within(screen.getByRole('list', { name: 'Latest questions' }));
    expect(list.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual(['No 1', 'No 2', 'No 3']);
    expect(screen.getByRole('link', { name: 'All questions' })).toHaveAttribute('href', '/user/ann?tab=questions');
  });

  test('[SC-29] has no follow button, and shows an email only for a Google account', async () => {
    await visit({ ...ann, isGoogleUser: true, email: 'ann@example.org' });
    expect(screen.getByText('ann@example.org')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /Follow/ })).not.toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'Message' })).not.toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Settings' })).toHaveAttribute('href', '/settings');
    expect(screen.queryByRole('heading', { name: 'Reset password' })).not.toBeInTheDocument();
  });

  test('[SC-30, TX-28] lets the biography be edited, cancelled and saved', async () => {
    const { user, server, known } = await visit({ ...ann, biography: 'Old' });
    server.routes['PATCH /user/updateBiography'] = () => {
      known.user = { ...ann, biography: 'New words' };
      return { body: known.user };
    };
    await user.click(button('Edit your biography'));
    const field = screen.getByRole('textbox', { name: 'Biography' });
    await waitFor(() => expect(field).toHaveFocus());
    await user.clear(field);
    await fill(user, field, 'thrown away', '{Escape}');
    await user.click(await screen.findByRole('button', { name: 'Discard' }));
    expect(screen.getByText('Old')).toBeInTheDocument();
    await waitFor(() => expect(button('Edit your biography')).toHaveFocus());
    await user.click(button('Edit your biography'));
    await user.clear(screen.getByRole('textbox', { name: 'Biography' }));
    await fill(user, screen.getByRole('textbox', { name: 'Biography' }), ' New words ');
    await user.click(button('Save'));
    await screen.findByText('Biography updated!');
    await screen.findByText('New words');
    expect(server.to('/user/updateBiography')[0]?.body).toEqual({ username: 'ann', biography: 'New words' });
  });

  test('keeps what was written about oneself when the page is left, until it is cancelled', async () => {
    const { user, unmount } = await visit({ ...ann, biography: 'Old' });
    await user.click(button('Edit your biography'));
    await fill(user, screen.getByRole('textbox', { name: 'Biography' }), ' and new');
    unmount();
    const again = await visit({ ...ann, biography: 'Old' });
    await again.user.click(button('Edit your biography'));
    expect(screen.getByText('Draft restored')).toBeInTheDocument();
    expect(screen.getByRole('textbox', { name: 'Biography' })).toHaveValue('Old and new');
    await again.user.click(button('Cancel'));
    await again.user.click(await screen.findByRole('button', { name: 'Discard' }));
    await again.user.click(button('Edit your biography'));
    expect(screen.getByRole('textbox', { name: 'Biography' })).toHaveValue('Old');
  });

  test('[TX-19] does not send a biography that is too long, and keeps the text of one that fails', async () => {
    const { user, server } = await visit(ann);
    server.routes['PATCH /user/updateBiography'] = () => busy;
    await user.click(button('Edit your biography'));
    const field = screen.getByRole('textbox', { name: 'Biography' });
    await user.click(field);
    await user.paste('x'.repeat(2_001));
    await user.click(button('Save'));
    expect(field).toHaveAccessibleDescription(/Biography cannot be more than 2000 characters/);
    expect(server.to('/user/updateBiography')).toHaveLength(0);
    await user.type(field, '{Backspace}');
    await user.click(button('Save'));
    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to update biography.');
    expect(screen.getByRole('textbox', { name: 'Biography' })).toHaveValue('x'.repeat(2_000));
  });

  test('[SC-31, TX-21] toggles visibility and confirms it', async () => {
    const { user, server, known } = await visit(ann);
    server.routes['PATCH /user/toggleFollowVisibility'] = () => {
      known.user = { ...known.user, followVisibility: !known.user.followVisibility };
      return { body: known.user };
    };
    await user.click(screen.getByRole('switch'));
    await screen.findByText('Toggle visibility updated!');
    await waitFor(() => {
      expect(screen.getByRole('switch')).not.toBeChecked();
    });
    expect(server.to('/user/toggleFollowVisibility')[0]?.body).toEqual({ username: 'ann' });
    // The owner still sees the counts.
    expect(button('0 followers')).toBeInTheDocument();
    server.routes['PATCH /user/toggleFollowVisibility'] = () => busy;
    await user.click(screen.getByRole('switch'));
    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to update toggle visibility.');
    expect(screen.getByRole('switch')).not.toBeChecked();
  });

  describe('the password', () => {
    const first = () => screen.getByLabelText('New password');
    const second = () => screen.getByLabelText('Confirm new password');
    const reset = 'PATCH /user/resetPassword';

    test('[SC-32, VA-10] has to be entered twice, identically', async () => {
      const { user, server } = await visit(ann);
      await user.click(button('Reset'));
      expect(first()).toHaveAccessibleDescription('Please enter and confirm your new password.');
      await fill(user, first(), 'one');
      await user.click(button('Reset'));
      expect(second()).toHaveAccessibleDescription('Please enter and confirm your new password.');
      await fill(user, second(), 'two', '{Enter}');
      expect(second()).toHaveAccessibleDescription('Passwords do not match.');
      expect(server.to('/user/resetPassword')).toHaveLength(0);
    });

    test('[SC-32, TX-27] is trimmed and reset, and the fields are cleared', async () => {
      const { user, server } = await visit(ann);
      server.routes[reset] = () => ({ body: ann });
      await fill(user, first(), ' new words ');
      await fill(user, second(), 'new words', '{Enter}');
      await screen.findByText('Password reset successful!');
      expect(server.to('/user/resetPassword')[0]?.body).toEqual({ username: 'ann', password: 'new words' });
      expect(first()).toHaveValue('');
    });

    test('says how strong it is', async () => {
      const { user } = await visit(ann);
      await fill(user, first(), 'ann-ann-2026-x');
      expect(screen.getByText('Password strength: Weak: easy to guess')).toBeVisible();
    });

    test('[TX-18] shows the server’s reason for a refusal', async () => {
      const { user, server } = await visit(ann);
      server.routes[reset] = () => ({
        status: 400,
        body: { error: 'This password is too common', code: 'password.common' },
      });
      await fill(user, first(), 'qwerty');
      await fill(user, second(), 'qwerty', '{Enter}');
      expect(await screen.findByRole('alert')).toHaveTextContent(
        'Failed to reset password.This password is too common',
      );
    });

    test('[U-4] is reset after confirming the old one, if the login is long ago', async () => {
      const { user, server } = await visit(ann);
      let fresh = false;
      server.routes[reset] = () => (fresh ? { body: ann } : stale);
      server.routes['POST /user/login'] = () => {
        fresh = true;
        return { body: ann };
      };
      await fill(user, first(), 'new');
      await fill(user, second(), 'new', '{Enter}');
      const dialog = await screen.findByRole('dialog', { name: 'Confirm it’s you' });
      await fill(user, within(dialog).getByLabelText('Password'), 'old', '{Enter}');
      await screen.findByText('Password reset successful!');
      expect(server.to('/user/resetPassword')).toHaveLength(2);
    });
  });

  test('[CA-62] lists sessions and ends them everywhere', async () => {
    const { user, server, store } = await visit(ann);
    const list = await screen.findByRole('list', { name: 'Your sessions' });
    expect(list).toHaveTextContent('Firefox on LinuxThis session192.0.2.7');
    server.routes['POST /user/logoutEverywhere'] = () => busy;
    await user.click(button('Sign out everywhere'));
    expect(await screen.findByRole('alert')).toHaveTextContent('Signing out everywhere failed');
    server.routes['POST /user/logoutEverywhere'] = () => ({ body: { ended: 2 } });
    await user.click(button('Sign out everywhere'));
    await waitFor(() => {
      expect(store.getState().session).toMatchObject({ status: 'signedOut', left: true });
    });
    const keys = server.to('/user/logoutEverywhere').map((call) => call.headers.get('Idempotency-Key'));
    expect(keys[1]).toBe(keys[0]);
  });

  test('asks about drafts before ending all sessions or the account', async () => {
    keepDraft(ann._id, 'answer:q1', { values: { text: 'half a thought' } });
    const { user, server } = await visit(ann);
    await user.click(await screen.findByRole('button', { name: 'Sign out everywhere' }));
    const dialogShown = await screen.findByRole('dialog', { name: 'Sign out?' });
    expect(dialogShown).toHaveTextContent('Your drafts will be deleted:Answer: half a thought');
    await user.click(within(dialogShown).getByRole('button', { name: 'Cancel' }));
    expect(server.to('/user/logoutEverywhere')).toEqual([]);
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await user.click(button('Delete This User'));
    expect(await screen.findByRole('dialog', { name: 'Delete ann?' })).toHaveTextContent(
      'Your drafts will be deleted:Answer: half a thought',
    );
  });

  describe('the Danger Zone', () => {
    const remove = 'DELETE /user/deleteUser/ann';
    const dialog = () => screen.findByRole('dialog', { name: 'Delete ann?' });

    test('[SC-33] asks for confirmation, and Escape deletes nothing', async () => {
      const { user, server } = await visit(ann);
      await user.click(button('Delete This User'));
      await waitFor(async () => expect(within(await dialog()).getByRole('button', { name: 'Cancel' })).toHaveFocus());
      await user.keyboard('{Escape}');
      await waitFor(() => {
        expect(button('Delete This User')).toHaveFocus();
      });
      expect(server.to('/user/deleteUser/ann')).toHaveLength(0);
    });

    test('[TX-29] deletes the account and confirms it on the login page', async () => {
      const { user, server, store } = await visit(ann);
      server.routes[remove] = () => ({ body: ann });
      await user.click(button('Delete This User'));
      await user.click(within(await dialog()).getByRole('button', { name: 'Delete for good' }));
      await waitFor(() => {
        expect(store.getState().session).toEqual({
          status: 'signedOut',
          left: true,
          notice: 'User ann deleted successfully.',
        });
      });
    });

    test('[TX-20] shows a failure in the dialog', async () => {
      const { user, server } = await visit(ann);
      server.routes[remove] = () => busy;
      await user.click(button('Delete This User'));
      await user.click(within(await dialog()).getByRole('button', { name: 'Delete for good' }));
      expect(await within(await dialog()).findByRole('alert')).toHaveTextContent('Failed to delete user.');
    });

    test('asks for the password first, if the login is long ago', async () => {
      const { user, server, store } = await visit(ann);
      let fresh = false;
      server.routes[remove] = () => (fresh ? { body: ann } : stale);
      server.routes['POST /user/login'] = () => {
        fresh = true;
        return { body: ann };
      };
      await user.click(button('Delete This User'));
      await user.click(within(await dialog()).getByRole('button', { name: 'Delete for good' }));
      const again = await screen.findByRole('dialog', { name: 'Confirm it’s you' });
      await fill(user, within(again).getByLabelText('Password'), 'old', '{Enter}');
      await waitFor(() => {
        expect(store.getState().session).toMatchObject({ notice: 'User ann deleted successfully.' });
      });
    });

    test('sends people with a Google account to Google again', async () => {
      const { user, server } = await visit({ ...ann, isGoogleUser: true });
      server.routes[remove] = () => stale;
      await user.click(button('Delete This User'));
      await user.click(within(await dialog()).getByRole('button', { name: 'Delete for good' }));
      const way = await screen.findByRole('link', { name: 'Sign in with Google' });
      expect(way).toHaveAttribute('href', '/auth/google?again=1');
    });
  });
});
