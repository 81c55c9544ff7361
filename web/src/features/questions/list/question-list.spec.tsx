import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { unedited } from '@parlour/contracts/posts/editable';
import type { QuestionRowWire } from '@parlour/contracts/qa/qa';
import { blockedKnown } from '../../../shared/state/blocked.slice.ts';
import { fakeServer } from '../../../shared/testing/fake-server.ts';
import { renderPage } from '../../../shared/testing/render-page.tsx';
import { QuestionList, questionTotal, QuestionTotal } from './question-list.tsx';
import { isMisplaced, type QuestionListOf } from './question-search.ts';
import { showRead } from '../question-cache.ts';
import { questionsApi } from '../questions.api.ts';
import { questionsLive } from '../questions.live.ts';
import { rowOf } from '../testing.ts';

const day = (number: number) => `2026-06-${String(number).padStart(2, '0')}T10:00:00.000Z`;
const older = rowOf({ _id: 'q1', title: 'How to prune roses', askDateTime: day(1), viewCount: 3 });
const newer = rowOf({ _id: 'q2', title: 'When to sow carrots', askDateTime: day(2), answerCount: 1 });
const fresh = rowOf({ _id: 'q3', title: 'Which soil for basil', askDateTime: day(3) });

function scrollTo(pixels: number): void {
  Object.defineProperty(window, 'scrollY', { value: pixels, configurable: true });
}

async function show(change: Partial<QuestionListOf> = {}, rows: QuestionRowWire[] = [newer, older], headers = {}) {
  const list: QuestionListOf = { order: 'newest', username: 'ann', ...change };
  const server = fakeServer({
    'GET /question/getQuestion': () => ({ body: rows, headers: { 'X-Total-Count': String(rows.length), ...headers } }),
  });
  const view = renderPage(
    <>
      <QuestionTotal list={list} />
      <QuestionList list={list} />
    </>,
  );
  if (rows.length > 0) await screen.findByText(rows[0]?.title ?? '');
  return { ...view, server, rows, live: questionsLive(view.store.dispatch) };
}

const titles = () => screen.getAllByRole('article').map((card) => within(card).getByRole('heading').textContent);
const pill = () => screen.queryByRole('button', { name: /new question/ });

beforeEach(() => {
  scrollTo(0);
});

afterEach(() => {
  jest.useRealTimers();
});

test('[BM-20, M-18] a blocked person’s question is one line, until Show', async () => {
  const theirs = rowOf({ _id: 'q4', title: 'Cheap tea here', askedBy: 'eve' });
  const { store, user } = await show({}, [newer, theirs]);
  act(() => void store.dispatch(blockedKnown(['eve'])));
  const button = await screen.findByRole('button', { name: 'Show' });
  expect(titles()).toEqual([newer.title]);
  await user.click(button);
  expect(titles()).toEqual([newer.title, theirs.title]);
});

describe('[BN-5, Q-36] unread questions', () => {
  const unread = () =>
    screen.getAllByRole('article').flatMap((card) => {
      return within(card).queryByText('Unread') ? [within(card).getByRole('heading').textContent] : [];
    });
  const answered = (who: string) => ({ who, when: day(4), what: 'answered' }) as const;
  const today = (now: string) => void jest.spyOn(Date, 'now').mockReturnValue(Date.parse(now));

  beforeEach(() => {
    today(day(3));
  });
  afterEach(() => {
    jest.restoreAllMocks();
  });

  test('are not old ones that somebody never opened', async () => {
    today(day(9));
    const own = rowOf({ _id: 'q4', title: 'One of mine', askedBy: 'ann', askDateTime: day(2) });
    const joined = rowOf({ _id: 'q5', title: 'One I answered', askDateTime: day(1), lastActivity: answered('ann') });
    const opened = rowOf({ _id: 'q6', title: 'One I opened', askDateTime: day(1) });
    const { live, store } = await show({}, [newer, own, joined, opened]);
    act(() => void store.dispatch(showRead('q6')));
    for (const row of [newer, own, joined, opened]) {
      live.questionUpdate({ ...row, viewCount: 9, lastActivity: { ...answered('bea'), when: day(9) } });
    }
    await waitFor(() => expect(screen.getAllByText('9 views')).toHaveLength(4));
    expect(unread()).toEqual([own.title, joined.title, opened.title]);
    // Restored, or with another tag.
    live.questionUpdate(fresh);
    await screen.findByText(fresh.title);
    expect(unread()).not.toContain(fresh.title);
  });

  test('are marked, also one that another has just asked or answered', async () => {
    const { live } = await show({}, [newer, { ...older, unread: true }]);
    expect(unread()).toEqual([older.title]);
    live.questionUpdate({ ...newer, viewCount: 9, lastActivity: answered('ann') });
    await screen.findByText('9 views');
    expect(unread()).toEqual([older.title]);
    live.questionUpdate({ ...newer, lastActivity: { ...answered('bea'), when: day(5) } });
    await waitFor(() => expect(unread()).toEqual([newer.title, older.title]));
    live.questionUpdate({ ...older, viewCount: 8 });
    await screen.findByText('8 views');
    expect(unread()).toEqual([newer.title, older.title]);
    live.questionUpdate(fresh);
    live.questionUpdate(rowOf({ _id: 'own', title: 'One of mine', askedBy: 'ann', askDateTime: day(6) }));
    await screen.findByText('One of mine');
    expect(unread()).toEqual([fresh.title, newer.title, older.title]);
  });

  test('are read where somebody reads them', async () => {
    const { store } = await show({}, [{ ...newer, unread: true }, older]);
    act(() => expect([1, 2].map(() => store.dispatch(showRead(newer._id)))).toEqual([true, false]));
    await waitFor(() => expect(unread()).toEqual([]));
  });
});

describe('[Q-12] live questions (decisions Q-12)', () => {
  test('[EV-1] at the top, a new row appears at once', async () => {
    const { live } = await show();
    live.questionUpdate(fresh);
    await screen.findByText(fresh.title);
    expect(titles()).toEqual([fresh.title, newer.title, older.title]);
    expect(screen.getByText('3 questions')).toBeInTheDocument();
    expect(pill()).toBeNull();
  });

  test('further down, new rows wait behind a pill, and nothing moves', async () => {
    scrollTo(900);
    const { live, user } = await show();
    live.questionUpdate(fresh);
    await screen.findByRole('button', { name: '1 new question' });
    expect(titles()).toEqual([newer.title, older.title]);
    live.questionUpdate(rowOf({ _id: 'q4', title: 'Where to buy seeds', askDateTime: day(4) }));
    await user.click(await screen.findByRole('button', { name: '2 new questions' }));
    await screen.findByText(fresh.title);
    expect(titles()).toEqual(['Where to buy seeds', fresh.title, newer.title, older.title]);
    expect(pill()).toBeNull();
  });

  test('two events for a question make one row', async () => {
    const { live } = await show();
    live.questionUpdate(fresh);
    await screen.findByText(fresh.title);
    live.questionUpdate({ ...fresh, viewCount: 7 });
    await screen.findByText('7 views');
    expect(titles()).toHaveLength(3);
  });

  test('two events for a waiting question count once', async () => {
    scrollTo(900);
    const { live, user } = await show();
    live.questionUpdate(fresh);
    live.questionUpdate({ ...fresh, viewCount: 5 });
    await user.click(await screen.findByRole('button', { name: '1 new question' }));
    await screen.findByText('5 views');
    expect(titles()).toHaveLength(3);
  });

  test('a question that is answered while it waits does not wait for Unanswered any more', async () => {
    scrollTo(900);
    const { live } = await show({ order: 'unanswered' }, [{ ...newer, answerCount: 0 }]);
    live.questionUpdate(fresh);
    await screen.findByRole('button', { name: '1 new question' });
    live.questionUpdate({ ...fresh, answerCount: 1 });
    await waitFor(() => expect(pill()).toBeNull());
  });

  test('[EV-1] an existing row is replaced in place', async () => {
    const { live } = await show();
    live.questionUpdate({ ...older, title: 'How to prune old roses' });
    await screen.findByText('How to prune old roses');
    expect(titles()).toEqual([newer.title, 'How to prune old roses']);
  });

  test('a row that belongs elsewhere stays, and the reader may refresh the list', async () => {
    const { live, rows, server, user } = await show({ order: 'active' });
    live.questionUpdate({ ...older, answerCount: 1 });
    live.questionUpdate({ ...older, answerCount: 2 });
    expect(await screen.findByRole('button', { name: '1 change, refresh' })).toBeVisible();
    expect(titles()).toEqual([newer.title, older.title]);
    rows.reverse();
    await user.click(screen.getByRole('button', { name: '1 change, refresh' }));
    await waitFor(() => expect(titles()).toEqual([older.title, newer.title]));
    expect(screen.queryByRole('button', { name: /refresh/ })).toBeNull();
    expect(server.calls).toHaveLength(2);
  });

  test.each<[QuestionListOf['order'], 0 | 1, Partial<QuestionRowWire>, boolean]>([
    ['active', 1, { answerCount: 1 }, true],
    ['active', 0, { answerCount: 2 }, false],
    ['active', 1, { title: 'How to prune old roses' }, false],
    ['mostViewed', 1, { viewCount: 9 }, true],
    ['mostViewed', 0, { viewCount: 9 }, false],
    ['unanswered', 1, { answerCount: 1 }, true],
    ['unsolved', 0, { acceptedAnswerId: 'a1' }, true],
    ['newest', 1, { answerCount: 1, acceptedAnswerId: 'a1', viewCount: 9 }, false],
  ])('in the order %s, row %i has another place after %j: %p', (order, at, change, isOut) => {
    const [before, above] = at === 0 ? [newer, undefined] : [older, newer];
    expect(isMisplaced({ order, username: 'ann' }, before, { ...before, ...change }, above, false)).toBe(isOut);
  });

  test('a question whose tag was edited away stays until the reader refreshes the list; no new one waits', async () => {
    scrollTo(900);
    const { live } = await show({ tag: 'Garden' });
    const retagged = { tags: [{ name: 'baking', description: '' }], version: 2, text: 'Text' };
    live.questionUpdate(fresh);
    await screen.findByRole('button', { name: '1 new question' });
    live.questionUpdate({ ...fresh, ...retagged });
    await waitFor(() => expect(pill()).toBeNull());
    live.questionUpdate({ ...older, ...retagged });
    expect(await screen.findByRole('button', { name: '1 change, refresh' })).toBeVisible();
    expect(titles()).toEqual([newer.title, older.title]);
    live.questionUpdate({ ...older, version: 3, text: 'Text' });
    await waitFor(() => expect(screen.queryByRole('button', { name: /refresh/ })).toBeNull());
  });

  test('a question without the tag is not added', async () => {
    const { live } = await show({ search: '[baking]' });
    live.questionUpdate(fresh);
    live.viewsUpdate({ ...older, viewCount: 9 });
    await screen.findByText('9 views');
    expect(titles()).toEqual([newer.title, older.title]);
    expect(pill()).toBeNull();
  });

  test('the server is asked about rows that only it can match, once per burst', async () => {
    scrollTo(900);
    const { live, server, rows } = await show({ search: 'compost' });
    jest.useFakeTimers();
    live.questionUpdate(fresh);
    live.questionUpdate(rowOf({ _id: 'q4', title: 'Elsewhere', askDateTime: day(4) }));
    rows.unshift(fresh);
    expect(server.calls).toHaveLength(1);
    await act(() => jest.advanceTimersByTimeAsync(500));
    expect(server.calls).toHaveLength(2);
    await screen.findByRole('button', { name: '1 new question' });
    expect(server.calls).toHaveLength(2);
    expect(titles()).toEqual([newer.title, older.title]);
  });

  test.each([
    [{ search: 'lime' }, 30],
    [{ order: 'active' }, 5],
  ] as const)('the server is asked about %j again after a pause of %i seconds', async (list, seconds) => {
    const { live, server } = await show(list);
    jest.useFakeTimers();
    live.questionUpdate(fresh);
    await act(() => jest.advanceTimersByTimeAsync(500));
    expect(server.calls).toHaveLength(2);
    live.questionUpdate(fresh);
    await act(() => jest.advanceTimersByTimeAsync(seconds * 1_000 - 1));
    expect(server.calls).toHaveLength(2);
    await act(() => jest.advanceTimersByTimeAsync(1 + 500));
    expect(server.calls).toHaveLength(3);
  });

  test('about a list that nobody sees, the server is asked when it is shown again', async () => {
    const { live, server, rows, router } = await show({ search: 'mulch' });
    scrollTo(900);
    jest.useFakeTimers();
    await act(() => router.navigate('/elsewhere'));
    live.questionUpdate(fresh);
    await act(() => jest.advanceTimersByTimeAsync(10_000));
    expect(server.calls).toHaveLength(1);
    rows.unshift(fresh);
    await act(() => router.navigate('/'));
    await act(() => jest.advanceTimersByTimeAsync(500));
    expect(await screen.findByRole('button', { name: '1 new question' })).toBeVisible();
    expect(titles()).toEqual([newer.title, older.title]);
    expect(server.calls).toHaveLength(2);
  });

  test('an empty list shows its first row', async () => {
    const { live } = await show({}, []);
    await screen.findByText('No questions yet');
    live.questionUpdate(fresh);
    await screen.findByText(fresh.title);
    expect(titles()).toEqual([fresh.title]);
  });
});

test('events change the counts of views and answers; an answer and its questionUpdate count once', async () => {
  const { live } = await show();
  live.viewsUpdate({ ...older, viewCount: 4 });
  await screen.findByText('4 views');
  const answer = {
    ...{ _id: 'a1', text: 'Yes', ansBy: 'bea', ansDateTime: day(4), comments: [], score: 0, accepted: false },
    ...unedited,
  };
  live.answerUpdate({ qid: newer._id, answer });
  live.questionUpdate({ ...newer, answerCount: 2 });
  live.answerUpdate({ qid: newer._id, answer });
  live.viewsUpdate({ ...older, viewCount: 5 });
  await screen.findByText('5 views');
  expect(screen.getByText('2 answers')).toBeInTheDocument();
});

test('the next page is loaded on demand, with its cursor', async () => {
  const { user, server } = await show({}, [newer], { Link: '</api/question/getQuestion?cursor=abc>; rel="next"' });
  server.routes['GET /question/getQuestion'] = () => ({ body: [older], headers: { 'X-Total-Count': '2' } });
  await user.click(screen.getByRole('button', { name: 'Show more questions' }));
  await screen.findByText(older.title);
  expect(server.calls[1]?.query.get('cursor')).toBe('abc');
  expect(screen.queryByRole('button', { name: 'Show more questions' })).not.toBeInTheDocument();
});

test('[SC-12] an empty search says so', async () => {
  await show({ search: 'zzz' }, []);
  await screen.findByText('No Questions Found');
});

test.each([
  ['newest', 'No questions yet', 'Ask a Question', '/new/question'],
  ['unanswered', 'No unanswered questions', 'Ask a Question', '/new/question'],
  ['following', 'Your Following Feed is empty', 'Find people', '/users'],
] as const)('an empty list in the order %s suggests what to do', async (order, title, label, to) => {
  await show({ order }, []);
  await screen.findByText(title);
  expect(screen.getByRole('link', { name: label })).toHaveAttribute('href', to);
});

test('[TX-1] a failed list says what failed, with a retry', async () => {
  let failing = true;
  fakeServer({
    'GET /question/getQuestion': () =>
      failing ? { status: 503, body: { error: 'Busy.', code: 'service.unavailable' } } : { body: [older] },
  });
  const { user } = renderPage(<QuestionList list={{ order: 'newest', username: 'ann' }} />);
  expect(await screen.findByRole('alert')).toHaveTextContent('Error when fetching or filtering questions');
  failing = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText(older.title);
});

test.each<[number, Partial<QuestionListOf>, string]>([
  [1, {}, '1 question'],
  [0, {}, '0 questions'],
  [12_345, {}, '12,345 questions'],
  [12_345, { search: '[garden]' }, '12,345 questions'],
  [12_345, { tag: 'garden', order: 'active' }, '12,345 questions'],
  [12_345, { communityId: 'c1', order: 'unanswered' }, '12,345 questions'],
  [12_345, { author: 'bea' }, '12,345 questions'],
  [12_345, { order: 'following' }, '12,345 questions'],
  [1_001, { search: '[garden]' }, '1,001 questions'],
  [1_000, { search: 'soil' }, '1,000 questions'],
  [1_001, { search: 'soil' }, '1,000+ questions'],
  [1_002, { search: 'soil' }, '1,000+ questions'],
  [1_001, { search: '[garden] [roses]' }, '1,000+ questions'],
  [1_001, { search: '[roses]', tag: 'garden' }, '1,000+ questions'],
  [1_001, { tag: 'garden', order: 'unanswered' }, '1,000+ questions'],
  [1_001, { tag: 'garden', communityId: 'c1' }, '1,000+ questions'],
  [1_001, { communityId: 'c1', order: 'following' }, '1,000+ questions'],
  [1_001, { author: 'bea', order: 'unsolved' }, '1,000+ questions'],
  [1_001, {}, '1,001 questions'],
])('[T-5] %d of the list %j reads %s', (total, list, text) => {
  expect(questionTotal(total, { order: 'newest', username: 'ann', ...list })).toBe(text);
});

test('[T-5] live events leave a total that is not exact as it is', async () => {
  const many = { 'X-Total-Count': '1001' };
  const { live, store } = await show({ tag: 'garden', order: 'unanswered' }, [fresh, older], many);
  const total = () => {
    const list = { tag: 'garden', order: 'unanswered', username: 'ann' } as const;
    return questionsApi.endpoints.getQuestions.select(list)(store.getState()).data?.pages[0]?.total;
  };
  live.questionUpdate(rowOf({ _id: 'q4', title: 'Where to buy seeds', askDateTime: day(4) }));
  await screen.findByText('Where to buy seeds');
  expect(total()).toBe(1_001);
  live.questionUpdate({ ...fresh, deleted: { by: 'author', reason: null } });
  await waitFor(() => expect(screen.queryByText(fresh.title)).not.toBeInTheDocument());
  expect(total()).toBe(1_001);
  expect(screen.getByText('1,000+ questions')).toBeInTheDocument();
});
