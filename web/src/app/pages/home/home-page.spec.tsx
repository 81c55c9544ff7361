import { expect, jest, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { unedited } from '@parlour/contracts/posts/editable';
import { questionsLive } from '../../../features/questions/questions.live.ts';
import { rowOf } from '../../../features/questions/testing.ts';
import { fakeServer } from '../../../shared/testing/fake-server.ts';
import { renderPage } from '../../../shared/testing/render-page.tsx';
import { HomePage } from './home-page.tsx';
// What the page loads when it is needed is there at once.
import './nothing-found.tsx';

test('[SC-11] a card shows answers and views, and links to its tags and author', async () => {
  const row = rowOf({
    _id: 'q1',
    title: 'Why?',
    answerCount: 2,
    viewCount: 5,
    tags: [{ name: 'c++', description: '' }],
  });
  fakeServer({ 'GET /question/getQuestion': () => ({ body: [row], headers: { 'X-Total-Count': '1' } }) });
  renderPage(<HomePage />, { at: '/home' });
  const card = within(await screen.findByRole('article'));
  expect(card.getByText('2 answers')).toBeInTheDocument();
  expect(card.getByText('5 views')).toBeInTheDocument();
  expect(card.getByRole('link', { name: 'c++' })).toHaveAttribute('href', '/home?tag=c%2B%2B');
  expect(card.getByRole('link', { name: 'bea' })).toHaveAttribute('href', '/user/bea');
  expect(card.getByText(/^asked/)).toHaveTextContent(/^asked .* at \d\d:\d\d:\d\d$/);
  expect(card.queryByText('Followers Only')).not.toBeInTheDocument();
});

test('[Q-17] a row shows its votes, how the text begins and who came last, and leads to the question', async () => {
  const lastActivity = { who: 'cay', when: '2026-06-02T10:00:00.000Z', what: 'answered' } as const;
  const row = rowOf({ _id: 'q1', upVoteCount: 2, downVoteCount: 5, excerpt: 'It rained.', lastActivity });
  fakeServer({ 'GET /question/getQuestion': () => ({ body: [row] }) });
  renderPage(<HomePage />, { at: '/home' });
  const card = within(await screen.findByRole('article'));
  expect(card.getByText('-3 votes')).toBeInTheDocument();
  expect(card.getByText('It rained.')).toBeInTheDocument();
  expect(card.getByRole('link', { name: 'cay' })).toHaveAttribute('href', '/user/cay');
  expect(card.getByText(/^answered/)).toHaveTextContent(/^answered Jun \d\d/);
  expect(card.getByRole('link', { name: row.title })).toHaveAttribute('href', '/question/q1');
});

test('a comment moves nothing, and says who came last; an older one says nothing', async () => {
  const row = rowOf({ _id: 'q1', lastActivity: { who: 'cay', when: '2026-06-02T10:00:00.000Z', what: 'answered' } });
  fakeServer({ 'GET /question/getQuestion': () => ({ body: [row] }) });
  const { store } = renderPage(<HomePage />, { at: '/home' });
  await screen.findByRole('link', { name: 'cay' });
  const live = questionsLive(store.dispatch);
  const said = (_id: string, commentBy: string, day: number) => {
    const comment = { _id, text: 'Oh?', commentBy, commentDateTime: `2026-06-0${day}T10:00:00.000Z`, ...unedited };
    live.commentUpdate({ qid: 'q1', type: 'question', result: { _id: 'q1', comments: [comment] } });
  };
  said('c2', 'dan', 3);
  said('c1', 'eve', 1);
  await screen.findByRole('link', { name: 'dan' });
  expect(screen.getByText(/^commented/)).toBeInTheDocument();
  expect(screen.queryByRole('link', { name: 'cay' })).not.toBeInTheDocument();
});

test('a row names the community it belongs to, once the page is idle', async () => {
  const [listed, other] = [rowOf({ _id: 'q1', communityId: 'c1' }), rowOf({ _id: 'q2', communityId: 'c2' })];
  fakeServer({
    'GET /question/getQuestion': () => ({ body: [listed, other] }),
    'GET /community/allCommunities': () => ({ body: [{ _id: 'c1', name: 'Sailors' }] }),
    'GET /community/c2': () => ({ body: { _id: 'c2', name: 'Bakers' } }),
  });
  renderPage(<HomePage />, { at: '/home' });
  expect(await screen.findByRole('link', { name: 'Sailors' })).toHaveAttribute('href', '/community/c1');
  expect(await screen.findByRole('link', { name: 'Bakers' })).toHaveAttribute('href', '/community/c2');
});

test('the browser keeps whether the list is compact', async () => {
  fakeServer({ 'GET /question/getQuestion': () => ({ body: [rowOf({ _id: 'q1' })] }) });
  const { user } = renderPage(<HomePage />, { at: '/home' });
  const list = await screen.findByRole('list', { name: 'Questions' });
  expect(list).toHaveAttribute('data-density', 'comfortable');
  await user.click(screen.getByRole('button', { name: 'Compact list' }));
  expect(screen.getByRole('button', { name: 'Compact list' })).toHaveAttribute('aria-pressed', 'true');
  expect(list).toHaveAttribute('data-density', 'compact');
  expect(localStorage.getItem('parlour.density')).toBe('compact');
  await user.click(screen.getByRole('button', { name: 'Compact list' }));
  expect(list).toHaveAttribute('data-density', 'comfortable');
});

/** Makes the screen wide enough for the rail. */
function widen(): void {
  jest
    .spyOn(window, 'matchMedia')
    .mockImplementation(
      (media) => Object.assign(new EventTarget(), { media, matches: media.includes('1201') }) as MediaQueryList,
    );
}

test('on a wide screen, more to see stands beside the list once that is there', async () => {
  widen();
  const asked = rowOf({ _id: 'q1', title: 'Why?' });
  const server = fakeServer({
    'GET /question/getQuestion': ({ query }) => ({ body: query.get('order') === 'unanswered' ? [asked] : [] }),
    'GET /tag/getTagsWithQuestionNumber': () => ({ body: [{ name: 'garden', description: '', qcnt: 3 }] }),
    'GET /community/allCommunities': () => ({
      body: [
        { _id: 'c1', name: 'Sailors', memberCount: 4, position: 6 },
        { _id: 'c2', name: 'Bakers', memberCount: 2, position: 3 },
      ],
    }),
    'GET /games/leaderboard': () => ({ body: [{ username: 'bea', wins: 12, globalRank: 1 }] }),
  });
  renderPage(<HomePage />, { at: '/home' });
  await screen.findByText('No questions yet');
  expect(server.calls).toHaveLength(1);
  const rail = within(await screen.findByRole('complementary', { name: 'More to see' }));
  expect(await rail.findByRole('link', { name: 'Why?' })).toHaveAttribute('href', '/question/q1');
  expect(rail.getByRole('link', { name: 'garden' })).toHaveAttribute('href', '/home?tag=garden');
  expect(rail.getByRole('link', { name: 'Sailors' })).toHaveAttribute('href', '/community/c1');
  expect(rail.queryByRole('link', { name: 'Bakers' })).not.toBeInTheDocument();
  expect(rail.getByText('12 wins')).toBeInTheDocument();
});

test('questions that are answered leave the rail, and new ones enter it', async () => {
  widen();
  const day = (number: number) => `2026-06-0${number}T10:00:00.000Z`;
  const waiting = [5, 4, 3, 2].map((at) => rowOf({ _id: `q${at}`, title: `No ${at}`, askDateTime: day(at) }));
  fakeServer({
    'GET /question/getQuestion': ({ query }) => ({ body: query.get('order') === 'unanswered' ? waiting : [] }),
    'GET /tag/getTagsWithQuestionNumber': () => ({ body: [] }),
    'GET /community/allCommunities': () => ({ body: [] }),
    'GET /games/leaderboard': () => ({ body: [] }),
  });
  const { store } = renderPage(<HomePage />, { at: '/home' });
  const rail = within(await screen.findByRole('complementary', { name: 'More to see' }));
  const titles = () => rail.getAllByRole('link').map(({ textContent }) => textContent);
  await rail.findByRole('link', { name: 'No 5' });
  expect(titles()).toEqual(['No 5', 'No 4', 'No 3']);
  const live = questionsLive(store.dispatch);
  act(() => {
    live.questionUpdate({ ...rowOf({ _id: 'q4', title: 'No 4', askDateTime: day(4) }), answerCount: 1 });
  });
  await waitFor(() => expect(titles()).toEqual(['No 5', 'No 3', 'No 2']));
  act(() => live.questionUpdate(rowOf({ _id: 'q6', title: 'No 6', askDateTime: day(6) })));
  await waitFor(() => expect(titles()).toEqual(['No 6', 'No 5', 'No 3']));
});

test.each([
  ['Newest', 'newest'],
  ['Unanswered', 'unanswered'],
  ['Active', 'active'],
  ['Most Viewed', 'mostViewed'],
  ['Following Feed', 'following'],
])('[SC-10, LI-6] the button %s orders by %s', async (label, order) => {
  const server = fakeServer({ 'GET /question/getQuestion': () => ({ body: [rowOf({ _id: 'q1' })] }) });
  const { user } = renderPage(<HomePage />, { at: '/home?order=nonsense' });
  expect(await screen.findByRole('button', { name: 'Newest' })).toHaveAttribute('aria-pressed', 'true');
  await user.click(screen.getByRole('button', { name: label }));
  expect(await screen.findByRole('button', { name: label })).toHaveAttribute('aria-pressed', 'true');
  expect(server.to('/question/getQuestion').at(-1)?.query.get('order')).toBe(order);
});

test('a filter is taken off as it was put on, and sorting is also a menu', async () => {
  fakeServer({ 'GET /question/getQuestion': () => ({ body: [rowOf({ _id: 'q1' })] }) });
  const { user, router } = renderPage(<HomePage />, { at: '/home' });
  await user.click(await screen.findByRole('button', { name: 'Unsolved' }));
  expect(router.state.location.search).toBe('?order=unsolved');
  await user.click(screen.getByRole('button', { name: 'Unsolved' }));
  expect(router.state.location.search).toBe('');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Sort' }), 'Active');
  expect(router.state.location.search).toBe('?order=active');
  expect(screen.getByRole('button', { name: 'Active' })).toHaveAttribute('aria-pressed', 'true');
});

test('[S-14] a search that finds nothing shows what comes close', async () => {
  const close = {
    type: 'questions',
    id: 'q1',
    title: 'Sailing',
    excerpt: 'At night',
    url: '/question/q1',
    at: null,
    by: null,
  };
  const server = fakeServer({
    'GET /question/getQuestion': () => ({ body: [], headers: { 'X-Total-Count': '0' } }),
    'GET /search': () => ({ body: [close], headers: { 'X-Total-Count': '1' } }),
  });
  const { router } = renderPage(<HomePage />, { at: '/home?search=sailng+[sea]' });
  const said: string[] = [];
  const observer = new MutationObserver(() => said.push(document.body.textContent));
  observer.observe(document.body, { childList: true, subtree: true });
  await screen.findByText('No exact match; close ones:');
  observer.disconnect();
  expect(said.filter((text) => text.includes('No Questions Found'))).toEqual([]);
  expect(screen.getByRole('link', { name: 'Sailing' })).toHaveAttribute('href', '/question/q1');
  const { query } = server.to('/search')[0]!;
  expect([query.get('q'), query.get('match')]).toEqual(['sailng [sea]', 'close']);
  server.routes['GET /search'] = () => ({ body: [], headers: { 'X-Total-Count': '0' } });
  server.routes['GET /tag/complete'] = ({ query: asked }) => ({
    body: asked.get('prefix') === 'sail' ? [{ name: 'sailing', qcnt: 7 }] : [],
  });
  await act(() => router.navigate('/home?search=my+sailng'));
  await screen.findByText('No Questions Found');
  expect(await screen.findByRole('link', { name: 'sailing' })).toHaveAttribute('href', '/home?tag=sailing');
});
