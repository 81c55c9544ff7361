import { describe, expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import type { QuestionWire } from '@parlour/contracts/qa/qa';
import { fakeServer } from '../../../shared/testing/fake-server.ts';
import { renderPage } from '../../../shared/testing/render-page.tsx';
import { FollowQuestion } from '../question/follow-question.tsx';
import { useGetQuestionQuery } from '../questions.api.ts';
import { questionsLive } from '../questions.live.ts';
import { questionOf } from '../testing.ts';
import { VoteBox } from './vote-box.tsx';

/** Renders the cached question, so that votes come back to it as on its page. */
function Shown() {
  const { data } = useGetQuestionQuery({ id: 'q1', username: 'ann' });
  return data ? (
    <>
      <VoteBox question={data} />
      <FollowQuestion question={data} />
    </>
  ) : null;
}

type Votes = Pick<QuestionWire, 'upVotes' | 'downVotes'>;

const counted = ({ upVotes, downVotes }: Votes) => ({
  upVotes,
  downVotes,
  upVoteCount: upVotes.length,
  downVoteCount: downVotes.length,
});

async function show(votes: Votes = { upVotes: ['bea', 'carl'], downVotes: ['dan'] }) {
  const question = questionOf({ _id: 'q1', ...counted(votes) });
  const server = fakeServer({ 'GET /question/getQuestionById/q1': () => ({ body: question }) });
  const view = renderPage(<Shown />);
  await screen.findByRole('group', { name: 'Votes' });
  return { ...view, server, live: questionsLive(view.store.dispatch) };
}

const up = () => screen.getByRole('button', { name: 'Upvote' });
const down = () => screen.getByRole('button', { name: 'Downvote' });
const votes = () => screen.getByRole('group', { name: 'Votes' });
const answered = (by: Votes) => ({ body: { msg: 'x', ...counted(by) } });

describe('votes (decisions Q-3)', () => {
  test('[SC-17] voting up, again, and down are one call each, with the specification’s names', async () => {
    const { user, server } = await show();
    server.routes['POST /question/upvoteQuestion'] = () =>
      answered({ upVotes: ['bea', 'carl', 'ann'], downVotes: ['dan'] });
    expect(votes()).toHaveTextContent('1');
    await user.click(up());
    expect(votes()).toHaveTextContent('2');
    expect(up()).toHaveAttribute('aria-pressed', 'true');
    expect(down()).toHaveAttribute('aria-pressed', 'false');
    expect(server.calls.at(-1)?.body).toEqual({ qid: 'q1', username: 'ann' });
    expect(server.calls.at(-1)?.headers.get('Idempotency-Key')).toMatch(/^[0-9a-f]{32}$/);

    server.routes['POST /question/downvoteQuestion'] = () =>
      answered({ upVotes: ['bea', 'carl'], downVotes: ['dan', 'ann'] });
    await user.click(down());
    expect(votes()).toHaveTextContent('0');
    expect(down()).toHaveAttribute('aria-pressed', 'true');
    await waitFor(() => expect(server.calls).toHaveLength(3));

    server.routes['POST /question/downvoteQuestion'] = () => answered({ upVotes: ['bea', 'carl'], downVotes: ['dan'] });
    await user.click(down());
    expect(votes()).toHaveTextContent('1');
    expect(down()).toHaveAttribute('aria-pressed', 'false');
    await waitFor(() => expect(server.calls).toHaveLength(4));
    expect(server.calls.slice(1).map((call) => call.path)).toEqual([
      '/question/upvoteQuestion',
      '/question/downvoteQuestion',
      '/question/downvoteQuestion',
    ]);
  });

  test('[SC-17, TX-7] the net count changes at once, and the reply has the last word', async () => {
    const { user, server } = await show();
    let answer = () => {};
    server.routes['POST /question/upvoteQuestion'] = async () => {
      await new Promise<void>((resolve) => (answer = resolve));
      return answered({ upVotes: ['bea', 'carl', 'eve', 'finn', 'ann'], downVotes: [] });
    };
    await user.click(up());
    expect(votes()).toHaveTextContent('2');
    answer();
    await waitFor(() => expect(votes()).toHaveTextContent('5'));
  });

  test.each([
    ['Upvote', 'POST /question/upvoteQuestion', 'Error while upvoting the question'],
    ['Downvote', 'POST /question/downvoteQuestion', 'Error while downvoting the question'],
  ])('[TX-7] a failed %s is shown and undone', async (name, call, text) => {
    const { user, server } = await show();
    server.routes[call] = () => ({ status: 429, body: { error: 'Too many requests.', code: 'limit.reached' } });
    await user.click(screen.getByRole('button', { name }));
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent(text);
    expect(alert).toHaveTextContent('Too many requests.');
    expect(votes()).toHaveTextContent('1');
    expect(screen.getByRole('button', { name })).toHaveAttribute('aria-pressed', 'false');
  });

  test('[EV-5] other people’s votes arrive live, and so do the viewer’s from another tab', async () => {
    const { live } = await show();
    live.voteUpdate({ qid: 'q1', ...counted({ upVotes: ['bea', 'carl', 'ann'], downVotes: [] }) });
    await waitFor(() => expect(votes()).toHaveTextContent('3'));
    expect(up()).toHaveAttribute('aria-pressed', 'true');
    live.voteUpdate({ qid: 'q1', ...counted({ upVotes: ['bea', 'carl'], downVotes: [] }) });
    await waitFor(() => expect(votes()).toHaveTextContent('2'));
    expect(up()).toHaveAttribute('aria-pressed', 'false');
  });

  test('an event that names only some voters keeps the viewer’s vote', async () => {
    const { live } = await show({ upVotes: ['ann'], downVotes: [] });
    live.voteUpdate({ qid: 'q1', upVotes: ['bea'], downVotes: [], upVoteCount: 2_000, downVoteCount: 0 });
    await waitFor(() => expect(votes()).toHaveTextContent('2,000'));
    expect(up()).toHaveAttribute('aria-pressed', 'true');
  });
});

describe('following a question', () => {
  test('[SC-18, TX-8] the button toggles, and a failure is shown', async () => {
    const { user, server } = await show();
    server.routes['POST /question/followQuestion'] = () => ({ body: questionOf({ _id: 'q1', following: ['ann'] }) });
    await user.click(screen.getByRole('button', { name: 'Follow Question' }));
    await screen.findByRole('button', { name: 'Unfollow Question' });
    expect(server.calls.at(-1)?.body).toEqual({ qid: 'q1', username: 'ann' });

    server.routes['POST /question/followQuestion'] = () => 'down';
    await user.click(screen.getByRole('button', { name: 'Unfollow Question' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Error while updating follow status for the question');
    expect(screen.getByRole('button', { name: 'Unfollow Question' })).toBeInTheDocument();
  });
});
