import { createHash } from 'node:crypto';
import { afterEach, expect, jest, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import type { UserRowWire } from '@parlour/contracts/identity/identity';
import type { Follow } from '@parlour/contracts/identity/identity.requests';
import { fakeServer } from '../../shared/testing/fake-server.ts';
import { renderPage } from '../../shared/testing/render-page.tsx';
import { PeopleList, peopleTotal, PeopleTotal } from './people-list.tsx';
import { peopleLive } from './people.live.ts';
import { personOf, userOf } from './testing.ts';

const bea = personOf('bea');
const dan = personOf('dan');
const users = 'GET /user/getUsers';

afterEach(() => {
  jest.useRealTimers();
});

const links = () =>
  within(screen.getByRole('list', { name: 'Users' }))
    .getAllByRole('link')
    .map((link) => link.getAttribute('href'));

/** The page follows the cache in the next frame. */
async function expectNames(expected: string[]): Promise<void> {
  await waitFor(() => {
    expect(links()).toEqual(expected.map((name) => `/user/${name}`));
  });
}

async function show(search = '', rows: UserRowWire[] = [bea, dan], headers: Record<string, string> = {}) {
  const server = fakeServer({
    [users]: () => ({ body: rows, headers: { 'X-Total-Count': String(rows.length), ...headers } }),
    'GET /user/getFollowing/ann': () => ({ body: [] }),
  });
  const view = renderPage(
    <>
      <PeopleTotal search={search} />
      <PeopleList search={search} />
    </>,
  );
  await screen.findByText(rows.length > 0 ? (rows[0]?.username ?? '') : 'No Users Found');
  const { userUpdate } = peopleLive(view.store.dispatch);
  const tell = (update: Parameters<typeof userUpdate>[0]) => {
    act(() => {
      userUpdate(update);
    });
  };
  return { ...view, server, tell };
}

test('[SC-26] a card has name and join date, and links to the profile', async () => {
  await show('', [personOf('c++ fan')]);
  const card = screen.getByRole('link', { name: /c\+\+ fan/ });
  expect(card).toHaveAttribute('href', '/user/c%2B%2B%20fan');
  expect(card).toHaveTextContent('Joined June 1, 2026');
  expect(screen.getByText('1 user')).toBeInTheDocument();
});

test('a list that is older than a minute is shown, and read again', async () => {
  const { server, router } = await show();
  const visit = (path: string) => act(() => router.navigate(path));
  await visit('/elsewhere');
  await visit('/');
  expect(links()).toHaveLength(2);
  expect(server.to('/user/getUsers')).toHaveLength(1);
  await visit('/elsewhere');
  server.routes[users] = () => ({ body: [personOf('bea', { followerCount: 3 }), dan] });
  const running = ['setTimeout', 'setInterval', 'queueMicrotask', 'requestAnimationFrame'] as const;
  jest.useFakeTimers({ now: Date.now() + 61_000, doNotFake: [...running] });
  await visit('/');
  expect(links()).toHaveLength(2);
  expect(await screen.findByText('3 followers')).toBeInTheDocument();
  expect(server.to('/user/getUsers')).toHaveLength(2);
});

test('a card has the first line of the biography, and a button to follow', async () => {
  const { server, user } = await show('', [personOf('bea', { about: 'Grows herbs.', followerCount: 2 })]);
  expect(screen.getByRole('link', { name: /bea/ })).toHaveTextContent('Grows herbs.Joined June 1, 2026 · 2 followers');
  server.routes['POST /user/follow'] = () => ({ body: userOf('ann', { following: ['bea'] }) });
  const button = await screen.findByRole('button', { name: 'Follow bea' });
  await waitFor(() => expect(button).toBeEnabled());
  await user.click(button);
  await screen.findByRole('button', { name: 'Unfollow bea' });
});

test('the number of followers follows the viewer’s own Follow, if that took effect and the number is shown', async () => {
  const hides = personOf('dan', { followVisibility: false });
  const { server, user } = await show('', [personOf('bea', { followerCount: 2 }), personOf('cay'), hides]);
  let followed: string[] = [];
  const answer = () => ({ body: userOf('ann', { _id: 'u1', followingCount: followed.length, following: followed }) });
  server.routes['GET /user/getFollowing/ann'] = () => ({ body: followed });
  server.routes['POST /user/follow'] = ({ body }) => {
    const { userToFollow } = body as Follow; // what the button sends
    // A block between them prevents it, which nobody is told.
    if (userToFollow !== 'cay') followed.push(userToFollow);
    return answer();
  };
  server.routes['DELETE /user/unfollow'] = () => {
    // Another tab follows somebody else at the same time.
    followed = ['dan', 'eve'];
    return answer();
  };
  const press = async (name: string) => {
    const button = await screen.findByRole('button', { name });
    await waitFor(() => expect(button).toBeEnabled());
    await user.click(button);
  };
  const followersOf = (name: string) =>
    screen.getByRole('link', { name: new RegExp(name) }).textContent?.split('2026')[1];
  await press('Follow bea');
  await waitFor(() => expect(followersOf('bea')).toBe(' · 3 followers'));
  await press('Follow cay');
  await waitFor(() => expect(server.to('/user/follow')).toHaveLength(2));
  await screen.findByRole('button', { name: 'Follow cay' });
  expect(followersOf('cay')).toBe('');
  await press('Follow dan');
  await screen.findByText('You are now following dan');
  expect(followersOf('dan')).toBe('');
  await press('Unfollow bea');
  await waitFor(() => expect(followersOf('bea')).toBe(' · 2 followers'));
});

test('[SC-26] an empty result says so', async () => {
  const { server } = await show('zzz', []);
  expect(screen.getByText('No Users Found')).toBeInTheDocument();
  expect(server.calls[0]?.query.get('search')).toBe('zzz');
  expect(screen.getByText('0 users')).toBeInTheDocument();
});

test('[TX-9] a failed list says what failed, with a retry', async () => {
  const server = fakeServer({
    [users]: () => ({ status: 503, body: { error: 'Busy.', code: 'service.unavailable' } }),
  });
  const { user } = renderPage(<PeopleList search="" />);
  expect(await screen.findByRole('alert')).toHaveTextContent('Error when fetching users');
  server.routes[users] = () => ({ body: [bea] });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('bea');
});

test('the next page is loaded with its cursor', async () => {
  const { server, user } = await show('', [bea], {
    'X-Total-Count': '2',
    Link: '</api/user/getUsers?cursor=YmVh>; rel="next"',
  });
  server.routes[users] = () => ({ body: [dan], headers: { 'X-Total-Count': '2' } });
  await user.click(screen.getByRole('button', { name: 'Show more users' }));
  await screen.findByText('dan');
  expect(server.to('/user/getUsers')[1]?.query.get('cursor')).toBe('YmVh');
  expect(screen.queryByRole('button', { name: 'Show more users' })).not.toBeInTheDocument();
});

test('[EV-6] new people appear in the order of names, once', async () => {
  const { tell } = await show();
  const carl = personOf('Carl');
  tell({ user: carl, type: 'created' });
  tell({ user: carl, type: 'created' });
  await expectNames(['bea', 'Carl', 'dan']);
  expect(screen.getByText('3 users')).toBeInTheDocument();
});

test('nobody moves while somebody points at the list', async () => {
  const { tell, user } = await show();
  const follow = await screen.findByRole('button', { name: 'Follow bea' });
  await user.hover(follow);
  tell({ user: personOf('abe'), type: 'created' });
  await expectNames(['bea', 'dan', 'abe']);
  await user.unhover(follow);
  await expectNames(['abe', 'bea', 'dan']);
});

test.each([
  ['newest', ['new', 'bea', 'dan']],
  ['followed', ['bea', 'new', 'dan']],
] as const)('[U-10] new people appear where they belong: %s', async (order, expected) => {
  fakeServer({
    [users]: () => ({ body: [personOf('bea', { followerCount: 2 }), dan] }),
    'GET /user/getFollowing/ann': () => ({ body: [] }),
  });
  const { store } = renderPage(<PeopleList search="" order={order} />);
  await screen.findByText('bea');
  act(() => peopleLive(store.dispatch).userUpdate({ user: personOf('new'), type: 'created' }));
  await expectNames([...expected]);
});

test('new people below the loaded rows are counted only', async () => {
  const { tell } = await show('', [bea, dan], {
    'X-Total-Count': '5',
    Link: '</api/user/getUsers?cursor=ZGFu>; rel="next"',
  });
  tell({ user: personOf('zoe'), type: 'created' });
  await screen.findByText('6 users');
  await expectNames(['bea', 'dan']);
});

test('new people who do not match the search are not added', async () => {
  const { tell } = await show('an', [dan]);
  tell({ user: bea, type: 'created' });
  tell({ user: personOf('SUSANNE'), type: 'created' });
  await expectNames(['dan', 'SUSANNE']);
});

test('[EV-6] deleted accounts leave the list', async () => {
  const { tell } = await show();
  const gone = { ...bea, username: 'deleted user' };
  const nameHash = createHash('sha256').update('bea').digest('base64url');
  tell({ user: gone, type: 'deleted', nameHash });
  tell({ user: gone, type: 'deleted', nameHash });
  await expectNames(['dan']);
  expect(screen.getByText('1 user')).toBeInTheDocument();
});

test.each([
  [1, '', '1 user'],
  [12_345, '', '12,345 users'],
  [1_001, 'a', '1,000+ users'],
])('%d with search %p reads %s', (total, search, text) => {
  expect(peopleTotal(total, search)).toBe(text);
});
