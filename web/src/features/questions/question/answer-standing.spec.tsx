import { describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { unedited } from '@parlour/contracts/posts/editable';
import type { AnswerWire } from '@parlour/contracts/qa/qa';
import { fakeServer } from '../../../shared/testing/fake-server.ts';
import { renderPage } from '../../../shared/testing/render-page.tsx';
import { AnswerStanding } from './answer-standing.tsx';
import { useGetQuestionQuery } from '../questions.api.ts';
import { questionsLive } from '../questions.live.ts';
import { questionOf } from '../testing.ts';

const answerOf = (change: Partial<AnswerWire> & { readonly _id: string }): AnswerWire => ({
  text: 'So.',
  ansBy: 'carl',
  ansDateTime: '2026-06-02T10:00:00.000Z',
  comments: [],
  score: 3,
  myVote: null,
  accepted: false,
  ...unedited,
  ...change,
});

/** Renders the cached answers, so that replies and events come back to them as on their page. */
function Shown({ mayAccept }: { readonly mayAccept: boolean }) {
  const { data } = useGetQuestionQuery({ id: 'q1', username: 'ann' });
  return (
    <ol>
      {data?.answers.map((answer) => (
        <li key={answer._id} aria-label={answer._id}>
          <AnswerStanding qid="q1" answer={answer} mayAccept={mayAccept} />
        </li>
      ))}
    </ol>
  );
}

async function show(answers: readonly AnswerWire[] = [answerOf({ _id: 'a1' })], mayAccept = false) {
  const acceptedAnswerId = answers.find(({ accepted }) => accepted)?._id ?? null;
  const question = questionOf({ _id: 'q1', answers, acceptedAnswerId });
  const server = fakeServer({ 'GET /question/getQuestionById/q1': () => ({ body: question }) });
  const view = renderPage(<Shown mayAccept={mayAccept} />);
  await screen.findByRole('listitem', { name: 'a1' });
  return { ...view, server, question, live: questionsLive(view.store.dispatch) };
}

const of = (id: string) => within(screen.getByRole('listitem', { name: id }));
const up = () => screen.getByRole('button', { name: 'Vote this answer up' });
const score = () => screen.getByRole('group', { name: 'Score of the answer' });
const accept = (id: string) => of(id).getByRole('button', { name: 'Accept this answer' });

describe('[BA-1] votes on an answer', () => {
  test('count at once, by one call each; the reply has the last word', async () => {
    const { user, server } = await show();
    server.routes['POST /answer/upvoteAnswer'] = () => ({
      body: { msg: 'x', ...answerOf({ _id: 'a1', score: 9, myVote: 'up' }) },
    });
    await user.click(up());
    expect(up()).toHaveAttribute('aria-pressed', 'true');
    await waitFor(() => expect(score()).toHaveTextContent('9'));
    expect(server.calls.at(-1)).toMatchObject({ path: '/answer/upvoteAnswer', body: { aid: 'a1', username: 'ann' } });
    server.routes['POST /answer/downvoteAnswer'] = () => ({
      body: { msg: 'x', ...answerOf({ _id: 'a1', score: 7, myVote: 'down' }) },
    });
    await user.click(screen.getByRole('button', { name: 'Vote this answer down' }));
    await waitFor(() => expect(score()).toHaveTextContent('7'));
    expect(up()).toHaveAttribute('aria-pressed', 'false');
  });

  test('a failure is shown and undone', async () => {
    const { user, server } = await show();
    server.routes['POST /answer/upvoteAnswer'] = () => ({ status: 429, body: { error: 'Too many.', code: 'x' } });
    await user.click(up());
    expect(await screen.findByRole('alert')).toHaveTextContent('Error while upvoting the answer');
    expect(score()).toHaveTextContent('3');
    expect(up()).toHaveAttribute('aria-pressed', 'false');
  });

  test('cannot be cast on one’s own, and the buttons say so', async () => {
    await show([answerOf({ _id: 'a1', ansBy: 'ann' })]);
    expect(up()).toBeDisabled();
    expect(up()).toHaveAttribute('title', 'You cannot vote on your own answer.');
  });

  test('by others arrive live, without touching the viewer’s own; that comes from their other page', async () => {
    const { live } = await show([answerOf({ _id: 'a1', myVote: 'up' })]);
    const { myVote: _, ...other } = answerOf({ _id: 'a1', score: 12 });
    live.answerUpdate({ qid: 'q1', answer: other, isChange: true });
    await waitFor(() => expect(score()).toHaveTextContent('12'));
    expect(up()).toHaveAttribute('aria-pressed', 'true');
    live.answerUpdate({ qid: 'q1', answer: answerOf({ _id: 'a1', score: 11 }), isChange: true });
    await waitFor(() => expect(score()).toHaveTextContent('11'));
    expect(up()).toHaveAttribute('aria-pressed', 'false');
  });

  test('on an answer that is not loaded add nothing to the page', async () => {
    const { live } = await show();
    live.answerUpdate({ qid: 'q1', answer: answerOf({ _id: 'a2' }), isChange: true });
    live.answerUpdate({ qid: 'q1', answer: answerOf({ _id: 'a1', score: 4 }), isChange: true });
    await waitFor(() => expect(score()).toHaveTextContent('4'));
    expect(screen.queryByRole('listitem', { name: 'a2' })).not.toBeInTheDocument();
  });
});

describe('[BA-2] accepting an answer', () => {
  const answers = [answerOf({ _id: 'a1', accepted: true }), answerOf({ _id: 'a2' })];

  test('moves the mark, and pressing it again takes it back', async () => {
    const { user, server, question } = await show(answers, true);
    const accepting = (aid: string | null) => {
      server.routes['POST /question/acceptAnswer'] = () => ({ body: { ...question, acceptedAnswerId: aid } });
    };
    accepting('a2');
    await user.click(accept('a2'));
    await waitFor(() => expect(accept('a1')).toHaveAttribute('aria-pressed', 'false'));
    expect(accept('a2')).toHaveAttribute('aria-pressed', 'true');
    expect(server.calls.at(-1)?.body).toEqual({ qid: 'q1', aid: 'a2', username: 'ann' });
    accepting(null);
    await user.click(accept('a2'));
    await waitFor(() => expect(server.calls.at(-1)?.body).toEqual({ qid: 'q1', aid: null, username: 'ann' }));
    expect(accept('a2')).toHaveAttribute('aria-pressed', 'false');
  });

  test('that fails is shown and undone', async () => {
    const { user, server } = await show(answers, true);
    server.routes['POST /question/acceptAnswer'] = () => 'down';
    await user.click(accept('a2'));
    expect(await screen.findByRole('alert')).toHaveTextContent('Error while accepting the answer');
    expect(accept('a2')).toHaveAttribute('aria-pressed', 'false');
    expect(accept('a1')).toHaveAttribute('aria-pressed', 'true');
  });

  test('can fail beside a vote: one failure stands below the other', async () => {
    const { user, server } = await show(answers, true);
    server.routes['POST /answer/upvoteAnswer'] = () => 'down';
    server.routes['POST /question/acceptAnswer'] = () => 'down';
    await user.click(accept('a2'));
    await user.click(of('a2').getByRole('button', { name: 'Vote this answer up' }));
    await waitFor(() => expect(of('a2').getAllByRole('alert')).toHaveLength(2));
    // Each place for failures is in the same cell of the post's grid.
    const places = of('a2')
      .getAllByRole('alert')
      .map((alert) => alert.parentElement);
    expect(places[0]).toBe(places[1]);
  });

  test('is the asker’s; everybody sees the mark, also when it moves', async () => {
    const { live } = await show(answers);
    expect(screen.queryByRole('button', { name: 'Accept this answer' })).not.toBeInTheDocument();
    expect(of('a1').getByRole('img', { name: 'Accepted answer' })).toBeInTheDocument();
    live.answerUpdate({ qid: 'q1', answer: answerOf({ _id: 'a1' }), isChange: true });
    live.answerUpdate({ qid: 'q1', answer: answerOf({ _id: 'a2', accepted: true }), isChange: true });
    expect(await of('a2').findByRole('img', { name: 'Accepted answer' })).toBeInTheDocument();
    expect(of('a1').queryByRole('img', { name: 'Accepted answer' })).not.toBeInTheDocument();
  });
});
