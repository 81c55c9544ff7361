import { expect, jest, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { fakeServer } from '../../../shared/testing/fake-server.ts';
import { heldRoute } from '../../../shared/testing/held-route.ts';
import { fill } from '../../../shared/testing/fill.ts';
import { renderPage } from '../../../shared/testing/render-page.tsx';
import { AskForm } from './ask-form.tsx';
import { questionOf, rowOf } from '../testing.ts';

const title = () => screen.getByLabelText('Question Title');
const text = () => screen.getByLabelText('Question Text');
const tags = () => screen.getByLabelText('Tags');
const post = () => screen.getByRole('button', { name: 'Post Question' });

function show(communityId: string | null = null) {
  const onAsked = jest.fn();
  return { ...renderPage(<AskForm communityId={communityId} onAsked={onAsked} />), onAsked };
}

test('every error is shown at its field, and the first field gets the focus', async () => {
  const server = fakeServer({});
  const { user } = show();
  await user.click(post());
  expect(title()).toHaveAccessibleDescription(/Title cannot be empty/);
  expect(text()).toHaveAccessibleDescription(/Question text cannot be empty/);
  expect(tags()).toHaveAccessibleDescription(/Should have at least 1 tag/);
  await waitFor(() => expect(title()).toHaveFocus());
  expect(server.to('/question/addQuestion')).toEqual([]);
});

test('[SC-14] the hints give the limits for title and tags', () => {
  show();
  expect(title()).toHaveAccessibleDescription(/100 characters/);
  expect(tags()).toHaveAccessibleDescription(/keywords separated by whitespace/);
});

test.each([
  ['title', 'x'.repeat(101), 'Title cannot be more than 100 characters'],
  ['text', '[x](http://example.org)', 'Invalid hyperlink format.'],
  ['text', '[](https://example.org)', 'Invalid hyperlink format.'],
  ['tags', 'a b c d e f', 'Cannot have more than 5 tags'],
  ['tags', 'x'.repeat(21), 'New tag length cannot be more than 20'],
])('[VA-3, VA-6] a wrong %s: %s', async (field, value, fault) => {
  const server = fakeServer({});
  const { user } = show();
  const values = { title: 'T', text: 'Text', tags: 'a', [field]: value };
  await fill(user, title(), values.title);
  await fill(user, text(), values.text);
  await fill(user, tags(), values.tags);
  await user.click(post());
  await screen.findByText(fault);
  expect(server.to('/question/addQuestion')).toEqual([]);
});

test('[SC-14, LI-2] the values are sent without blanks around them and duplicate tags, in the specification’s format', async () => {
  const created = questionOf({ _id: 'q1' });
  const server = fakeServer({ 'POST /question/addQuestion': () => ({ body: created }) });
  const { user, onAsked } = show();
  await fill(user, title(), '  Why?  ');
  await fill(user, text(), ' \n    because.\nReally ');
  await fill(user, tags(), ' Garden  herbs garden ');
  await user.click(screen.getByRole('checkbox', { name: 'Share only with followers' }));
  await user.click(post());
  const [sent] = server.to('/question/addQuestion');
  expect(sent?.body).toEqual({
    title: 'Why?',
    text: '    because.\nReally',
    tags: [
      { name: 'Garden', description: 'user added tag' },
      { name: 'herbs', description: 'user added tag' },
    ],
    askedBy: 'ann',
    askDateTime: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    answers: [],
    upVotes: [],
    downVotes: [],
    views: [],
    comments: [],
    following: [],
    onlyFollowers: true,
    communityId: null,
  });
  expect(sent?.headers.get('Idempotency-Key')).toMatch(/^[0-9a-f]{32}$/);
  await waitFor(() => expect(onAsked).toHaveBeenCalledWith(created));
});

test('for whom a question is does not change while it is posted', async () => {
  const held = heldRoute();
  fakeServer({ 'POST /question/addQuestion': held.route });
  const { user } = show();
  await fill(user, title(), 'Why?');
  await fill(user, tags(), 'garden');
  await fill(user, text(), 'Because.', '{Control>}{Enter}{/Control}');
  const box = screen.getByRole('checkbox', { name: 'Share only with followers' });
  await user.click(box);
  expect(box).not.toBeChecked();
  await held.answer({ status: 429, body: { error: 'Too many questions.', code: 'rate.limited' } });
  await screen.findByRole('alert');
  await user.click(box);
  expect(box).toBeChecked();
});

test('[TX-4] Ctrl+Enter in the text posts; after 503 the same submission is sent again', async () => {
  let down = true;
  const busy = { error: 'This site is busy or restarting. Please try again in a moment.', code: 'service.unavailable' };
  const server = fakeServer({
    'POST /question/addQuestion': () => (down ? { status: 503, body: busy } : { body: questionOf({ _id: 'q1' }) }),
  });
  const { user, onAsked } = show();
  await fill(user, title(), 'Why?');
  await fill(user, tags(), 'garden');
  await fill(user, text(), 'Because.', '{Control>}{Enter}{/Control}');
  expect(await screen.findByRole('alert')).toHaveTextContent('Error while creating a new question');
  down = false;
  await user.click(post());
  await waitFor(() => expect(onAsked).toHaveBeenCalledTimes(1));
  const [first, second] = server.to('/question/addQuestion');
  expect(second?.headers.get('Idempotency-Key')).toBe(first?.headers.get('Idempotency-Key'));
  expect(second?.body).toEqual(first?.body);
});

test('[BW-7, Q-16] questions like the title that is typed are listed, in new tabs', async () => {
  const server = fakeServer({
    'GET /question/similar': () => ({ body: [rowOf({ _id: 'q7', title: 'Climbing plants droop' })] }),
  });
  const { user } = show();
  expect(screen.queryByRole('heading', { name: 'Similar questions' })).not.toBeInTheDocument();
  await fill(user, title(), 'Why do climbing roses droop?');
  await screen.findByRole('heading', { name: 'Similar questions' });
  const link = screen.getByRole('link', { name: 'Climbing plants droop' });
  expect(link).toHaveAttribute('href', '/question/q7');
  expect(link).toHaveAttribute('target', '_blank');
  expect(server.to('/question/similar').map(({ query }) => query.get('title'))).toEqual([
    'Why do climbing roses droop?',
  ]);
});

const tagsOnSite = ['sailing', 'Safety', 'garden'].map((name) => ({ name, description: '', qcnt: 2 }));
const chips = () => screen.queryAllByRole('button', { name: /^Remove/ }).map((chip) => chip.getAttribute('aria-label'));

test('[BW-4, Q-32] a comma, a space or Enter ends a tag, Backspace removes the last one', async () => {
  const server = fakeServer({
    'GET /tag/complete': () => ({ body: [] }),
    'POST /question/addQuestion': () => ({ body: questionOf({ _id: 'q1' }) }),
  });
  const { user, onAsked } = show();
  await fill(user, text(), 'T');
  await fill(user, title(), 'T');
  await user.type(tags(), 'sea,moon Sea tide{Enter}');
  expect(chips()).toEqual(['Remove sea', 'Remove moon', 'Remove tide']);
  expect(tags()).toHaveValue('');
  expect(screen.getByText('tide added')).toHaveRole('status');
  await user.type(tags(), 'x{Backspace}{Backspace}');
  expect(chips()).toEqual(['Remove sea', 'Remove moon']);
  await user.click(screen.getByRole('button', { name: 'Remove sea' }));
  expect(tags()).toHaveFocus();
  expect(screen.getByText('sea removed')).toHaveRole('status');
  expect(server.to('/question/addQuestion')).toEqual([]);
  await user.keyboard('{Enter}');
  await waitFor(() => expect(onAsked).toHaveBeenCalled());
  expect(server.to('/question/addQuestion')[0]?.body).toMatchObject({ tags: [{ name: 'moon' }] });
});

test('[BW-4] a tag with a bracket does not end, and the field says why', async () => {
  const { user } = show();
  await user.type(tags(), 'sea a[[b moon{Enter}');
  expect(chips()).toEqual(['Remove sea']);
  expect(tags()).toHaveValue('a[b moon');
  expect(tags()).toHaveAccessibleDescription(/A tag cannot contain \[ or \]/);
  expect(tags()).toBeInvalid();
});

test('[BW-4, Q-32] tags are completed from those that questions have: Enter takes the first, Tab leaves', async () => {
  const server = fakeServer({
    'GET /tag/complete': ({ query }) => ({
      body: tagsOnSite.filter(({ name }) => name.toLowerCase().startsWith(query.get('prefix') ?? '')),
    }),
    'POST /question/addQuestion': () => ({ body: questionOf({ _id: 'q1' }) }),
  });
  const { user, onAsked } = show();
  await fill(user, text(), 'T');
  await fill(user, title(), 'T');
  await fill(user, tags(), 'boats sa');
  const options = await screen.findAllByRole('option');
  expect(options.map((option) => option.textContent)).toEqual(['sailing2 questions', 'Safety2 questions']);
  expect(tags()).toHaveAttribute('aria-activedescendant', options[0]?.id);
  await user.keyboard('{ArrowDown}');
  expect(tags()).toHaveAttribute('aria-activedescendant', options[1]?.id);
  await user.keyboard('{Enter}');
  expect(chips()).toEqual(['Remove boats', 'Remove Safety']);
  await user.paste('harbour ga');
  await screen.findByRole('option', { name: /garden/ });
  await user.keyboard('{Enter}');
  expect(chips()).toEqual(['Remove boats', 'Remove Safety', 'Remove harbour', 'Remove garden']);
  await user.paste('sa');
  await screen.findAllByRole('option');
  await user.tab();
  expect(tags()).not.toHaveFocus();
  expect(tags()).toHaveValue('sa');
  await user.click(tags());
  await user.keyboard(' ');
  expect(chips().at(-1)).toBe('Remove sa');
  expect(server.to('/question/addQuestion')).toEqual([]);
  await user.keyboard('{Enter}');
  await waitFor(() => expect(onAsked).toHaveBeenCalled());
  expect(server.to('/question/addQuestion')[0]?.body).toMatchObject({
    tags: ['boats', 'Safety', 'harbour', 'garden', 'sa'].map((name) => ({ name })),
  });
});

test('[BW-2, M-31] names are completed from those who will read the question', async () => {
  const server = fakeServer({ 'GET /user/complete': () => ({ body: [] }) });
  const { user } = show('c1');
  const asked = () => server.to('/user/complete').map(({ query }) => Object.fromEntries(query));
  // A sign alone would offer anybody of them.
  await user.type(text(), '@');
  await user.type(text(), 'b');
  await waitFor(() => expect(asked()).toEqual([{ prefix: 'b', communityId: 'c1' }]));
  await user.click(screen.getByRole('checkbox', { name: 'Share only with followers' }));
  await user.type(text(), 'e');
  const followers = { prefix: 'be', communityId: 'c1', onlyFollowers: 'true' };
  await waitFor(() => expect(asked()).toEqual([{ prefix: 'b', communityId: 'c1' }, followers]));
});
