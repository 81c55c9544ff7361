import { tagOf } from '../../../shared/api.ts';
import { describe, expect, jest, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { unedited } from '@parlour/contracts/posts/editable';
import { messages } from '@parlour/contracts/messages';
import type { AnswerWire, CommentWire, QuestionWire } from '@parlour/contracts/qa/qa';
import { addComments, appendAnswer } from '../../../features/questions/question-cache.ts';
import { questionsApi } from '../../../features/questions/questions.api.ts';
import { questionsLive } from '../../../features/questions/questions.live.ts';
import { questionOf, rowOf } from '../../../features/questions/testing.ts';
import ToastPlace from '../../../design/parts/feedback/toast-place.tsx';
import { blockedKnown } from '../../../shared/state/blocked.slice.ts';
import { fakeServer, type FakeAnswer, type SeenCall } from '../../../shared/testing/fake-server.ts';
import { fill } from '../../../shared/testing/fill.ts';
import { nextFrame } from '../../../shared/testing/next-frame.ts';
import { renderPage } from '../../../shared/testing/render-page.tsx';
import { AnswerPage } from './answer-page.tsx';
import { QuestionPage } from './question-page.tsx';

const at = '2026-06-02T10:00:00.000Z';
const comment = (id: string): CommentWire => ({
  _id: id,
  text: `Comment ${id}.`,
  commentBy: 'bea',
  commentDateTime: at,
  ...unedited,
});
const answer = (id: string, comments: readonly CommentWire[] = []): AnswerWire => ({
  _id: id,
  text: `Answer ${id}.`,
  ansBy: 'carl',
  ansDateTime: at,
  ...unedited,
  comments,
  score: 0,
  accepted: false,
});

function serve(
  question: (call: SeenCall) => Partial<QuestionWire>,
  more: Record<string, (call: SeenCall) => FakeAnswer> = {},
  before: () => Promise<void> = () => Promise.resolve(),
) {
  return fakeServer({
    'GET /question/getQuestionById/q1': async (call) => {
      await before();
      return { body: questionOf({ _id: 'q1', ...question(call) }) };
    },
    'GET /user/getFollowing/ann': () => ({ body: [] }),
    ...more,
  });
}

const open = (hash = '') => renderPage(<QuestionPage />, { at: `/question/q1${hash}`, path: '/question/:id' });

test('a question is found under its id in capitals', async () => {
  serve(() => ({ title: 'Why do tides run?' }));
  renderPage(<QuestionPage />, { at: '/question/Q1', path: '/question/:id' });
  await screen.findByRole('heading', { name: 'Why do tides run?' });
});

test('a question that could not be loaded takes no answer', async () => {
  fakeServer({ 'GET /question/getQuestionById/q1': () => ({ status: 500, body: { error: 'Down' } }) });
  open();
  await screen.findByRole('button', { name: 'Try again' });
  expect(screen.queryByRole('link', { name: 'Answer Question' })).not.toBeInTheDocument();
});

describe('nobody can add', () => {
  const votes = () => screen.getAllByRole('button', { name: /vote/i });
  const seen = async () => {
    await screen.findByText('Answer a1.');
    return { commenting: screen.queryAllByRole('button', { name: /^(Show Comments|Write a comment)$/ }) };
  };
  const written = { askedBy: 'ann', answers: [answer('a1', [comment('c1')]), answer('a2')] };

  test('[U-5] to a question of a closed community, or change it: it says so, and takes deletions only', async () => {
    const unknown = { status: 404, body: { error: 'Community not found', code: 'community.unknown' } };
    serve(() => ({ ...written, communityId: 'c1' }), { 'GET /community/c1': () => unknown });
    const { user } = open();
    await screen.findByText(/^This community is closed/);
    expect(await seen()).toEqual({ commenting: [] });
    for (const vote of votes()) expect(vote).toBeDisabled();
    expect(votes()[0]).toHaveAttribute('title', expect.stringMatching(/^This community is closed/));
    await user.click(screen.getByRole('button', { name: 'Actions for this question' }));
    const acts = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent);
    expect(acts).toEqual(['Copy link', 'History', 'Delete']);
  });

  test('below a deleted question', async () => {
    serve(() => ({ ...written, deleted: { by: 'author', reason: null } }));
    open();
    expect(await seen()).toEqual({ commenting: [] });
    expect(votes()).toHaveLength(4);
    for (const vote of votes()) expect(vote).toBeDisabled();
    expect(votes()[0]).toHaveAttribute('title', 'This question has been deleted.');
  });

  test.each<[string, Partial<QuestionWire>, string, RegExp]>([
    [
      'a deleted question',
      { title: '', deleted: { by: 'author', reason: null } },
      messages.deletedByAuthor,
      /^This question has been deleted/,
    ],
    ['a question of a closed community', { communityId: 'c1' }, 'Title of q1', /^This community is closed/],
  ])('to %s: the page for an answer says so, and keeps the form', async (_, question, link, notice) => {
    const unknown = { status: 404, body: { error: 'Community not found', code: 'community.unknown' } };
    serve(() => question, { 'GET /community/c1': () => unknown });
    renderPage(<AnswerPage />, { at: '/new/answer/q1', path: '/new/answer/:qid' });
    await screen.findByText(notice);
    expect(screen.getByRole('link', { name: link })).toHaveAttribute('href', '/question/q1');
    expect(await screen.findByLabelText('Answer Text')).toBeInTheDocument();
  });

  test.each([
    ['an answer', () => screen.findByLabelText('Answer Text')],
    ['a comment', () => screen.findByLabelText('Comment text')],
  ])('any more: %s that is being typed stays, with the focus', async (_, findField) => {
    serve(() => ({ askedBy: 'bea' }));
    const first = open();
    await first.user.click(await screen.findByRole('button', { name: 'Show Comments' }));
    await fill(first.user, await findField(), 'Half a');
    const field = await findField();
    const said = within(field.closest('form')!).getByRole('status'); // it is in one
    const deleted = { by: 'author', reason: null } as const;
    const gone = { ...rowOf({ _id: 'q1', askedBy: 'bea', title: '', deleted }), text: '' };
    act(() => questionsLive(first.store.dispatch).questionUpdate(gone));
    await waitFor(() => expect(said).toHaveTextContent(`${messages.questionDeleted} To keep your text, copy it.`));
    expect(field).toHaveFocus();
    expect(field).toHaveValue('Half a');
    expect(screen.queryAllByRole('form')).toHaveLength(1);
    first.unmount();
    const server = serve(() => ({ askedBy: 'bea', title: '', text: '', deleted }));
    const { user, store } = open();
    const again = await findField();
    expect(again).toHaveValue('Half a');
    await user.click(screen.getByRole('button', { name: /^(Post Answer|Add Comment)$/ }));
    await user.type(again, '{Control>}{Enter}{/Control}');
    expect(again).toHaveAccessibleDescription(expect.stringContaining(messages.questionDeleted));
    expect(server.calls.filter(({ path }) => /\/add(Answer|Comment)$/.test(path))).toEqual([]);
    // Without a draft it stays too: somebody is in it.
    await user.clear(again);
    act(() => questionsLive(store.dispatch).questionUpdate({ ...gone, answerCount: 1 }));
    await screen.findByText('1 answer');
    expect(again).toHaveFocus();
  });

  test('[BE-2] to their own deleted question: its history restores nothing', async () => {
    const versions = [1, 2].map((version) => ({ version, title: 'Old', text: `Text ${version}`, tags: [], at }));
    serve(() => ({ ...written, version: 2, editedAt: at, deleted: { by: 'author', reason: null } }), {
      'GET /question/history/q1': () => ({ body: versions.reverse() }),
    });
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Actions for this question' }));
    await user.click(await screen.findByRole('menuitem', { name: 'History' }));
    const dialog = within(await screen.findByRole('dialog'));
    await dialog.findByText('Text 1');
    expect(dialog.queryByRole('button', { name: /Restore/ })).not.toBeInTheDocument();
  });

  test('to one that is open, they can', async () => {
    serve(() => written);
    open();
    expect((await seen()).commenting).toHaveLength(3);
    for (const vote of votes()) expect(vote).toBeEnabled();
  });
});

describe('[Q-15] an address of a post', () => {
  test.each(['answer-a2', 'comment-c1', 'comment-c2'])('[BF-3] #%s moves the focus to it and marks it', async (id) => {
    const scrolled = jest.spyOn(Element.prototype, 'scrollIntoView');
    serve(() => ({ comments: [comment('c1')], answers: [answer('a1'), answer('a2', [comment('c2')])] }));
    const { router } = open(`#${id}`);
    await waitFor(() => expect(document.activeElement?.id).toBe(id));
    expect(document.activeElement).toHaveAttribute('data-marked');
    expect(scrolled).toHaveBeenCalled();
    await act(() => router.navigate('/question/q1'));
    expect(document.getElementById(id)).not.toHaveAttribute('data-marked');
  });

  test('loads the parts of a long question up to it, each once', async () => {
    const server = serve(
      ({ query }) => {
        const after = Number(query.get('after') ?? 0);
        const next = { answers: [answer(`${after + 1}`)], answerCount: 4 };
        return after < 3 ? { ...next, moreAnswersAfter: `${after + 1}` } : next;
      },
      {},
      // An answer of a network comes after what the page does at once.
      nextFrame,
    );
    open('#answer-3');
    await waitFor(() => expect(document.activeElement?.id).toBe('answer-3'));
    expect(server.to('/question/getQuestionById/q1').map(({ query }) => query.get('after'))).toEqual([null, '1', '2']);
  });

  test('[Q-14] shows comments that the reader has hidden, each time that it is followed', async () => {
    serve(() => ({ answers: [answer('a1', [comment('c1')])] }));
    const { user, router } = open();
    for (let visit = 0; visit < 2; visit++) {
      await user.click(await screen.findByRole('button', { name: 'Hide Comments' }));
      expect(screen.queryByText('Comment c1.')).not.toBeInTheDocument();
      await act(() => router.navigate('/question/q1#comment-c1'));
      await waitFor(() => expect(document.activeElement?.id).toBe('comment-c1'));
      expect(document.activeElement).toHaveAttribute('data-marked');
    }
  });

  test('leads to it once: Back keeps the place, with the mark', async () => {
    const scrolled = jest.spyOn(Element.prototype, 'scrollIntoView');
    serve(() => ({ answers: [answer('a1'), answer('a2')] }));
    const { router } = open('#answer-a2');
    await waitFor(() => expect(document.activeElement?.id).toBe('answer-a2'));
    await act(() => router.navigate('/elsewhere'));
    scrolled.mockClear();
    await act(() => router.navigate(-1));
    await waitFor(() => expect(document.getElementById('answer-a2')).toHaveAttribute('data-marked'));
    expect(document.activeElement).toBe(document.body);
    expect(scrolled).not.toHaveBeenCalled();
    await act(() => router.navigate('/question/q1#answer-a2'));
    await waitFor(() => expect(document.activeElement?.id).toBe('answer-a2'));
    expect(scrolled).toHaveBeenCalledTimes(1);
  });

  test.each(['answer-a3', 'answer-a2', 'comment-c9'])('says of #%s that it is gone, once all is loaded', async (id) => {
    const gone = { ...answer('a2'), text: '', deleted: { by: 'author', reason: null } } as const;
    serve(({ query }) =>
      query.has('after') ? { answers: [gone] } : { answers: [answer('a1')], moreAnswersAfter: 'a1' },
    );
    open(`#${id}`);
    renderPage(<ToastPlace />);
    expect(await screen.findByText('This answer or comment was deleted.')).toBeInTheDocument();
  });

  test('is copied by the link beside a post', async () => {
    serve(() => ({ answers: [answer('a1')] }));
    const { user } = open();
    renderPage(<ToastPlace />);
    await user.click(await screen.findByRole('link', { name: 'Link to this answer' }));
    expect(await navigator.clipboard.readText()).toBe('http://localhost:3000/question/q1#answer-a1');
    expect(await screen.findByText('Link copied.')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Share' }));
    expect(await navigator.clipboard.readText()).toBe('http://localhost:3000/question/q1');
  });
});

describe('[Q-30] of a removed answer that is accepted', () => {
  const deleted = { by: 'moderator', reason: 'Off topic' } as const;
  const removed = (accepted: boolean) => ({ ...answer('a1'), text: '', deleted, accepted });
  const show = async (askedBy: string, answers = [removed(true), answer('a2')]) => {
    const question = { askedBy, answers, answerCount: 1, acceptedAnswerId: 'a1' };
    const server = serve(() => question, {
      'POST /question/acceptAnswer': () => ({ body: questionOf({ _id: 'q1', ...question, acceptedAnswerId: null }) }),
    });
    const { user } = open();
    await screen.findByText(/Off topic/);
    const [item = document.body] = within(screen.getByRole('list', { name: 'Answers' })).getAllByRole('listitem');
    return { user, server, item: within(item) };
  };

  test('the asker can withdraw that, and nothing else; the focus stays at the answer', async () => {
    const { user, server, item } = await show('ann');
    const toggle = item.getByRole('button', { name: 'Accept this answer', pressed: true });
    expect(item.queryByRole('group', { name: 'Score of the answer' })).not.toBeInTheDocument();
    await user.click(toggle);
    expect(toggle).not.toBeInTheDocument();
    expect(document.activeElement?.id).toBe('answer-a1');
    await waitFor(() =>
      expect(server.to('/question/acceptAnswer')).toMatchObject([{ body: { qid: 'q1', aid: null, username: 'ann' } }]),
    );
  });

  test('a failure brings the toggle back', async () => {
    const { user, server, item } = await show('ann');
    server.routes['POST /question/acceptAnswer'] = () => 'down';
    await user.click(item.getByRole('button', { name: 'Accept this answer' }));
    expect(await item.findByRole('alert')).toHaveTextContent('Error while accepting the answer');
    expect(item.getByRole('button', { name: 'Accept this answer', pressed: true })).toBeInTheDocument();
  });

  test.each([
    ['others', 'bea', removed(true)],
    ['the asker, once it is not accepted', 'ann', removed(false)],
  ])('%s have no toggle', async (_, askedBy, shown) => {
    const { item } = await show(askedBy, [shown]);
    expect(item.queryByRole('button', { name: 'Accept this answer' })).not.toBeInTheDocument();
  });
});

test('[Q-14] the first comment is shown when it arrives, unless the reader has hidden the section', async () => {
  serve(() => ({ answers: [answer('a1'), answer('a2')] }));
  const { user, store } = open();
  const answers = within(await screen.findByRole('list', { name: 'Answers' })).getAllByRole('listitem');
  const toggle = (name: string) => within(answers[0]!).getByRole('button', { name });
  await user.click(toggle('Show Comments'));
  await user.click(toggle('Hide Comments'));
  act(() => {
    store.dispatch(addComments('q1', 'q1', [comment('c0')]));
    store.dispatch(addComments('q1', 'a1', [comment('c1')]));
    store.dispatch(addComments('q1', 'a2', [comment('c2')]));
  });
  expect(await screen.findByText('Comment c0.')).toBeInTheDocument();
  expect(await screen.findByText('Comment c2.')).toBeInTheDocument();
  expect(screen.queryByText('Comment c1.')).not.toBeInTheDocument();
});

test('[BN-5, Q-36] answers that come while the question is in sight are marked as read', async () => {
  const server = serve(() => ({ answers: [answer('a1')], answerCount: 1 }), {
    'POST /question/markRead': () => ({ body: { unread: false } }),
  });
  const { store } = open();
  await screen.findByText('Answer a1.');
  act(() => store.dispatch(appendAnswer('q1', answer('a2'))));
  await screen.findByText('Answer a2.');
  await waitFor(() => expect(server.to('/question/markRead').map(({ body }) => body)).toEqual([{ qid: 'q1' }]));
  const visibility = jest.spyOn(document, 'visibilityState', 'get');
  const look = (state: DocumentVisibilityState) => {
    visibility.mockReturnValue(state);
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
  };
  look('hidden');
  act(() => store.dispatch(appendAnswer('q1', answer('a3'))));
  await screen.findByText('Answer a3.');
  expect(server.to('/question/markRead')).toHaveLength(1);
  look('visible');
  await waitFor(() => expect(server.to('/question/markRead')).toHaveLength(2));
});

test('[BN-5, Q-36] an unread question is marked by reading it, or by a call if the page had it already', async () => {
  const server = serve(() => ({ answers: [answer('a1')], answerCount: 1 }), {
    'GET /question/getQuestion': () => ({ body: [{ ...rowOf({ _id: 'q1' }), unread: true }] }),
    'POST /question/markRead': () => ({ body: { unread: false } }),
  });
  const { store, router } = open();
  await screen.findByText('Answer a1.');
  const list = { order: 'newest', username: 'ann' } as const;
  const unread = () =>
    questionsApi.endpoints.getQuestions.select(list)(store.getState()).data?.pages[0]?.rows[0]?.unread;
  const readList = () => store.dispatch(questionsApi.endpoints.getQuestions.initiate(list, { forceRefetch: true }));
  const visit = (path: string) => act(() => router.navigate(path));
  await visit('/elsewhere');
  await act(readList);
  expect(unread()).toBe(true);
  await visit('/question/q1');
  await waitFor(() => expect(server.to('/question/markRead')).toHaveLength(1));
  expect(unread()).toBe(false);
  // Nobody has it any more, so it is asked for.
  await visit('/elsewhere');
  act(() => void store.dispatch(questionsApi.util.invalidateTags([tagOf('Question', 'q1')])));
  await act(readList);
  await visit('/question/q1');
  await screen.findByText('Answer a1.');
  await waitFor(() => expect(unread()).toBe(false));
  expect(server.to('/question/markRead')).toHaveLength(1);
});

describe('[BA-3, Q-28] the order of answers', () => {
  const inOrder = { best: ['a2', 'a1'], oldest: ['a1', 'a2'], newest: ['a2', 'a1'] };
  const shown = () => within(screen.getByRole('list', { name: 'Answers' })).getAllByText(/^Answer a/);
  const serveOrders = () =>
    serve(({ query }) => {
      const ids = inOrder[(query.get('answers') ?? 'oldest') as keyof typeof inOrder];
      return { answers: ids.map((id) => answer(id)), answerCount: 2 };
    });
  const asked = (server: ReturnType<typeof serve>) =>
    server.to('/question/getQuestionById/q1').map(({ query }) => query.get('answers'));

  test('is Best at first; another one is kept by the browser, and the question stays meanwhile', async () => {
    const server = serveOrders();
    const { user, unmount } = open();
    expect(await screen.findByRole('radio', { name: 'Best' })).toBeChecked();
    await waitFor(() => expect(shown().map(({ textContent }) => textContent)).toEqual(['Answer a2.', 'Answer a1.']));
    await user.click(screen.getByRole('radio', { name: 'Oldest' }));
    expect(screen.getByRole('heading', { level: 1, name: 'Title of q1' })).toBeInTheDocument();
    await waitFor(() => expect(shown().map(({ textContent }) => textContent)).toEqual(['Answer a1.', 'Answer a2.']));
    expect(asked(server)).toEqual(['best', 'oldest']);
    unmount();
    const again = serveOrders();
    open();
    expect(await screen.findByRole('radio', { name: 'Oldest' })).toBeChecked();
    expect(asked(again)).toEqual(['oldest']);
    await user.click(screen.getByRole('radio', { name: 'Best' }));
  });

  test('is not offered for a single answer', async () => {
    serve(() => ({ answers: [answer('a1')], answerCount: 1 }));
    open();
    await screen.findByText('Answer a1.');
    expect(screen.queryByRole('radio')).not.toBeInTheDocument();
  });
});

test('[BA-4] a comment beyond the first five is shown and marked if the address names it', async () => {
  const comments = Array.from({ length: 9 }, (_, index) => comment(`c${index + 1}`));
  serve(() => ({ answers: [answer('a1', comments)], answerCount: 1 }));
  open('#comment-c9');
  await waitFor(() => expect(document.activeElement?.id).toBe('comment-c9'));
  expect(document.activeElement).toHaveAttribute('data-marked');
});

describe('[Q-16] the form at the foot', () => {
  const text = () => screen.findByLabelText('Answer Text');

  test('posts an answer, which is shown and has the focus; there is no step back', async () => {
    serve(() => ({ answers: [answer('a1')], answerCount: 1 }), {
      'POST /answer/addAnswer': () => ({ body: { ...answer('a2'), ansBy: 'ann' } }),
    });
    const { user, router } = open();
    const steps = jest.spyOn(router, 'navigate');
    await fill(user, await text(), 'Answer a2.', '{Control>}{Enter}{/Control}');
    await waitFor(() => expect(document.activeElement?.id).toBe('answer-a2'));
    expect(await text()).toHaveValue('');
    expect(screen.getByRole('heading', { name: '2 answers' })).toBeInTheDocument();
    expect(steps).toHaveBeenCalledWith('/question/q1', { state: { answered: 'a2' }, replace: true });
  });

  test('shares its draft with the page for an answer', async () => {
    serve(() => ({}));
    const foot = open();
    await fill(foot.user, await text(), 'Half an');
    foot.unmount();
    renderPage(<AnswerPage />, { at: '/new/answer/q1', path: '/new/answer/:qid' });
    expect(await text()).toHaveValue('Half an');
  });
});

test.each([
  ['others', 'bea', 'Know something that helps?'],
  ['who asked', 'ann', 'Found the answer yourself? Post it for others.'],
])('without answers, %s are invited to give one, in words of their own', async (_, askedBy, words) => {
  serve(() => ({ askedBy }));
  open();
  await screen.findByText(`Nobody has answered yet. ${words}`);
});

test('the head counts answers, views and followers', async () => {
  serve(() => ({ answerCount: 2, viewCount: 1, following: ['bea', 'cal'] }));
  open();
  for (const fact of ['2 answers', '1 view', '2 followers']) await screen.findByText(fact);
});

test('related questions come when they would be seen, those most like it first', async () => {
  let seen = (): void => undefined;
  jest.spyOn(globalThis, 'IntersectionObserver').mockImplementation((notify) => {
    const observer = { observe() {}, disconnect() {} } as unknown as IntersectionObserver; // what the page uses
    seen = () => notify([{ isIntersecting: true } as IntersectionObserverEntry], observer); // likewise
    return observer;
  });
  const server = serve(() => ({ title: 'Roses droop' }), {
    'GET /question/getQuestion': () => ({
      body: [
        rowOf({ _id: 'q1' }),
        rowOf({ _id: 'q2' }),
        rowOf({ _id: 'q3', title: 'Why roses?' }),
        rowOf({ _id: 'q4', title: 'Roses!', askedBy: 'eve' }),
      ],
    }),
  });
  const { store } = open();
  await screen.findByRole('heading', { level: 1, name: 'Roses droop' });
  expect(server.to('/question/getQuestion')).toEqual([]);
  act(() => void store.dispatch(blockedKnown(['eve']))); // decisions M-30
  act(seen);
  await screen.findByRole('heading', { name: 'Related questions' });
  const rail = within(screen.getByRole('complementary', { name: 'About this question' }));
  expect(rail.getAllByRole('link').map((link) => link.textContent)).toEqual(['Why roses?', 'Title of q2']);
  expect(Object.fromEntries(server.to('/question/getQuestion')[0]?.query ?? [])).toMatchObject({ search: '[garden]' });
});
