import { expect, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import type { QuestionWire } from '@parlour/contracts/qa/qa';
import { api } from '../../../shared/api.ts';
import { questionOf } from '../../../features/questions/testing.ts';
import { keepDraft } from '../../../shared/drafts/drafts.ts';
import { ann, renderPage } from '../../../shared/testing/render-page.tsx';
import { fakeServer } from '../../../shared/testing/fake-server.ts';
import { fill } from '../../../shared/testing/fill.ts';
import { AnswerPage } from './answer-page.tsx';
import { QuestionPage } from './question-page.tsx';

const notFound = { status: 404, body: { error: 'Question not found', code: 'question.unknown' } };

/** A question of freya's until the viewer, who follows her, loses access. */
function serve(question: Partial<QuestionWire>) {
  let following = ['freya'];
  let isLost = false;
  const user = () => ({ ...ann, following, followingCount: following.length });
  const server = fakeServer({
    'GET /question/getQuestionById/q1': () =>
      isLost ? notFound : { body: questionOf({ _id: 'q1', askedBy: 'freya', ...question }) },
    'GET /user/getFollowing/ann': () => ({ body: following }),
    'DELETE /user/unfollow': () => {
      [following, isLost] = [[], true];
      return { body: user() };
    },
    'POST /user/follow': () => {
      [following, isLost] = [['freya'], false];
      return { body: user() };
    },
  });
  return { server, lose: () => (isLost = true) };
}

const open = () => renderPage(<QuestionPage />, { at: '/question/q1', path: '/question/:id' });
const kept = async () => within(await screen.findByRole('region', { name: 'What you wrote' }));

test('[Q-16] unfollowing who shares a question with followers leaves what was written to it, and a way back', async () => {
  serve({ onlyFollowers: true });
  const { user } = open();
  await fill(user, await screen.findByLabelText('Answer Text'), 'Half an answer');
  await user.click(await screen.findByRole('button', { name: 'Unfollow freya' }));
  await screen.findByRole('heading', { name: 'Question not found' });
  const field = (await kept()).getByLabelText('Answer');
  expect(field).toHaveValue('Half an answer');
  expect(field).toHaveAttribute('readonly');
  expect(screen.getByText(/^Only people who follow/)).toHaveTextContent('Only people who follow freya can see it.');
  expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
  await user.click(screen.getByRole('button', { name: 'Follow freya' }));
  expect(await screen.findByLabelText('Answer Text')).toHaveValue('Half an answer');
});

test('[Q-16] whoever loses a question in another way keeps drafts of answers, comments and edits, until discarded', async () => {
  const { lose } = serve({ communityId: null });
  keepDraft(ann._id, 'answer:q1', { values: { text: 'An answer' } });
  keepDraft(ann._id, 'edit:q1', { values: { title: 'A title', text: 'A text' } });
  const { user, store } = open();
  await user.click(await screen.findByRole('button', { name: 'Show Comments' }));
  await fill(user, await screen.findByLabelText('Comment text'), 'A comment');
  lose();
  act(() => void store.dispatch(api.util.invalidateTags(['Question'])));
  const texts = await kept();
  for (const [label, text] of Object.entries({
    Answer: 'An answer',
    Comment: 'A comment',
    Edit: 'A title\n\nA text',
  })) {
    expect(texts.getByLabelText(label)).toHaveValue(text);
  }
  expect(screen.queryByText(/Only people who follow/)).not.toBeInTheDocument();
  await user.click(texts.getByRole('button', { name: 'Copy comment' }));
  expect(await navigator.clipboard.readText()).toBe('A comment');
  await user.click(texts.getByRole('button', { name: 'Discard answer' }));
  expect(texts.queryByLabelText('Answer')).not.toBeInTheDocument();
  expect(Object.keys(localStorage).filter((key) => key.includes('answer:'))).toEqual([]);
});

test.each([
  ['question', () => open()],
  ['page for an answer', () => renderPage(<AnswerPage />, { at: '/new/answer/q1', path: '/new/answer/:qid' })],
])(
  '[Q-16] on a later visit of the %s, what was written is there too; without a draft there is nothing',
  async (_, visit) => {
    serve({}).lose();
    const first = visit();
    await screen.findByRole('heading', { name: 'Question not found' });
    expect(screen.queryByRole('region')).not.toBeInTheDocument();
    first.unmount();
    keepDraft(ann._id, 'answer:q1', { values: { text: 'Half an answer' } });
    visit();
    await waitFor(async () => expect((await kept()).getByLabelText('Answer')).toHaveValue('Half an answer'));
  },
);
