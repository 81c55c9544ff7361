import { expect, test } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import { api } from '../../shared/api.ts';
import { blockedKnown } from '../../shared/state/blocked.slice.ts';
import { fakeServer } from '../../shared/testing/fake-server.ts';
import { userTag } from '../../shared/users.api.ts';
import { ann, renderPage } from '../../shared/testing/render-page.tsx';
import { FollowButton } from './follow-button.tsx';
import { peopleApi } from './people.api.ts';
import { peopleLive } from './people.live.ts';
import { personOf, userOf } from './testing.ts';

const busy = { status: 503, body: { error: 'Busy.', code: 'service.unavailable' } };

function show(following: string[] = [], usernames = ['bea']) {
  const own = { names: following };
  const server = fakeServer({
    'GET /user/getFollowing/ann': () => ({ body: own.names }),
    'POST /user/follow': () => {
      own.names = ['bea'];
      return { body: { ...ann, following: own.names } };
    },
    'DELETE /user/unfollow': () => {
      own.names = [];
      return { body: ann };
    },
  });
  const view = renderPage(
    <>
      {usernames.map((username, index) => (
        <FollowButton key={index} username={username} />
      ))}
    </>,
  );
  return { ...view, server, own };
}

/** The buttons with that name, once the viewer's followings are loaded. */
async function buttons(name: RegExp | string): Promise<HTMLElement[]> {
  await waitFor(() => {
    for (const each of screen.getAllByRole('button', { name })) expect(each).toBeEnabled();
  });
  return screen.getAllByRole('button', { name });
}

async function button(name: string): Promise<HTMLElement> {
  const [only] = await buttons(name);
  return only!; // getAll throws if there is none
}

test('[SC-20, ST-2, TX-30] follows and unfollows, with a message', async () => {
  const { server, user } = show();
  await user.click(await button('Follow bea'));
  await screen.findByText('You are now following bea');
  expect(server.to('/user/follow')[0]?.body).toEqual({ currentUser: 'ann', userToFollow: 'bea' });
  await user.click(await button('Unfollow bea'));
  await screen.findByText('You have unfollowed bea');
  expect(screen.queryByText('You are now following bea')).not.toBeInTheDocument();
  expect(server.to('/user/unfollow')[0]?.body).toEqual({ currentUser: 'ann', userToUnfollow: 'bea' });
  expect(await button('Follow bea')).toBeInTheDocument();
});

test('[T-5] reads again the questions that are shown, and lets the others stay', async () => {
  const reads: string[] = [];
  const { endpoints } = api.injectEndpoints({
    endpoints: (build) => ({
      getProbedQuestions: build.query<null, string>({
        queryFn: (name) => {
          reads.push(name);
          return { data: null };
        },
        providesTags: ['Questions'],
      }),
    }),
  });
  const { user, store } = show();
  await act(() => store.dispatch(endpoints.getProbedQuestions.initiate('shown')));
  const left = store.dispatch(endpoints.getProbedQuestions.initiate('left'));
  await act(() => left);
  left.unsubscribe();
  await user.click(await button('Follow bea'));
  await waitFor(() => expect(reads).toEqual(['shown', 'left', 'shown']));
  expect(endpoints.getProbedQuestions.select('left')(store.getState()).isSuccess).toBe(true);
});

test('[M-15] a follow that a block prevents is not claimed', async () => {
  const { server, user } = show();
  server.routes['POST /user/follow'] = () => ({ body: ann });
  await user.click(await button('Follow bea'));
  await waitFor(() => expect(server.to('/user/getFollowing/ann')).toHaveLength(2));
  expect(await screen.findByRole('button', { name: 'Follow bea' })).toBeEnabled();
  expect(screen.queryByText(/You are now following/)).not.toBeInTheDocument();
  expect(server.to('/user/follow')).toHaveLength(1);
});

test('all buttons for one author change together and share one list', async () => {
  const { user, server } = show([], ['bea', 'Bea', 'carl']);
  const [first] = await buttons(/^Follow [Bb]ea/);
  await user.click(first!);
  await waitFor(() => {
    expect(screen.getAllByRole('button', { name: /^Unfollow [Bb]ea/ })).toHaveLength(2);
  });
  expect(screen.getByRole('button', { name: 'Follow carl' })).toBeInTheDocument();
  expect(server.to('/user/follow')).toHaveLength(1);
});

test('[RO-6] there is none for the viewer or a deleted author', async () => {
  show([], ['ann', 'ANN', 'deleted user', 'bea']);
  await button('Follow bea');
  expect(screen.getAllByRole('button')).toHaveLength(1);
});

test.each([
  ['follow', [], 'POST /user/follow', 'Follow bea', 'Failed to follow user'],
  ['unfollow', ['bea'], 'DELETE /user/unfollow', 'Unfollow bea', 'Failed to unfollow user'],
])('[TX-15] a failed %s is shown and changes nothing', async (_what, following, route, name, text) => {
  const { user, server } = show(following);
  server.routes[route] = () => busy;
  await user.click(await button(name));
  expect(await screen.findByRole('alert')).toHaveTextContent(text);
  expect(await button(name)).toBeEnabled();
});

test('[TX-16] if the followings fail to load, that is shown with a retry', async () => {
  const server = fakeServer({ 'GET /user/getFollowing/ann': () => busy });
  const { user } = renderPage(<FollowButton username="bea" />);
  await screen.findByText('Failed to fetch user data');
  server.routes['GET /user/getFollowing/ann'] = () => ({ body: ['bea'] });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await button('Unfollow bea')).toBeInTheDocument();
});

test('a change in another tab is shown', async () => {
  const { store, own } = show();
  await button('Follow bea');
  own.names = ['bea'];
  act(() => {
    peopleLive(store.dispatch).userUpdate({ user: personOf('ann'), type: 'follow' });
  });
  expect(await button('Unfollow bea')).toBeInTheDocument();
});

test('a truncated list is not conclusive: a missing name is looked up', async () => {
  const many = Array.from({ length: 1_000 }, (_, index) => `p${index}`);
  const { server } = show(many);
  server.routes['GET /user/getUser/bea'] = () => ({ body: userOf('bea', { isFollowed: true }) });
  expect(await button('Unfollow bea')).toBeInTheDocument();
});

test('[BM-40, M-30] there is none beside somebody whom the viewer has blocked', async () => {
  const { store } = show();
  expect(await screen.findByRole('button', { name: 'Follow bea' })).toBeInTheDocument();
  act(() => void store.dispatch(blockedKnown(['bea'])));
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});

test.each(['Constructor', '__proto__'])('a person may be called %s', async (username) => {
  const { store, server } = show();
  server.routes[`GET /user/getUser/${username}`] = () => ({ body: userOf(username, { isFollowed: false }) });
  const reading = store.dispatch(peopleApi.endpoints.getUser.initiate(username));
  expect((await reading).data).toMatchObject({ username, isFollowed: false });
  server.routes[`GET /user/getUser/${username}`] = () => ({ body: userOf(username, { isFollowed: true }) });
  act(() => void store.dispatch(api.util.invalidateTags([userTag(username)])));
  const { select } = peopleApi.endpoints.getUser;
  await waitFor(() => expect(select(username)(store.getState()).data).toMatchObject({ isFollowed: true }));
});
