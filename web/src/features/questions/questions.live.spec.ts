import { describe, expect, test } from '@jest/globals';
import { waitFor } from '@testing-library/react';
import { unedited } from '@parlour/contracts/posts/editable';
import { api } from '../../shared/api.ts';
import { fakeServer } from '../../shared/testing/fake-server.ts';
import { ann } from '../../shared/testing/render-page.tsx';
import { createStore } from '../../shared/state/store.ts';
import { userKnown } from '../../shared/state/session.slice.ts';
import { refetchVisible } from '../../shared/state/visible-questions.ts';
import { questionsApi } from './questions.api.ts';
import { addComments, appendAnswer, readMoreAnswers, showFollowing } from './question-cache.ts';
import { questionsLive, showList } from './questions.live.ts';
import { questionOf, rowOf } from './testing.ts';

const open = { id: 'q1', username: 'ann' };
const answer = {
  _id: 'a1',
  text: 'Water less.',
  ansBy: 'bea',
  ansDateTime: '2026-06-02T10:00:00.000Z',
  comments: [],
  score: 0,
  accepted: false,
  ...unedited,
};

async function opened() {
  fakeServer({ 'GET /question/getQuestionById/q1': () => ({ body: questionOf({ _id: 'q1', viewCount: 1 }) }) });
  const store = createStore();
  store.dispatch(userKnown(ann));
  await store.dispatch(questionsApi.endpoints.getQuestion.initiate(open));
  const question = () => questionsApi.endpoints.getQuestion.select(open)(store.getState()).data;
  return { store, question, live: questionsLive(store.dispatch) };
}

test('[EV-2] an answer is appended to its open question and counted', async () => {
  const { live, question } = await opened();
  live.answerUpdate({ qid: 'q1', answer });
  live.answerUpdate({ qid: 'q1', answer: { ...answer, _id: 'a2', text: 'Or more light.' } });
  expect(question()?.answers.map((each) => each.text)).toEqual(['Water less.', 'Or more light.']);
  expect(question()?.answerCount).toBe(2);
});

test('the event does not append the viewer’s own answer again', async () => {
  const { live, question, store } = await opened();
  store.dispatch(appendAnswer('q1', answer));
  live.answerUpdate({ qid: 'q1', answer });
  expect(question()?.answers).toEqual([answer]);
  expect(question()?.answerCount).toBe(1);
});

test('an answer to another question changes nothing', async () => {
  const { live, question } = await opened();
  const before = question();
  live.answerUpdate({ qid: 'q2', answer });
  expect(question()).toBe(before);
});

test('[EV-3] a view and a change update the open question and keep its text and answers', async () => {
  const { live, question } = await opened();
  live.answerUpdate({ qid: 'q1', answer });
  live.viewsUpdate(rowOf({ _id: 'q1', viewCount: 8, answerCount: 1 }));
  expect(question()).toMatchObject({ viewCount: 8, answerCount: 1, text: 'Text', answers: [answer] });
});

test('a view that comes late brings back nothing else', async () => {
  const { live, question } = await opened();
  const row = rowOf({ _id: 'q1', title: 'Title' });
  const deleted = { by: 'author', reason: null } as const;
  live.questionUpdate({ ...row, title: '', deleted, text: '', answerCount: 2, acceptedAnswerId: 'a1' });
  const before = question();
  live.viewsUpdate({ ...row, viewCount: 8 });
  expect(question()).toEqual({ ...before, viewCount: 8 });
});

test('deleted answers are not counted', async () => {
  const { live, question } = await opened();
  live.answerUpdate({ qid: 'q1', answer });
  live.answerUpdate({ qid: 'q1', answer: { ...answer, deleted: { by: 'author', reason: null } } });
  live.questionUpdate(rowOf({ _id: 'q1', answerCount: 0 }));
  live.answerUpdate({ qid: 'q1', answer: { ...answer, _id: 'a2' } });
  expect(question()?.answerCount).toBe(1);
});

const comment = (id: string, day: number) => ({
  _id: id,
  text: `Comment ${id}`,
  commentBy: 'bea',
  commentDateTime: `2026-06-0${day}T10:00:00.000Z`,
  ...unedited,
});

test('the count is the question’s, whichever event comes first', async () => {
  const { live, question } = await opened();
  live.questionUpdate(rowOf({ _id: 'q1', answerCount: 1 }));
  live.answerUpdate({ qid: 'q1', answer });
  expect(question()?.answerCount).toBe(1);
  live.answerUpdate({ qid: 'q1', answer: { ...answer, _id: 'a2' } });
  live.questionUpdate(rowOf({ _id: 'q1', answerCount: 2 }));
  expect(question()?.answerCount).toBe(2);
});

test('[EV-4] comments on the question and on answers appear once, oldest first', async () => {
  const { live, question, store } = await opened();
  live.answerUpdate({ qid: 'q1', answer });
  store.dispatch(addComments('q1', 'q1', [comment('own', 3)]));
  live.commentUpdate({ type: 'question', qid: 'q1', result: { _id: 'q1', comments: [comment('c1', 2)] } });
  live.commentUpdate({
    type: 'question',
    qid: 'q1',
    result: { _id: 'q1', comments: [comment('c1', 2), comment('own', 3)] },
  });
  live.commentUpdate({ type: 'answer', qid: 'q1', result: { _id: 'a1', comments: [comment('c2', 4)] } });
  expect(question()?.comments.map((each) => each._id)).toEqual(['c1', 'own']);
  expect(question()?.answers[0]?.comments.map((each) => each._id)).toEqual(['c2']);
});

test('a change of one answer leaves the others untouched', async () => {
  const { live, question } = await opened();
  live.answerUpdate({ qid: 'q1', answer });
  live.answerUpdate({ qid: 'q1', answer: { ...answer, _id: 'a2' } });
  const before = question()?.answers[1];
  live.commentUpdate({ type: 'answer', qid: 'q1', result: { _id: 'a1', comments: [comment('c', 4)] } });
  live.voteUpdate({ qid: 'q1', upVotes: ['bea'], downVotes: [], upVoteCount: 1, downVoteCount: 0 });
  expect(question()?.answers[1]).toBe(before);
});

test('blanked posts are replaced where they are open, and everything else stays', async () => {
  const { live, question } = await opened();
  live.answerUpdate({ qid: 'q1', answer });
  for (const id of ['q1', 'a1']) {
    live.commentUpdate({
      type: id === 'q1' ? 'question' : 'answer',
      qid: 'q1',
      result: { _id: id, comments: [comment(`of ${id}`, 2)] },
    });
  }
  const before = question();
  const text = 'Removed';
  live.answerUpdate({ qid: 'q1', answer: { ...answer, text } });
  expect(question()).toEqual({ ...before, answers: [{ ...before?.answers[0], text }] });
  live.commentUpdate({
    type: 'answer',
    qid: 'q1',
    result: { _id: 'a1', comments: [{ ...comment('of a1', 2), text }] },
  });
  expect(question()?.answers[0]?.comments).toEqual([{ ...comment('of a1', 2), text }]);
  live.questionUpdate({ ...rowOf({ _id: 'q1', title: text, answerCount: 1 }), text });
  expect(question()).toMatchObject({ title: text, text, comments: [comment('of q1', 2)], answers: [{ _id: 'a1' }] });
});

test('[LI-20] on a partly loaded question, new answers wait after those not loaded yet, and appear once', async () => {
  const part = (ids: readonly string[], moreAnswersAfter?: string) => ({
    ...questionOf({ _id: 'q1', answerCount: 4, answers: ids.map((_id) => ({ ...answer, _id })) }),
    ...(moreAnswersAfter !== undefined && { moreAnswersAfter }),
  });
  const parts: Record<string, object> = { '': part(['a1'], 'a1'), a1: part(['a2', 'a3'], 'a3'), a3: part(['a4']) };
  fakeServer({
    'GET /question/getQuestionById/q1': ({ query }) => ({ body: parts[query.get('after') ?? ''] }),
  });
  const store = createStore();
  store.dispatch(userKnown(ann));
  await store.dispatch(questionsApi.endpoints.getQuestion.initiate(open));
  const ids = () => {
    const { data } = questionsApi.endpoints.getQuestion.select(open)(store.getState());
    return [data?.answers.map(({ _id }) => _id).join(' '), data?.moreAnswersAfter, data?.answerCount];
  };
  const more = (after: string) => store.dispatch(readMoreAnswers(open, after));
  const live = questionsLive(store.dispatch);
  live.answerUpdate({ qid: 'q1', answer: { ...answer, _id: 'a4' } });
  live.answerUpdate({ qid: 'q1', answer: { ...answer, _id: 'a5' } });
  live.questionUpdate(rowOf({ _id: 'q1', answerCount: 5 }));
  expect(ids()).toEqual(['a1 a4 a5', 'a1', 5]);
  await more('a1');
  expect(ids()).toEqual(['a1 a2 a3 a4 a5', 'a3', 5]);
  // They are there already.
  await more('a1');
  await more('a3');
  expect(ids()).toEqual(['a1 a2 a3 a4 a5', undefined, 5]);
  live.answerUpdate({ qid: 'q1', answer: { ...answer, _id: 'a6' } });
  expect(ids()).toEqual(['a1 a2 a3 a4 a5 a6', undefined, 6]);
});

test('[LI-20] a refetch of a partly loaded question loads as many answers as before', async () => {
  const server = fakeServer({
    'GET /question/getQuestionById/q1': ({ query }) => {
      const next = Number(query.get('after') ?? 0) + 1;
      return { body: questionOf({ _id: 'q1', answers: [{ ...answer, _id: `${next}` }], moreAnswersAfter: `${next}` }) };
    },
  });
  const store = createStore();
  store.dispatch(userKnown(ann));
  await store.dispatch(questionsApi.endpoints.getQuestion.initiate(open));
  await store.dispatch(readMoreAnswers(open, '1'));
  questionsLive(store.dispatch).answerUpdate({ qid: 'q1', answer: { ...answer, _id: 'new' } });
  server.calls.length = 0;
  await store.dispatch(questionsApi.endpoints.getQuestion.initiate(open, { forceRefetch: true }));
  expect(server.calls.map(({ query }) => query.get('after'))).toEqual([null, '1']);
  const { data } = questionsApi.endpoints.getQuestion.select(open)(store.getState());
  expect([data?.answers.map(({ _id }) => _id), data?.moreAnswersAfter]).toEqual([['1', '2'], '2']);
});

test('[BA-3] a new answer comes first in the order newest', async () => {
  fakeServer({ 'GET /question/getQuestionById/q1': () => ({ body: questionOf({ _id: 'q1', answers: [answer] }) }) });
  const store = createStore();
  store.dispatch(userKnown(ann));
  const inOrder = { ...open, answers: 'newest' } as const;
  await store.dispatch(questionsApi.endpoints.getQuestion.initiate(inOrder));
  questionsLive(store.dispatch).answerUpdate({ qid: 'q1', answer: { ...answer, _id: 'a2' } });
  const { data } = questionsApi.endpoints.getQuestion.select(inOrder)(store.getState());
  expect(data?.answers.map(({ _id }) => _id)).toEqual(['a2', 'a1']);
});

test('[BA-3] answers that votes have moved between parts are shown once, and none is left out', async () => {
  const part = (ids: readonly string[], more: object = {}) => ({
    body: questionOf({ _id: 'q1', answerCount: 4, answers: ids.map((_id) => ({ ...answer, _id })), ...more }),
  });
  // While the first part was read, a1 lost votes and a3 won some: the second part starts with a1.
  let isMoved = false;
  fakeServer({
    'GET /question/getQuestionById/q1': ({ query }) => {
      if (query.get('after') === 'a2') return isMoved ? part(['a1', 'a4']) : part(['a3', 'a4']);
      return isMoved ? part(['a3', 'a2'], { moreAnswersAfter: 'a2' }) : part(['a1', 'a2'], { moreAnswersAfter: 'a2' });
    },
  });
  const store = createStore();
  store.dispatch(userKnown(ann));
  const inOrder = { ...open, answers: 'best' } as const;
  await store.dispatch(questionsApi.endpoints.getQuestion.initiate(inOrder));
  isMoved = true;
  await store.dispatch(readMoreAnswers(inOrder, 'a2'));
  const ids = () =>
    questionsApi.endpoints.getQuestion
      .select(inOrder)(store.getState())
      .data?.answers.map(({ _id }) => _id);
  await waitFor(() => expect(ids()).toEqual(['a1', 'a2', 'a4', 'a3']));
});

test('[BA-3] a deleted answer does not stand for one that is missing', async () => {
  const gone = { ...answer, _id: 'gone', deleted: { by: 'author', reason: null } } as const;
  const part = (answers: readonly (typeof answer)[], more: object = {}) => ({
    body: questionOf({ _id: 'q1', answerCount: 2, answers, ...more }),
  });
  const server = fakeServer({
    'GET /question/getQuestionById/q1': ({ query }) =>
      query.get('after') === 'a1' ? part([gone]) : part([answer], { moreAnswersAfter: 'a1' }),
  });
  const store = createStore();
  store.dispatch(userKnown(ann));
  const inOrder = { ...open, answers: 'best' } as const;
  await store.dispatch(questionsApi.endpoints.getQuestion.initiate(inOrder));
  await store.dispatch(readMoreAnswers(inOrder, 'a1'));
  // It is read again from the start.
  await waitFor(() => expect(server.calls.map(({ query }) => query.get('after')).slice(2)).toContain(null));
});

test('following or unfollowing a question refetches the Following Feed', async () => {
  const { store } = await opened();
  const server = fakeServer({ 'GET /question/getQuestion': () => ({ body: [] }) });
  for (const order of ['newest', 'following'] as const)
    await store.dispatch(questionsApi.endpoints.getQuestions.initiate({ order, username: 'ann' }));
  store.dispatch(showFollowing('q1', ['ann']));
  await waitFor(() => {
    expect(server.calls.map((call) => call.query.get('order'))).toEqual(['newest', 'following', 'following']);
  });
});

describe('[Q-28] answers that are read again, from the best one down,', () => {
  const best = { ...open, answers: 'best' } as const;
  const answersOf = (ids: string) => [...ids].map((id) => ({ ...answer, _id: id }));

  /** Reads the parts of a question, and then those after votes. Returns the ids, and the cursor. */
  async function readTwice(...visits: readonly (readonly string[])[]): Promise<string> {
    const store = createStore();
    for (const parts of visits) {
      fakeServer({
        'GET /question/getQuestionById/q1': ({ query }) => {
          const at = parts.findIndex((part) => part.endsWith(query.get('after') ?? '-')) + 1;
          const more = at < parts.length - 1 && { moreAnswersAfter: parts[at]?.at(-1) ?? '' };
          return { body: { ...questionOf({ _id: 'q1', answers: answersOf(parts[at] ?? '') }), ...more } };
        },
      });
      await store.dispatch(questionsApi.endpoints.getQuestion.initiate(best, { forceRefetch: true }));
    }
    const { answers = [], moreAnswersAfter = '' } =
      questionsApi.endpoints.getQuestion.select(best)(store.getState()).data ?? {};
    return `${answers.map(({ _id }) => _id).join('')} ${moreAnswersAfter}`;
  }

  test('keep their places, and new ones come behind', async () => {
    expect(await readTwice(['abc'], ['xcab'])).toBe('abcx ');
  });

  test('end where the next part begins', async () => {
    expect(await readTwice(['abc', 'def'], ['xac', 'bde'])).toBe('axc c');
  });
});

const otherList = { order: 'newest', search: '', username: 'ann' } as const;

test('[T-5] a list that is not shown stays when the viewer may see other questions, and is read when it is shown', async () => {
  const server = fakeServer({ 'GET /question/getQuestion': () => ({ body: [rowOf({ _id: 'q1' })] }) });
  const store = createStore();
  const read = store.dispatch(questionsApi.endpoints.getQuestions.initiate(otherList));
  await read;
  read.unsubscribe();
  store.dispatch(refetchVisible(['Questions']));
  await Promise.all(store.dispatch(api.util.getRunningQueriesThunk()));
  expect(questionsApi.endpoints.getQuestions.select(otherList)(store.getState()).isSuccess).toBe(true);
  expect(server.calls).toHaveLength(1);
  void store.dispatch(questionsApi.endpoints.getQuestions.initiate(otherList));
  store.dispatch(showList(otherList));
  await waitFor(() => expect(server.calls).toHaveLength(2));
});
