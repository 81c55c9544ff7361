import { expect, test } from '@jest/globals';
import { fakeServer } from '../../shared/testing/fake-server.ts';
import { ann, newStore } from '../../shared/testing/render-page.tsx';
import { userKnown } from '../../shared/state/session.slice.ts';
import { questionsApi } from './questions.api.ts';
import { appendAnswer } from './question-cache.ts';
import { questionsLive } from './questions.live.ts';
import { questionOf, rowOf } from './testing.ts';

const open = { id: 'q1', viewer: 'ann' };
const answer = { _id: 'a1', text: 'Water less.', ansBy: 'bea', ansDateTime: '2026-06-02T10:00:00.000Z', comments: [] };

async function opened() {
  fakeServer({ 'GET /question/getQuestionById/q1': () => ({ body: questionOf({ _id: 'q1', viewCount: 1 }) }) });
  const store = newStore();
  store.dispatch(userKnown(ann));
  await store.dispatch(questionsApi.endpoints.getQuestion.initiate(open));
  const question = () => questionsApi.endpoints.getQuestion.select(open)(store.getState()).data;
  return { store, question, live: questionsLive(store.dispatch) };
}

test('an answer is appended to its open question and counted', async () => {
  const { live, question } = await opened();
  live.answerUpdate({ qid: 'q1', answer });
  live.answerUpdate({ qid: 'q1', answer: { ...answer, _id: 'a2', text: 'Or more light.' } });
  expect(question()?.answers.map((each) => each.text)).toEqual(['Water less.', 'Or more light.']);
  expect(question()?.answerCount).toBe(2);
});

test('one’s own answer, known from the reply, is not appended again by the event', async () => {
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

test('a view and a change reach the open question, and leave its text and answers', async () => {
  const { live, question } = await opened();
  live.answerUpdate({ qid: 'q1', answer });
  live.viewsUpdate(rowOf({ _id: 'q1', viewCount: 8, answerCount: 1 }));
  expect(question()).toMatchObject({ viewCount: 8, answerCount: 1, text: 'Text', answers: [answer] });
});
