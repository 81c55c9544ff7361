import { expect, jest, test } from '@jest/globals';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { unedited } from '@parlour/contracts/posts/editable';
import type { CommentWire } from '@parlour/contracts/qa/qa';
import { keepDraft, placeAt } from '../../shared/drafts/drafts.ts';
import { fakeServer } from '../../shared/testing/fake-server.ts';
import { fill } from '../../shared/testing/fill.ts';
import { ann, renderPage } from '../../shared/testing/render-page.tsx';
import { CommentSection } from './comment-section.tsx';

const comment: CommentWire = {
  _id: 'c1',
  text: 'Which *soil*?',
  commentBy: 'bea',
  commentDateTime: '2026-06-01T10:00:00.000Z',
  ...unedited,
};

function show(comments: readonly CommentWire[] = [comment]) {
  const onCommented = jest.fn();
  const view = renderPage(<CommentSection id="a1" type="answer" comments={comments} onCommented={onCommented} />);
  return { ...view, onCommented };
}

// The form is loaded when it is wanted.
const box = () => screen.findByLabelText('Comment text');
const add = () => screen.getByRole('button', { name: 'Add Comment' });

test('[SC-19, Q-14] comments are shown at first, and can be hidden and shown', async () => {
  const { user } = show();
  expect(screen.getByRole('button', { name: 'Hide Comments' })).toHaveAttribute('aria-expanded', 'true');
  expect(screen.getByRole('link', { name: 'bea' })).toHaveAttribute('href', '/user/bea');
  expect((await screen.findByText('soil')).tagName).toBe('EM');
  await user.click(screen.getByRole('button', { name: 'Hide Comments' }));
  expect(screen.queryByText('soil')).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Show Comments' }));
  expect((await screen.findByText('soil')).tagName).toBe('EM');
  expect(await box()).not.toHaveFocus();
});

test('[Q-14] the form below comments comes when somebody wants to write, with the focus', async () => {
  const { user } = show();
  expect(screen.queryByRole('form', { name: 'Comment' })).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Write a comment' }));
  await waitFor(async () => expect(await box()).toHaveFocus());
  expect(screen.queryByRole('button', { name: 'Write a comment' })).not.toBeInTheDocument();
});

test('each comment has an address of its own', () => {
  show();
  expect(screen.getByRole('listitem')).toHaveAttribute('id', 'comment-c1');
  expect(screen.getByRole('link', { name: 'Link to this comment' })).toHaveAttribute('href', '/#comment-c1');
});

const many = Array.from({ length: 8 }, (_, index) => ({ ...comment, _id: `c${index + 1}` }));
const shownIds = () => screen.getAllByRole('listitem').map(({ id }) => id);

test('[BA-4, Q-29] five comments are shown, the others when they are wanted; the focus goes to the first of them', async () => {
  const { user } = show(many);
  expect(shownIds()).toHaveLength(5);
  await user.click(screen.getByRole('button', { name: 'Show 3 more comments' }));
  expect(shownIds()).toEqual(many.map(({ _id }) => `comment-${_id}`));
  expect(document.activeElement?.id).toBe('comment-c6');
  expect(screen.queryByRole('button', { name: /more comment/ })).not.toBeInTheDocument();
});

test('[BA-4] all are printed', () => {
  show(many);
  fireEvent(window, new Event('beforeprint'));
  expect(shownIds()).toHaveLength(8);
});

test('[BA-4] all are shown where the address names one of the others', () => {
  renderPage(<CommentSection id="a1" type="answer" comments={many} named="comment-c7" onCommented={jest.fn()} />);
  expect(shownIds()).toHaveLength(8);
});

test('[Q-14] without comments, there is a note and the form', async () => {
  const { user } = show([]);
  await user.click(screen.getByRole('button', { name: 'Show Comments' }));
  expect(screen.getByText('No comments yet.')).toBeInTheDocument();
  expect(await box()).toBeInTheDocument();
});

test('[VA-7] a blank comment is refused at its field', async () => {
  const server = fakeServer({});
  const { user } = show();
  await user.click(screen.getByRole('button', { name: 'Write a comment' }));
  await fill(user, await box(), '  ');
  await user.click(add());
  expect(await box()).toHaveAccessibleDescription('Comment text cannot be empty');
  await waitFor(async () => expect(await box()).toHaveFocus());
  expect(server.to('/comment/addComment')).toEqual([]);
});

test('[SC-19] a comment is sent in the specification’s format, and the form is cleared', async () => {
  const own = { ...comment, _id: 'c2', text: 'Peat.', commentBy: 'ann' };
  const server = fakeServer({ 'POST /comment/addComment': () => ({ body: own }) });
  const { user, onCommented } = show();
  const status = screen.getByRole('status');
  await user.click(screen.getByRole('button', { name: 'Write a comment' }));
  await fill(user, await box(), 'Peat. ', '{Control>}{Enter}{/Control}');
  expect(server.to('/comment/addComment')[0]?.body).toEqual({
    id: 'a1',
    type: 'answer',
    comment: { text: 'Peat.', commentBy: 'ann', commentDateTime: expect.stringMatching(/Z$/) },
  });
  await waitFor(() => expect(onCommented).toHaveBeenCalledWith(own));
  const said = screen.getByText('Your comment was posted.');
  expect(said.closest('[role=status]')).toBe(status);
  await fill(user, await box(), 'Loam.', '{Control>}{Enter}{/Control}');
  await waitFor(() => expect(onCommented).toHaveBeenCalledTimes(2));
  // A text that stays the same is not read out again.
  await waitFor(() => expect(said).not.toBeInTheDocument());
  expect(status).toHaveTextContent('Your comment was posted.');
  await waitFor(async () => expect(await box()).toHaveValue(''));
  await waitFor(async () => expect(await box()).toHaveFocus());
});

test('[TX-6] a failure names the call and keeps the text', async () => {
  fakeServer({ 'POST /comment/addComment': () => ({ status: 404, body: { error: 'Answer not found' } }) });
  const { user } = show();
  await user.click(screen.getByRole('button', { name: 'Write a comment' }));
  await fill(user, await box(), 'Peat.');
  await user.click(add());
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('Error while creating a new comment for the question');
  expect(alert).toHaveTextContent('Answer not found');
  expect(await box()).toHaveValue('Peat.');
});

test('where it would be refused, nobody is offered to write a comment, also if another tab has a draft', async () => {
  function Closing() {
    const [refusal, setRefusal] = useState<string>();
    return (
      <>
        <button type="button" onClick={() => setRefusal('This is closed.')}>
          Close
        </button>
        <CommentSection id="a1" type="answer" comments={[comment]} refusal={refusal} onCommented={jest.fn()} />
      </>
    );
  }
  const { user } = renderPage(<Closing />);
  keepDraft(ann._id, placeAt('comment', 'a1'), { values: { text: 'Half a' } });
  await user.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('button', { name: 'Write a comment' })).not.toBeInTheDocument();
});

test('a comment draft opens its section, and can be discarded', async () => {
  const first = show();
  await first.user.click(screen.getByRole('button', { name: 'Write a comment' }));
  await fill(first.user, await box(), 'Half a');
  first.unmount();
  const { user } = show();
  expect(await box()).toHaveValue('Half a');
  expect(screen.getByText('Draft restored')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Discard draft' }));
  expect(await box()).toHaveValue('');
  await waitFor(async () => expect(await box()).toHaveFocus());
  expect(screen.queryByText('Draft restored')).not.toBeInTheDocument();
});
