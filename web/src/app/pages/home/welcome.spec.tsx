import { beforeEach, expect, jest, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import type { UserWire } from '@parlour/contracts/identity/identity';
import { rowOf as communityRowOf } from '../../../features/communities/testing.ts';
import { profileApi } from '../../../features/profile/profile.api.ts';
import { rowOf } from '../../../features/questions/testing.ts';
import { userKnown } from '../../../shared/state/session.slice.ts';
import { fakeServer } from '../../../shared/testing/fake-server.ts';
import { createStore } from '../../../shared/state/store.ts';
import { ann, renderPage } from '../../../shared/testing/render-page.tsx';
import { Welcome } from './welcome.tsx';

const joined = Date.parse('2026-01-01T00:00:00.000Z');
const day = 24 * 60 * 60 * 1_000;

function show(daysLater: number, self: Partial<UserWire> = {}) {
  jest.useFakeTimers({ now: joined + daysLater * day, doNotFake: ['setTimeout', 'queueMicrotask'] });
  const page = renderPage(
    <>
      <h1 tabIndex={-1}>All Questions</h1>
      <Welcome />
    </>,
    { store: createStore() },
  );
  act(() => {
    page.store.dispatch(userKnown({ ...ann, ...self }));
  });
  return page;
}

const lists = 'GET /question/getQuestion';
const own = 'GET /community/userCommunities/ann';
const posts = 'GET /user/getUser/ann/contributions';
const following = 'GET /user/getFollowing/ann';
beforeEach(() => {
  fakeServer({ [lists]: () => ({ body: [] }), [following]: () => ({ body: [] }), [own]: () => ({ body: [] }) });
});

test('somebody new gets first steps, until they hide them in this browser', async () => {
  const { user, unmount } = show(1);
  const steps = (await screen.findAllByRole('link')).map((link) => [link.textContent, link.getAttribute('href')]);
  expect(steps).toEqual([
    ['Introduce yourself', '/user/ann'],
    ['Follow people', '/users'],
    ['Find a community', '/community/explore'],
    ['Play the computer', '/games/new'],
  ]);
  await user.click(screen.getByRole('button', { name: 'Hide the first steps' }));
  expect(screen.queryByRole('link')).not.toBeInTheDocument();
  expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
  unmount();
  show(1);
  expect(screen.queryByRole('link')).not.toBeInTheDocument();
});

test('a step that was done on the profile is ticked, also when the profile is not kept any more', async () => {
  const known = { ...ann, biography: 'Ties knots.' };
  fakeServer({
    ...{ [lists]: () => ({ body: [] }), [following]: () => ({ body: [] }), [own]: () => ({ body: [] }) },
    'PATCH /user/updateBiography': () => ({ body: known }),
  });
  const { store } = show(1);
  const { updateBiography } = profileApi.endpoints;
  await act(async () => {
    await store.dispatch(
      updateBiography.initiate({ username: 'ann', biography: known.biography, submissionKey: 'k1' }),
    );
  });
  expect(screen.getByRole('link', { name: 'Introduce yourself (done)' })).toBeInTheDocument();
});

test('[S-13] somebody new gets active people to follow, and tags', async () => {
  const tags = [{ name: 'knots', description: 'ropes' }];
  const asked = (_id: string, askedBy: string, names = tags) => rowOf({ _id, askedBy, tags: names });
  fakeServer({
    [following]: () => ({ body: [] }),
    [own]: () => ({ body: [communityRowOf({ _id: 'c1' })] }),
    [lists]: () => ({
      body: [asked('1', 'ben', []), asked('2', 'cay'), asked('3', 'ann'), asked('4', 'cay')],
    }),
  });
  show(1);
  await screen.findByRole('link', { name: 'Find a community (done)' });
  const people = await screen.findByRole('list', { name: 'Active people' });
  expect(
    within(people)
      .getAllByRole('link')
      .map((link) => link.textContent),
  ).toEqual(['Ccay', 'Bben']);
  expect(await within(people).findByRole('button', { name: 'Follow cay' })).toBeVisible();
  expect(within(screen.getByRole('list', { name: 'Popular tags' })).getByRole('link')).toHaveTextContent('knots');
});

test('[S-12] a founder gets the steps of a founder, ticked by what is done', async () => {
  const site = { name: 'Knots', description: '', signUp: 'code', code: 'bowline' };
  const server = fakeServer({
    [lists]: () => ({ body: [] }),
    'GET /admin/site': () => ({ body: site }),
    [own]: () => ({ body: [] }),
    'GET /user/getUsers': () => ({ body: [{ _id: 'u2', username: 'ben' }] }),
    [posts]: () => ({ body: { total: 2 } }),
  });
  const { user, unmount } = show(1, { operator: true });
  await screen.findByRole('link', { name: 'Name your site (done)' });
  expect(await screen.findByRole('link', { name: 'Ask a first question (done)' })).toHaveAttribute(
    'href',
    '/new/question',
  );
  expect(screen.getByRole('link', { name: 'Create a community' })).toHaveAttribute('href', '/community/new');
  await user.click(await screen.findByRole('button', { name: 'Invite people: copy the address (done)' }));
  await waitFor(async () => {
    expect(await navigator.clipboard.readText()).toBe(`${window.location.origin}/signup\nCode: bowline`);
  });
  await user.click(screen.getByRole('button', { name: 'Hide the first steps' }));
  expect(screen.queryByRole('heading', { level: 2 })).not.toBeInTheDocument();
  unmount();
  server.calls.length = 0;
  show(1, { operator: true });
  expect(server.to('/admin/site')).toEqual([]);
});

test('[S-12] a founder is offered no step before it can be done', async () => {
  fakeServer({
    [lists]: () => ({ body: [] }),
    'GET /admin/site': () => ({ body: { name: 'Parlour', description: '', signUp: 'everyone', code: '' } }),
    [own]: () => ({ body: [] }),
    'GET /user/getUsers': () => ({ body: [] }),
    [posts]: () => ({ body: { total: 1 } }),
  });
  show(1, { operator: true });
  await screen.findByText('Create a community after two posts');
  expect(screen.queryByRole('link', { name: /Create a community/ })).not.toBeInTheDocument();
});

test('nobody else gets them', () => {
  show(8);
  expect(screen.queryByRole('link')).not.toBeInTheDocument();
});
