import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import { unedited } from '@parlour/contracts/posts/editable';
import { useLocation } from 'react-router';
import { communitiesApi } from '../../features/communities/communities.api.ts';
import { gamesApi } from '../../features/games/games.api.ts';
import { nimOf } from '../../features/games/testing/games.ts';
import { messagingApi } from '../../features/messaging/messaging.api.ts';
import { notificationsApi } from '../../features/notifications/notifications.api.ts';
import { peopleApi } from '../../features/people/people.api.ts';
import { peopleLive } from '../../features/people/people.live.ts';
import { personOf, userOf } from '../../features/people/testing.ts';
import { pollsApi } from '../../features/polls/polls.api.ts';
import { questionsApi } from '../../features/questions/questions.api.ts';
import { questionOf, rowOf } from '../../features/questions/testing.ts';
import { searchApi } from '../../features/search/search.api.ts';
import { api } from '../../shared/api.ts';
import { fakeServer } from '../../shared/testing/fake-server.ts';
import { loadEndpoints } from '../../shared/testing/load-endpoints.ts';
import { renderPage } from '../../shared/testing/render-page.tsx';
import { blockedKnown } from '../../shared/state/blocked.slice.ts';
import { createStore } from '../../shared/state/store.ts';
import { ProfilePage } from '../pages/people/profile-page.tsx';
import { QuestionPage } from '../pages/question/question-page.tsx';

const gone = 'deleted user';
const at = '2026-06-01T10:00:00.000Z';

/**
 * The event that every client gets when Bea deletes their account. The page still shows the name.
 */
const deletedEvent = {
  user: { ...personOf(gone), _id: 'id of Bea' },
  type: 'deleted',
  nameHash: createHash('sha256').update('bea').digest('base64url'),
} as const;

/** The name that the server currently returns for Bea. */
let bea = 'Bea';
beforeEach(() => {
  bea = 'Bea';
});

const comment = () => ({ _id: 'c1', text: 'Oh?', commentBy: bea, commentDateTime: at, ...unedited });
const answer = () => ({
  ...{ _id: 'a1', text: 'So.', ansBy: bea, ansDateTime: at, comments: [], score: 0, accepted: false },
  ...unedited,
});

describe('[U-5] an open page', () => {
  test('shows neither name nor Follow button of a deleted account, in question, answers and comments', async () => {
    fakeServer({
      'GET /question/getQuestionById/q1': () => ({
        body: questionOf({ _id: 'q1', askedBy: bea, answers: [answer()], comments: [comment()] }),
      }),
      'GET /user/getFollowing/ann': () => ({ body: bea === gone ? [] : ['Bea'] }),
    });
    const { store } = renderPage(<QuestionPage />, { at: '/question/q1', path: '/question/:id' });
    expect(await screen.findAllByRole('button', { name: 'Unfollow Bea' })).toHaveLength(2);
    expect(screen.getAllByText('Bea')).toHaveLength(3);
    bea = gone;
    act(() => peopleLive(store.dispatch).userUpdate(deletedEvent));
    await waitFor(() => expect(screen.queryByText('Bea')).not.toBeInTheDocument());
    expect(screen.getAllByText(gone)).toHaveLength(3);
    expect(screen.queryByRole('button', { name: /ollow (Bea|deleted user)/ })).not.toBeInTheDocument();
  });

  test('replaces the profile of a deleted account with a notice', async () => {
    fakeServer({
      'GET /user/getUser/bea': () =>
        bea === gone
          ? { status: 404, body: { error: 'User not found', code: 'user.unknown' } }
          : { body: userOf('Bea', { _id: 'id of Bea' }) },
      'GET /user/getFollowing/ann': () => ({ body: [] }),
      'GET /games/wins': () => ({ body: { wins: 0 } }),
    });
    const { store } = renderPage(<ProfilePage />, { at: '/user/bea', path: '/user/:username' });
    await screen.findByRole('button', { name: 'Follow Bea' });
    bea = gone;
    act(() => peopleLive(store.dispatch).userUpdate(deletedEvent));
    await screen.findByRole('heading', { name: 'Profile not found' });
    expect(screen.queryByRole('button', { name: /Follow/ })).not.toBeInTheDocument();
  });
});

/** The event that every client gets when an operator renames Bea to Cleo. */
const renamedEvent = {
  user: { ...personOf('Cleo'), _id: 'id of Bea' },
  type: 'updated',
  formerName: 'Bea',
} as const;

describe('[BM-51, BM-52] an open page', () => {
  test('shows the new name of a renamed person, in question, answers and comments', async () => {
    fakeServer({
      'GET /question/getQuestionById/q1': () => ({
        body: questionOf({ _id: 'q1', askedBy: bea, answers: [answer()], comments: [comment()] }),
      }),
      'GET /user/getFollowing/ann': () => ({ body: [bea] }),
    });
    const { store } = renderPage(<QuestionPage />, { at: '/question/q1', path: '/question/:id' });
    expect(await screen.findAllByText('Bea')).toHaveLength(3);
    bea = 'Cleo';
    act(() => peopleLive(store.dispatch).userUpdate(renamedEvent));
    await waitFor(() => expect(screen.queryByText('Bea')).not.toBeInTheDocument());
    expect(screen.getAllByText('Cleo')).toHaveLength(3);
    expect(screen.getAllByRole('button', { name: 'Unfollow Cleo' })).toHaveLength(2);
  });

  test('knows under the new name whom the viewer has blocked', async () => {
    fakeServer({ 'GET /user/blocked': () => ({ body: [{ _id: 'id of Bea', username: bea, blockedAt: at }] }) });
    const { store } = renderPage(<></>);
    act(() => void store.dispatch(blockedKnown(['Bea'])));
    bea = 'Cleo';
    act(() => peopleLive(store.dispatch).userUpdate(renamedEvent));
    await waitFor(() => expect(store.getState().blocked).toEqual(['Cleo']));
  });

  test('has the new address of a profile, also for who comes by the former one', async () => {
    const server = fakeServer({
      'GET /user/getUser/Bea': () => ({ body: userOf(bea, { _id: 'id of Bea' }) }),
      'GET /user/getUser/Cleo': () => ({ body: userOf('Cleo', { _id: 'id of Bea' }) }),
      'GET /user/getFollowing/ann': () => ({ body: [] }),
      'GET /games/wins': () => ({ body: { wins: 0 } }),
      'GET /user/getUser/Cleo/answers': () => ({ body: [] }),
    });
    const { store } = renderPage(
      <>
        <ProfilePage />
        <Address />
      </>,
      { at: '/user/Bea?tab=badges', path: '/user/:username' },
    );
    await screen.findByRole('button', { name: 'Follow Bea' });
    bea = 'Cleo';
    act(() => peopleLive(store.dispatch).userUpdate(renamedEvent));
    await screen.findByRole('button', { name: 'Follow Cleo' });
    expect(screen.getByTestId('address')).toHaveTextContent('/user/Cleo?tab=badges');
    await waitFor(() => expect(server.to('/user/getUser/Cleo')).toHaveLength(1));
  });
});

function Address() {
  const { pathname, search } = useLocation();
  return <p data-testid="address">{pathname + search}</p>;
}

const list = { order: 'newest', username: 'ann' } as const;
const start = <Args, Started>({ initiate }: { initiate: (args: Args) => Started }, args: Args) => initiate(args);

/** Reads that contain Bea's name somewhere, each with its address and response. */
const reads = [
  [
    '/question/getQuestion',
    () => [rowOf({ _id: 'q1', askedBy: bea })],
    start(questionsApi.endpoints.getQuestions, list),
  ],
  [
    '/question/getQuestionById/q1',
    () => questionOf({ _id: 'q1', askedBy: 'carl', comments: [comment()] }),
    start(questionsApi.endpoints.getQuestion, { id: 'q1', username: 'ann' }),
  ],
  ['/messaging/getMessages', () => [{ _id: 'm1', msgFrom: bea }], start(messagingApi.endpoints.getMessages, 'room')],
  [
    '/chat/h1',
    () => ({ _id: 'h1', participants: ['ann', bea], messages: [], unread: 0 }),
    start(messagingApi.endpoints.getChat, 'h1'),
  ],
  [
    '/chat/getChatsByUser/ann',
    () => [{ _id: 'h1', participants: ['ann', bea], messages: [], unread: 0 }],
    start(messagingApi.endpoints.getChats, 'ann'),
  ],
  [
    '/games/game/g1',
    () => nimOf('g1', [1], { players: ['ann', bea], state: { status: 'OVER', player2: bea } }),
    start(gamesApi.endpoints.getGame, 'g1'),
  ],
  [
    '/games/games',
    () => [nimOf('g1', [], { players: ['ann', bea] })],
    start(gamesApi.endpoints.getGames, { visibility: 'Public', viewer: 'ann' }),
  ],
  ['/games/mine', () => [nimOf('g1', [], { players: ['ann', bea] })], start(gamesApi.endpoints.getOwnGames, 'ann')],
  ['/community/c1', () => ({ _id: 'c1', owner: bea }), start(communitiesApi.endpoints.getCommunity, 'c1')],
  ['/community/allCommunities', () => [{ _id: 'c1', owner: bea }], start(communitiesApi.endpoints.getCommunities, {})],
  [
    '/community/c1/people',
    () => [{ username: bea }],
    start(communitiesApi.endpoints.getPeople, { communityId: 'c1', list: 'members', search: '' }),
  ],
  ['/community/c1/moderationLog', () => [{ by: bea }], start(communitiesApi.endpoints.getModerationLog, 'c1')],
  [
    '/poll/getPollsByCommunityId/c2',
    () => [{ _id: 'p1', createdBy: bea }],
    start(pollsApi.endpoints.getPolls, { communityId: 'c2', status: 'all' }),
  ],
  [
    '/search',
    () => [{ id: 'a1', by: bea }],
    start(searchApi.endpoints.getFound, { q: 'so', type: 'answers', order: 'newest' }),
  ],
  ['/user/getUser/carl', () => userOf('carl', { followers: [bea] }), start(peopleApi.endpoints.getUser, 'carl')],
  ['/user/getFollowing/ann', () => [bea], start(peopleApi.endpoints.getFollowing, 'ann')],
  [
    '/getNotifications/ann',
    () => [{ _id: 'n1', type: 'gameInvite', id: 'g1', message: `${bea} invited you to a game of Nim` }],
    start(notificationsApi.endpoints.getNotifications, { viewer: 'ann' }),
  ],
] as const;

const others = [
  ['/community/c9', () => ({ _id: 'c9', owner: 'carl' }), start(communitiesApi.endpoints.getCommunity, 'c9')],
  [
    '/question/getQuestionById/q2',
    () => questionOf({ _id: 'q2', askedBy: 'carl', text: 'Bea said so.' }),
    start(questionsApi.endpoints.getQuestion, { id: 'q2', username: 'ann' }),
  ],
] as const;

/** A page that has made all of these reads. */
async function readAll() {
  const all = [...reads, ...others];
  const server = fakeServer(Object.fromEntries(all.map(([path, body]) => [`GET ${path}`, () => ({ body: body() })])));
  const store = createStore();
  await Promise.all(all.map(([, , read]) => store.dispatch(read as never)));
  const texts = () => Object.values(store.getState().api.queries).map((query) => JSON.stringify(query?.data));
  const emit = async (update: Parameters<ReturnType<typeof peopleLive>['userUpdate']>[0]) => {
    bea = gone;
    peopleLive(store.dispatch).userUpdate(update);
    await waitFor(() => {
      for (const [path] of reads) expect([path, server.to(path).length]).toEqual([path, 2]);
      for (const query of Object.values(store.getState().api.queries)) expect(query?.status).toBe('fulfilled');
    });
  };
  return { server, texts, emit };
}

describe('[U-5] cached reads', () => {
  test('are repeated if they contain the name, and only then', async () => {
    const { server, texts, emit } = await readAll();
    expect(texts().filter((text) => text?.includes('Bea'))).toHaveLength(reads.length + 1);
    await emit(deletedEvent);
    expect(texts().filter((text) => text?.includes('Bea'))).toEqual([expect.stringContaining('Bea said so.')]);
    for (const [path] of others) expect([path, server.to(path).length]).toEqual([path, 1]);
  });

  test.each(['no hash', 'no way to hash, as on plain http'])('are all repeated if there is %s', async (lack) => {
    const { texts, emit } = await readAll();
    const { nameHash, ...without } = deletedEvent;
    if (lack === 'no hash') await emit(without);
    else {
      jest.spyOn(crypto, 'subtle', 'get').mockReturnValue(undefined as never);
      await emit({ ...without, nameHash });
    }
    expect(texts().filter((text) => text?.includes('Bea'))).toEqual([expect.stringContaining('Bea said so.')]);
  });

  test('that show names all have a tag', async () => {
    await loadEndpoints();
    const untagged: string[] = [];
    const endpoints = Object.keys(api.endpoints).map((name) => [
      name,
      (definition: { type: string; providesTags?: unknown }) => {
        if (definition.type !== 'mutation' && definition.providesTags === undefined) untagged.push(name);
      },
    ]);
    api.enhanceEndpoints({ endpoints: Object.fromEntries(endpoints) as never });
    expect(untagged.sort()).toEqual([
      'getContributions',
      'getFaces', // stored in state/faces.ts, which forgets deleted accounts
      'getFileLimits',
      'getFirstQuestions',
      'getFoundTotal',
      'getMail', // names nobody
      'getMoreAnswers', // stored in the cache entry of getQuestion
      'getNotices', // names nobody
      'getOnlineShown',
      'getOutbox',
      'getOverview',
      'getPostHistory', // not kept once it is closed
      'getProviders',
      'getPushKey',
      'getRoomNews',
      'getTable',
      'getTagHistory', // not kept once it is closed
      'getWins',
      'restoreSession',
    ]);
  });
});
