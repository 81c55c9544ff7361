import { expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { unedited } from '@parlour/contracts/posts/editable';
import { messages } from '@parlour/contracts/messages';
import type { AnswerWire, CommentWire, QuestionWire } from '@parlour/contracts/qa/qa';
import { communityOf } from '../../../features/communities/testing.ts';
import { questionOf } from '../../../features/questions/testing.ts';
import ToastPlace from '../../../design/parts/feedback/toast-place.tsx';
import { userKnown } from '../../../shared/state/session.slice.ts';
import { fakeServer } from '../../../shared/testing/fake-server.ts';
import { ann, renderPage } from '../../../shared/testing/render-page.tsx';
import { QuestionPage } from '../question/question-page.tsx';
import { heldRoute } from '../../../shared/testing/held-route.ts';

const at = '2026-06-02T10:00:00.000Z';
const comment: CommentWire = { _id: 'c1', text: 'A comment.', commentBy: 'carl', commentDateTime: at, ...unedited };
const answer: AnswerWire = {
  ...{ _id: 'a1', text: 'An answer.', ansBy: 'carl', ansDateTime: at, comments: [comment], score: 0, accepted: false },
  ...unedited,
};
const question: QuestionWire = questionOf({
  ...{ _id: 'q1', title: 'Why?', text: 'A question.', askedBy: 'carl', communityId: 'k1' },
  ...{ answers: [answer], answerCount: 1 },
});
const deleted = { by: 'moderator', reason: 'Off topic' } as const;
const community = communityOf({ _id: 'k1', position: 2, moderators: ['ann'] });

function show(shown: QuestionWire = question, place = community, operator = false) {
  const server = fakeServer({
    'GET /question/getQuestionById/q1': () => ({ body: shown }),
    'GET /community/k1': () => ({ body: place }),
    'GET /user/getFollowing/ann': () => ({ body: [] }),
    'DELETE /question/deleteQuestion': () => ({ body: { ...question, title: '', text: '', deleted } }),
    'DELETE /answer/deleteAnswer': ({ body }) =>
      JSON.stringify(body).includes('Refused')
        ? { status: 403, body: { error: messages.deleteNotAllowed, code: 'edit.notAuthor' } }
        : { body: { ...answer, text: '', deleted } },
    'DELETE /comment/deleteComment': () => ({ body: { ...comment, text: '', deleted } }),
    'POST /answer/restoreAnswer': () => ({ body: answer }),
  });
  const page = renderPage(
    <>
      <QuestionPage />
      <ToastPlace />
    </>,
    { at: '/question/q1', path: '/question/:id' },
  );
  if (operator) page.store.dispatch(userKnown({ ...ann, operator: true }));
  return { ...page, server };
}

const menuOf = (kind: string) => screen.findByRole('button', { name: `Actions for this ${kind}` });

async function offered(user: ReturnType<typeof show>['user']): Promise<boolean> {
  await screen.findByText('An answer.');
  await screen.findByRole('link', { name: new RegExp(`^${community.name}`) });
  await user.click(await menuOf('answer'));
  await screen.findByRole('menuitem', { name: 'Copy link' });
  return screen.queryByRole('menuitem', { name: 'Remove…' }) !== null;
}

test.each([
  ['question', 'A question.', { qid: 'q1' }],
  ['answer', 'An answer.', { aid: 'a1' }],
  ['comment', 'A comment.', { cid: 'c1' }],
])('[BE-4] moderators remove a %s with a reason that everybody reads', async (kind, text, id) => {
  const { user, server } = show();
  await screen.findByText(text);
  await user.click(await menuOf(kind));
  await user.click(await screen.findByRole('menuitem', { name: 'Remove…' }));
  const dialog = within(await screen.findByRole('dialog', { name: `Remove this ${kind}?` }));
  await user.click(dialog.getByRole('button', { name: 'Remove' }));
  expect(dialog.getByRole('textbox', { name: /Reason/ })).toHaveAccessibleDescription(
    expect.stringContaining(messages.deleteReasonMissing),
  );
  await user.type(dialog.getByRole('textbox', { name: /Reason/ }), ' Off topic ');
  await user.click(dialog.getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(await screen.findByText(`${messages.deletedByOthers}: Off topic`)).toBeInTheDocument();
  expect(screen.queryByText(text)).not.toBeInTheDocument();
  await waitFor(() => expect(screen.getByRole('button', { name: `Actions for this ${kind}` })).toHaveFocus());
  expect(server.calls.find(({ method }) => method === 'DELETE')?.body).toEqual({
    ...{ ...id, username: 'ann', reason: 'Off topic' },
  });
  expect(await screen.findByRole('button', { name: 'Undo' })).toBeInTheDocument();
});

test('[BE-4] a refusal is said in the dialog, and what was removed is restored from its place', async () => {
  const { user } = show();
  expect(await offered(user)).toBe(true);
  await user.click(screen.getByRole('menuitem', { name: 'Remove…' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByRole('textbox', { name: /Reason/ }), 'Refused');
  await user.keyboard('{Enter}');
  expect(await dialog.findByText(messages.deleteNotAllowed)).toBeInTheDocument();
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  await user.click(await screen.findByRole('button', { name: 'Keep editing' }));
  await user.clear(dialog.getByRole('textbox', { name: /Reason/ }));
  await user.type(dialog.getByRole('textbox', { name: /Reason/ }), 'Off topic{Enter}');
  await user.click(await screen.findByRole('button', { name: 'Restore' }));
  expect(await screen.findByText('An answer.')).toBeInTheDocument();
});

test('[BE-4] the dialog stays while the removal is being sent, as it can’t be called back', async () => {
  const { user, server } = show();
  await offered(user);
  await user.click(screen.getByRole('menuitem', { name: 'Remove…' }));
  const dialog = within(await screen.findByRole('dialog'));
  const held = heldRoute();
  server.routes['DELETE /answer/deleteAnswer'] = held.route;
  await user.type(dialog.getByRole('textbox', { name: /Reason/ }), 'Off topic{Enter}');
  await waitFor(() => expect(server.to('/answer/deleteAnswer')).toHaveLength(1));
  expect(dialog.getByRole('button', { name: 'Cancel' })).toBeDisabled();
  await held.answer('down');
  await waitFor(() => expect(dialog.getByRole('button', { name: 'Cancel' })).toBeEnabled());
});

test.each([
  ['members of the community', { ...community, position: 3, moderators: [] }, false, false],
  ['its moderators, also once it is closed', { ...community, closedAt: at }, false, true],
  ['operators everywhere', { ...community, position: 6, moderators: [] }, true, true],
] as const)('[BE-4] whether %s are offered to remove posts', async (_, place, operator, wanted) => {
  const { user } = show(question, place, operator);
  expect(await offered(user)).toBe(wanted);
});

test.each([
  ['an author does not restore what a moderator removed', 'ann', 'moderator', 3, false, false],
  ['a moderator does', 'carl', 'moderator', 2, false, true],
  ['a moderator does not restore what an operator removed', 'carl', 'operator', 2, false, false],
  ['an operator does', 'carl', 'operator', 6, true, true],
] as const)('[BE-4] %s', async (_, author, by, position, operator, wanted) => {
  const removed = { ...answer, ansBy: author, text: '', comments: [], deleted: { by, reason: 'Spam' } };
  show({ ...question, answers: [removed] }, { ...community, position, moderators: [] }, operator);
  await screen.findByText(/: Spam$/);
  await screen.findByRole('link', { name: new RegExp(`^${community.name}`) });
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Restore' }) !== null).toBe(wanted));
});
