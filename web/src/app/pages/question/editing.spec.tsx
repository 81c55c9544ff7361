import { beforeEach, expect, test } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { unedited } from '@parlour/contracts/posts/editable';
import { messages } from '@parlour/contracts/messages';
import type { AnswerWire, CommentWire, QuestionWire } from '@parlour/contracts/qa/qa';
import { questionsLive } from '../../../features/questions/questions.live.ts';
import { questionOf, rowOf } from '../../../features/questions/testing.ts';
import ToastPlace from '../../../design/parts/feedback/toast-place.tsx';
import { blockedKnown } from '../../../shared/state/blocked.slice.ts';
import { fakeServer, type FakeAnswer, type SeenCall } from '../../../shared/testing/fake-server.ts';
import { heldRoute } from '../../../shared/testing/held-route.ts';
import { renderPage } from '../../../shared/testing/render-page.tsx';
import { QuestionPage } from './question-page.tsx';

const at = '2026-06-02T10:00:00.000Z';
/** When it was edited. */
const later = '2026-06-02T10:05:00.000Z';
const comment: CommentWire = { _id: 'c1', text: 'Own comment.', commentBy: 'ann', commentDateTime: at, ...unedited };
const answer: AnswerWire = {
  ...{ _id: 'a1', text: 'Own answer.', ansBy: 'ann', ansDateTime: at, comments: [comment], score: 0, accepted: false },
  ...unedited,
};
const others: AnswerWire = { ...answer, _id: 'a2', text: 'Other answer.', ansBy: 'carl', comments: [] };
const question: QuestionWire = questionOf({
  ...{ _id: 'q1', title: 'Why?', text: 'Own question.', askedBy: 'ann' },
  ...{ answers: [answer, others], answerCount: 2 },
});

// The drafts of the test before.
beforeEach(() => {
  localStorage.clear();
});

function serve(more: Record<string, (call: SeenCall) => FakeAnswer | Promise<FakeAnswer>> = {}) {
  return fakeServer({
    'GET /question/getQuestionById/q1': () => ({ body: question }),
    'GET /user/getFollowing/ann': () => ({ body: [] }),
    ...more,
  });
}
const show = () => renderPage(<QuestionPage />, { at: '/question/q1', path: '/question/:id' });
type User = ReturnType<typeof show>['user'];

async function choose(user: User, menu: HTMLElement, act: string): Promise<void> {
  await user.click(menu);
  await user.click(await screen.findByRole('menuitem', { name: act }));
}
const menuOf = async (kind: string) =>
  (await screen.findAllByRole('button', { name: `Actions for this ${kind}` }))[0] as HTMLElement; // the first one
const editing = async (kind: string) => within(await screen.findByRole('form', { name: `Edit ${kind}` }));

async function write(user: User, field: HTMLElement, text: string): Promise<void> {
  await user.clear(field);
  await user.click(field);
  await user.paste(text);
}

test.each([
  ['question', 'Own question.'],
  ['answer', 'Own answer.'],
  ['comment', 'Own comment.'],
])('[BE-1] a post keeps its text until its editor has loaded: %s', async (kind, text) => {
  serve();
  const { user } = show();
  await screen.findByText(text);
  await user.click(await menuOf(kind));
  // At once: nothing can be loaded meanwhile.
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Edit' }));
  expect(screen.getByText(text)).toBeInTheDocument();
  await editing(kind);
});

test('[BE-1] authors edit their question in place, and the page shows it', async () => {
  const saved = {
    ...question,
    title: 'Why not?',
    text: 'New question.',
    version: 2,
    editedAt: new Date().toISOString(),
  };
  const server = serve({ 'PATCH /question/editQuestion': () => ({ body: saved }) });
  const { user } = show();
  await choose(user, await menuOf('question'), 'Edit');
  const form = await editing('question');
  await waitFor(() => expect(form.getByLabelText('Question Title')).toHaveFocus());
  expect(form.getByRole('button', { name: 'Remove garden' })).toBeInTheDocument();
  expect(form.getByLabelText('Tags')).toHaveValue('');
  await write(user, form.getByLabelText('Question Title'), ' Why not? ');
  await write(user, form.getByLabelText('Question Text'), 'New question.');
  await user.keyboard('{Control>}{Enter}{/Control}');
  await waitFor(() => expect(screen.queryByRole('form', { name: 'Edit question' })).not.toBeInTheDocument());
  expect(server.calls.find(({ method }) => method === 'PATCH')?.body).toEqual({
    ...{ qid: 'q1', title: 'Why not?', text: 'New question.', version: 1, username: 'ann' },
    tags: [{ name: 'garden', description: 'user added tag' }],
  });
  expect(await screen.findByRole('heading', { name: 'Why not?' })).toBeInTheDocument();
  expect(await screen.findByText('New question.')).toBeInTheDocument();
  expect(screen.getByText(/edited/)).toHaveTextContent(/edited/);
  await waitFor(async () => expect(await menuOf('question')).toHaveFocus());
});

test('[BE-1] the focus stays with somebody who moves on while an edit is saved', async () => {
  const held = heldRoute();
  serve({ 'PATCH /question/editQuestion': held.route });
  const { user } = show();
  await choose(user, await menuOf('question'), 'Edit');
  const form = await editing('question');
  await write(user, form.getByLabelText('Question Text'), 'New.');
  await user.keyboard('{Control>}{Enter}{/Control}');
  const elsewhere = await menuOf('answer');
  act(() => elsewhere.focus());
  await held.answer({ body: { ...question, text: 'New.', version: 2 } });
  await screen.findByText('New.');
  expect(elsewhere).toHaveFocus();
});

test('[BE-1] only the author of a post is offered to edit it', async () => {
  serve();
  const { user } = show();
  const menus = await screen.findAllByRole('button', { name: 'Actions for this answer' });
  await user.click(menus[1] as HTMLElement);
  expect(await screen.findByRole('menuitem', { name: 'Copy link' })).toBeInTheDocument();
  expect(screen.queryByRole('menuitem', { name: 'Edit' })).not.toBeInTheDocument();
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('menu')).not.toBeInTheDocument();
  await waitFor(() => expect(menus[1]).toHaveFocus());
});

test('[BE-1] a stale edit shows what is current beside the draft, and the next attempt replaces it', async () => {
  const current = { ...answer, text: 'Changed elsewhere.', version: 5 };
  const stale = { status: 409, body: { error: 'Somebody changed this.', code: 'edit.stale', current } };
  const saved = { ...answer, text: 'Mine.', version: 6 };
  let attempts = 0;
  const server = serve({ 'PATCH /answer/editAnswer': () => ((attempts += 1) === 1 ? stale : { body: saved }) });
  const { user } = show();
  await choose(user, await menuOf('answer'), 'Edit');
  const form = await editing('answer');
  await write(user, form.getByLabelText('Answer Text'), 'Mine.');
  await user.click(form.getByRole('button', { name: 'Save' }));
  const other = within(await form.findByRole('region', { name: 'The current version' }));
  expect(await other.findByText('Changed elsewhere.')).toBeInTheDocument();
  expect(form.getByLabelText('Answer Text')).toHaveValue('Mine.');
  await user.click(form.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('form', { name: 'Edit answer' })).not.toBeInTheDocument());
  const versions = server.calls.flatMap(({ method, body }) => (method === 'PATCH' ? [body] : []));
  expect(versions).toMatchObject([
    { aid: 'a1', version: 1 },
    { version: 5, text: 'Mine.' },
  ]);
  expect(await screen.findByText('Mine.')).toBeInTheDocument();
});

test('[BE-1] what is current can be taken over: then nothing is changed, and nothing is a draft', async () => {
  const current = { ...answer, text: 'Changed elsewhere.', version: 5 };
  serve({
    'PATCH /answer/editAnswer': () => ({
      status: 409,
      body: { error: 'Somebody changed this.', code: 'edit.stale', current },
    }),
  });
  const { user } = show();
  await choose(user, await menuOf('answer'), 'Edit');
  const form = await editing('answer');
  const field = form.getByLabelText('Answer Text');
  await write(user, field, 'Mine.');
  await user.click(form.getByRole('button', { name: 'Save' }));
  await user.click(await form.findByRole('button', { name: 'Use the current version' }));
  expect(field).toHaveValue('Changed elsewhere.');
  expect(field).toHaveFocus();
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(screen.queryByRole('form', { name: 'Edit answer' })).not.toBeInTheDocument();
});

test('[BE-1] a restored draft that is discarded beside what is current brings no older text back', async () => {
  const current = { ...answer, text: 'Changed elsewhere.', version: 5 };
  const stale = { status: 409, body: { error: 'Somebody changed this.', code: 'edit.stale', current } };
  serve({ 'PATCH /answer/editAnswer': () => stale });
  const first = show();
  await choose(first.user, await menuOf('answer'), 'Edit');
  await write(first.user, (await editing('answer')).getByLabelText('Answer Text'), 'Mine.');
  first.unmount();
  const { user } = show();
  const form = await editing('answer');
  await user.click(form.getByRole('button', { name: 'Save' }));
  await form.findByRole('region', { name: 'The current version' });
  await user.click(form.getByRole('button', { name: 'Discard draft' }));
  expect(form.getByLabelText('Answer Text')).toHaveValue('Changed elsewhere.');
  expect(form.queryByRole('region', { name: 'The current version' })).not.toBeInTheDocument();
});

test('[BE-1] Escape asks before it discards changes to a comment, and only then', async () => {
  serve();
  const { user } = show();
  await choose(user, await menuOf('comment'), 'Edit');
  const field = () => screen.getByRole('textbox', { name: 'Comment text' });
  await editing('comment');
  await user.type(field(), ' More');
  await user.keyboard('{Escape}');
  const dialog = within(await screen.findByRole('dialog', { name: 'Discard your changes?' }));
  await user.click(dialog.getByRole('button', { name: 'Keep editing' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(field()).toHaveValue('Own comment. More');
  await write(user, field(), 'Own comment.');
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('form', { name: 'Edit comment' })).not.toBeInTheDocument();
  await waitFor(async () => expect(await menuOf('comment')).toHaveFocus());
});

test('[BE-1] an edit that was left is open again, until it is saved or discarded', async () => {
  serve({ 'PATCH /comment/editComment': () => ({ body: { ...comment, text: 'Saved.', version: 2 } }) });
  const { user } = show();
  const field = () => screen.findByRole('textbox', { name: 'Comment text' });
  const begin = async () => choose(user, await menuOf('comment'), 'Edit');
  const hideAndShow = async () => {
    const toggle = screen.getByRole('button', { name: 'Hide Comments' });
    await user.click(toggle);
    expect(toggle).toHaveTextContent('Show Comments');
    await user.click(toggle);
  };
  await begin();
  await write(user, await field(), 'Half an edit.');
  expect(Object.keys(localStorage)).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await user.click(await screen.findByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(Object.keys(localStorage)).toEqual([]);
  await begin();
  expect(await field()).toHaveValue('Own comment.');
  await write(user, await field(), 'Half an edit.');
  await hideAndShow();
  const form = await editing('comment');
  expect(form.getByRole('textbox', { name: 'Comment text' })).toHaveValue('Half an edit.');
  expect(form.getByText('Draft restored')).toBeInTheDocument();
  await user.click(form.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('form', { name: 'Edit comment' })).not.toBeInTheDocument());
  expect(Object.keys(localStorage)).toEqual([]);
});

test('[BE-1] the draft of an edit in another tab waits for Edit, and is shown beside a newer version', async () => {
  const server = serve();
  const { user, unmount } = show();
  await choose(user, await menuOf('answer'), 'Edit');
  await write(user, (await editing('answer')).getByLabelText('Answer Text'), 'Half an edit.');
  unmount();
  sessionStorage.clear();
  const newer = { ...answer, text: 'Newer.', version: 2, editedAt: later };
  server.routes['GET /question/getQuestionById/q1'] = () => ({ body: { ...question, answers: [newer] } });
  const again = show();
  await screen.findByText('Newer.');
  expect(screen.queryByRole('form', { name: 'Edit answer' })).not.toBeInTheDocument();
  await choose(again.user, await menuOf('answer'), 'Edit');
  const form = await editing('answer');
  expect(form.getByLabelText('Answer Text')).toHaveValue('Half an edit.');
  expect(within(form.getByRole('region', { name: 'The current version' })).getByText('Newer.')).toBeInTheDocument();
  await again.user.click(form.getByRole('button', { name: 'Use the current version' }));
  expect(form.getByLabelText('Answer Text')).toHaveValue('Newer.');
  expect(Object.keys(localStorage)).toEqual([]);
});

test('[BE-3] what is being edited stays when the post is deleted', async () => {
  serve();
  const { user, store } = show();
  await choose(user, await menuOf('answer'), 'Edit');
  await write(user, (await editing('answer')).getByLabelText('Answer Text'), 'Half an edit.');
  const deleted = { by: 'moderator', reason: 'Spam' } as const;
  act(() => questionsLive(store.dispatch).answerUpdate({ qid: 'q1', answer: { ...answer, text: '', deleted } }));
  expect(await screen.findByText(/Spam/)).toBeInTheDocument();
  expect((await editing('answer')).getByLabelText('Answer Text')).toHaveValue('Half an edit.');
});

test('[BE-1] an open page follows edits, and an older event does not undo them', async () => {
  serve();
  const { store } = show();
  await screen.findByText('Own question.');
  const live = questionsLive(store.dispatch);
  const row = rowOf({ _id: 'q1', title: 'Better title', version: 3, editedAt: later, answerCount: 2 });
  act(() => {
    live.questionUpdate({ ...row, text: 'Better question.' });
    live.answerUpdate({ qid: 'q1', answer: { ...others, text: 'Better answer.', version: 2, editedAt: later } });
    live.commentUpdate({
      ...{ qid: 'q1', type: 'answer' },
      result: { _id: 'a1', comments: [{ ...comment, text: 'Better comment.', version: 2, editedAt: later }] },
    });
    live.questionUpdate({ ...row, title: 'Why?', text: 'Own question.', version: 1, editedAt: null, viewCount: 9 });
    live.answerUpdate({ qid: 'q1', answer: others });
  });
  expect(await screen.findByText('Better question.')).toBeInTheDocument();
  expect(screen.getByRole('heading', { name: 'Better title' })).toBeInTheDocument();
  expect(await screen.findByText('Better answer.')).toBeInTheDocument();
  expect(await screen.findByText('Better comment.')).toBeInTheDocument();
  expect(screen.getByText('9 views')).toBeInTheDocument();
  expect(screen.getAllByText(/edited/)).toHaveLength(3);
});

test('[Q-18] a post that was edited soon says nothing of it, and still has its history', async () => {
  const soon = { version: 2, editedAt: '2026-06-02T10:04:59.999Z' };
  const answers = [{ ...answer, ...soon, comments: [{ ...comment, ...soon }] }];
  serve({ 'GET /question/getQuestionById/q1': () => ({ body: { ...question, ...soon, askDateTime: at, answers } }) });
  const { user } = show();
  await screen.findByText('Own comment.');
  expect(screen.queryByText(/edited/)).not.toBeInTheDocument();
  await user.click(await menuOf('answer'));
  expect(await screen.findByRole('menuitem', { name: 'History' })).toBeInTheDocument();
});

test('[BE-3] authors delete a post with Undo, and restore it from its place', async () => {
  const deleted = { by: 'author', reason: null } as const;
  const gone = { ...answer, text: '', deleted };
  const server = serve({
    'DELETE /answer/deleteAnswer': () => ({ body: gone }),
    'POST /answer/restoreAnswer': () => ({ body: answer }),
  });
  const { user } = renderPage(
    <>
      <QuestionPage />
      <ToastPlace />
    </>,
    { at: '/question/q1', path: '/question/:id' },
  );
  await choose(user, await menuOf('answer'), 'Delete');
  expect(await screen.findByText('Deleted by its author')).toBeInTheDocument();
  expect(screen.queryByText('Own answer.')).not.toBeInTheDocument();
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('Own answer.')).toBeInTheDocument();
  await choose(user, await menuOf('answer'), 'Delete');
  await user.click(await screen.findByRole('button', { name: 'Restore' }));
  expect(await screen.findByText('Own answer.')).toBeInTheDocument();
  expect(screen.queryByText('Deleted by its author')).not.toBeInTheDocument();
  await waitFor(async () => expect(await menuOf('answer')).toHaveFocus());
  expect(server.calls.filter(({ method }) => method === 'DELETE')[0]?.body).toEqual({ aid: 'a1', username: 'ann' });
});

test('[BE-3] an open page follows deletions; only who can restore a post sees its place', async () => {
  serve();
  const { store } = show();
  await screen.findByText('Other answer.');
  const live = questionsLive(store.dispatch);
  const deleted = { by: 'author', reason: null } as const;
  act(() => live.answerUpdate({ qid: 'q1', answer: { ...others, text: '', deleted } }));
  await waitFor(() => expect(screen.queryByText('Other answer.')).not.toBeInTheDocument());
  expect(screen.queryByText('Deleted by its author')).not.toBeInTheDocument();
  act(() => live.answerUpdate({ qid: 'q1', answer: others }));
  expect(await screen.findByText('Other answer.')).toBeInTheDocument();
  act(() =>
    live.questionUpdate({ ...rowOf({ _id: 'q1', askedBy: 'ann', title: '', answerCount: 2, deleted }), text: '' }),
  );
  expect(await screen.findByRole('heading', { level: 1, name: 'Deleted by its author' })).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Restore' })).toBeInTheDocument();
  expect(screen.queryByText('Own question.')).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Post Answer' })).not.toBeInTheDocument();
});

test('[BE-2] the history shows what changed word by word, and its author restores a version', async () => {
  const versions = [
    { version: 2, text: 'Own answer.', by: 'ann', at: later },
    { version: 1, text: 'Old answer.', by: 'ann', at },
  ];
  const edited = { ...answer, version: 2, editedAt: later };
  const server = serve({
    'GET /question/getQuestionById/q1': () => ({ body: { ...question, answers: [edited] } }),
    'GET /answer/history/a1': () => ({ body: versions }),
    'PATCH /answer/editAnswer': () => ({ body: { ...edited, text: 'Old answer.', version: 3 } }),
  });
  const { user } = show();
  await user.click(await screen.findByRole('button', { name: /^edited/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'History' }));
  const [newest] = await dialog.findAllByRole('listitem');
  expect(newest?.querySelector('del')).toHaveTextContent('Old');
  expect(newest?.querySelector('ins')).toHaveTextContent('Own');
  await user.click(dialog.getByRole('button', { name: 'Restore this version' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(await screen.findByText('Old answer.')).toBeInTheDocument();
  expect(server.calls.find(({ method }) => method === 'PATCH')?.body).toMatchObject({
    aid: 'a1',
    version: 2,
    text: 'Old answer.',
  });
});

test('[BM-40, M-30] a version by somebody blocked is collapsed, and its date stays', async () => {
  const edited = { ...answer, version: 2, editedAt: later };
  serve({
    'GET /question/getQuestionById/q1': () => ({ body: { ...question, answers: [edited] } }),
    'GET /answer/history/a1': () => ({ body: [{ version: 1, text: 'Old answer.', by: 'bea', at }] }),
  });
  const { user, store } = show();
  await user.click(await screen.findByRole('button', { name: /^edited/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'History' }));
  await dialog.findByText('Old answer.');
  act(() => void store.dispatch(blockedKnown(['bea'])));
  await dialog.findByText(messages.hiddenByBlocked, { exact: false });
  expect(dialog.queryByText('Old answer.')).not.toBeInTheDocument();
  expect(dialog.getByText('Version 1')).toBeInTheDocument();
  await user.click(dialog.getByRole('button', { name: 'Show' }));
  expect(dialog.getByText('Old answer.')).toBeInTheDocument();
});

test('[BE-2] the history shows long texts that differ everywhere without comparing them', async () => {
  const wordsOf = (mark: string) => Array.from({ length: 4000 }, (_, n) => `${mark}${n}`).join(' ');
  const versions = [
    { version: 2, text: wordsOf('new'), by: 'ann', at },
    { version: 1, text: wordsOf('old'), by: 'ann', at },
  ];
  serve({
    'GET /question/getQuestionById/q1': () => ({
      body: { ...question, answers: [{ ...answer, version: 2, editedAt: later }] },
    }),
    'GET /answer/history/a1': () => ({ body: versions }),
  });
  const { user } = show();
  await user.click(await screen.findByRole('button', { name: /^edited/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'History' }));
  const [newest, oldest] = await dialog.findAllByRole('listitem');
  expect(newest).toHaveTextContent('Too long to compare with the previous version.');
  expect(newest).toHaveTextContent(versions[0]?.text ?? '');
  expect(newest?.querySelector('ins, del')).toBeNull();
  expect(oldest).not.toHaveTextContent('too long to compare');
});
