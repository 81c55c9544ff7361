import { expect, jest, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import type { CommentWire } from '@parlour/contracts/qa';
import { fakeServer } from '../../shared/testing/fake-server.ts';
import { fill } from '../../shared/testing/fill.ts';
import { renderPage } from '../../shared/testing/render-page.tsx';
import { CommentSection } from './comment-section.tsx';

const comment: CommentWire = {
  _id: 'c1',
  text: 'Which *soil*?',
  commentBy: 'bea',
  commentDateTime: '2026-06-01T10:00:00.000Z',
};

function show(comments: readonly CommentWire[] = [comment]) {
  const onCommented = jest.fn();
  const view = renderPage(<CommentSection id="a1" type="answer" comments={comments} onCommented={onCommented} />);
  return { ...view, onCommented };
}

const box = () => screen.getByLabelText('Comment text');
const add = () => screen.getByRole('button', { name: 'Add Comment' });

test('[SC-19] comments are collapsed at first', async () => {
  const { user } = show();
  expect(screen.queryByText('bea')).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Show Comments' }));
  expect(screen.getByRole('button', { name: 'Hide Comments' })).toHaveAttribute('aria-expanded', 'true');
  expect(screen.getByRole('link', { name: 'bea' })).toHaveAttribute('href', '/user/bea');
  expect((await screen.findByText('soil')).tagName).toBe('EM');
  await user.click(screen.getByRole('button', { name: 'Hide Comments' }));
  expect(screen.queryByText('soil')).not.toBeInTheDocument();
});

test('without comments, there is a note and the form', async () => {
  const { user } = show([]);
  await user.click(screen.getByRole('button', { name: 'Show Comments' }));
  expect(screen.getByText('No comments yet.')).toBeInTheDocument();
  expect(box()).toBeInTheDocument();
});

test('[VA-7] a blank comment is refused at its field', async () => {
  const server = fakeServer({});
  const { user } = show();
  await user.click(screen.getByRole('button', { name: 'Show Comments' }));
  await fill(user, box(), '  ');
  await user.click(add());
  expect(box()).toHaveAccessibleDescription('Comment text cannot be empty');
  expect(box()).toHaveFocus();
  expect(server.calls).toEqual([]);
});

test('[SC-19] a comment is sent in the specification’s format, and the form is cleared', async () => {
  const own = { ...comment, _id: 'c2', text: 'Peat.', commentBy: 'ann' };
  const server = fakeServer({ 'POST /comment/addComment': () => ({ body: own }) });
  const { user, onCommented } = show();
  await user.click(screen.getByRole('button', { name: 'Show Comments' }));
  await fill(user, box(), ' Peat. ', '{Control>}{Enter}{/Control}');
  expect(server.calls[0]?.body).toEqual({
    id: 'a1',
    type: 'answer',
    comment: { text: 'Peat.', commentBy: 'ann', commentDateTime: expect.stringMatching(/Z$/) },
  });
  expect(onCommented).toHaveBeenCalledWith(own);
  expect(box()).toHaveValue('');
  expect(box()).toHaveFocus();
});

test('[TX-6] a failure names the call and keeps the text', async () => {
  fakeServer({ 'POST /comment/addComment': () => ({ status: 404, body: { error: 'Answer not found' } }) });
  const { user } = show();
  await user.click(screen.getByRole('button', { name: 'Show Comments' }));
  await fill(user, box(), 'Peat.');
  await user.click(add());
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('Error while creating a new comment for the question');
  expect(alert).toHaveTextContent('Answer not found');
  expect(box()).toHaveValue('Peat.');
});

test('a comment draft opens its section, and can be discarded', async () => {
  const first = show();
  await first.user.click(screen.getByRole('button', { name: 'Show Comments' }));
  await fill(first.user, box(), 'Half a');
  first.unmount();
  const { user } = show();
  expect(box()).toHaveValue('Half a');
  expect(screen.getByText('Draft restored')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Discard draft' }));
  expect(box()).toHaveValue('');
  expect(box()).toHaveFocus();
  expect(screen.queryByText('Draft restored')).not.toBeInTheDocument();
});
