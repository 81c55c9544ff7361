import { describe, expect, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { unedited } from '@parlour/contracts/posts/editable';
import type { AnswerWire } from '@parlour/contracts/qa/qa';
import { api } from '../../shared/api.ts';
import { appendAnswer } from '../../features/questions/question-cache.ts';
import ToastPlace from '../../design/parts/feedback/toast-place.tsx';
import { fakeServer, type FakeAnswer } from '../../shared/testing/fake-server.ts';
import { fill } from '../../shared/testing/fill.ts';
import { renderPage } from '../../shared/testing/render-page.tsx';
import { AnswerPage } from './question/answer-page.tsx';
import { AskPage } from './question/ask-page.tsx';
import { HomePage } from './home/home-page.tsx';
import { QuestionPage } from './question/question-page.tsx';

const question = {
  _id: 'q1',
  title: 'Why do my roses droop?',
  text: 'They *hang*.',
  tags: [{ name: 'garden', description: 'user added tag' }],
  askedBy: 'bea',
  askDateTime: '2026-06-01T10:00:00.000Z',
  onlyFollowers: true,
  communityId: null,
  answerCount: 1,
  viewCount: 2,
  upVoteCount: 0,
  downVoteCount: 0,
  answers: [
    {
      _id: 'a1',
      text: 'Water less.',
      ansBy: 'carl',
      ansDateTime: '2026-06-02T10:00:00.000Z',
      comments: [],
      score: 0,
      accepted: false,
    },
  ],
  comments: [],
  upVotes: [],
  downVotes: [],
  views: ['ann', 'bea'],
  following: [],
};

test.each([
  ['/home', 'All Questions', {}],
  ['/home?search=%20%20', 'All Questions', {}],
  ['/home?search=droop', 'Search Results', { search: 'droop' }],
  ['/home?tag=c%2B%2B', 'c++', { tag: 'c++' }],
  ['/home?tag=a%5Bb', 'a[b', { tag: 'a[b' }],
  ['/home?tag=%5D', ']', { tag: ']' }],
])('[SC-9, SC-11, LI-6] %s is called %s and asks for %j', async (at, title, wanted) => {
  const server = fakeServer({
    'GET /question/getQuestion': () => ({ body: [question], headers: { 'X-Total-Count': '1' } }),
    ...Object.fromEntries(
      ['c%2B%2B', 'a%5Bb', '%5D'].map((name) => [
        `GET /tag/getTagByName/${name}`,
        () => ({ body: { name: decodeURIComponent(name), description: 'A language' } }),
      ]),
    ),
  });
  renderPage(<HomePage />, { at });
  expect(await screen.findByRole('link', { name: question.title })).toHaveAttribute('href', '/question/q1');
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(title);
  expect(document.title).toBe(`${title} · Parlour`);
  expect(screen.getByText('1 question')).toBeInTheDocument();
  expect(screen.getByText('Followers Only')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Ask a Question' })).toHaveAttribute('href', '/new/question');
  const query = Object.fromEntries(server.to('/question/getQuestion')[0]?.query ?? []);
  expect(query).toEqual({ order: 'newest', username: 'ann', ...wanted });
});

test('[U-5] a question of a closed community is readable, says so, and takes no answers', async () => {
  const unknown = { status: 404, body: { error: 'Community not found', code: 'community.unknown' } };
  fakeServer({
    'GET /question/getQuestionById/q1': () => ({ body: { ...question, communityId: 'c1', answers: [] } }),
    'GET /community/c1': () => unknown,
    'GET /user/getFollowing/ann': () => ({ body: [] }),
  });
  renderPage(<QuestionPage />, { at: '/question/q1', path: '/question/:id' });
  await screen.findByText('Closed community');
  expect(screen.getByText('hang')).toBeInTheDocument();
  expect(screen.getByText(/you cannot add to it/)).toBeInTheDocument();
  expect(screen.queryByRole('link', { name: /answer/i })).not.toBeInTheDocument();
});

test('[SC-16] a question is shown with its answers', async () => {
  fakeServer({
    'GET /question/getQuestionById/q1': () => ({ body: question }),
    'GET /user/getFollowing/ann': () => ({ body: [] }),
  });
  renderPage(<QuestionPage />, { at: '/question/q1', path: '/question/:id' });
  await screen.findByRole('heading', { level: 1, name: question.title });
  expect(screen.getByText('2 views')).toBeInTheDocument();
  await screen.findByText('Water less.');
  expect(screen.getByRole('link', { name: 'Answer Question' })).toHaveAttribute('href', '/new/answer/q1');
});

test('[SC-20] authors have a follow button, except the viewer', async () => {
  const answers = [question.answers[0], { ...question.answers[0], _id: 'a2', ansBy: 'ann', text: 'Mine.' }];
  fakeServer({
    'GET /question/getQuestionById/q1': () => ({ body: { ...question, answers } }),
    'GET /user/getFollowing/ann': () => ({ body: ['carl'] }),
  });
  renderPage(<QuestionPage />, { at: '/question/q1', path: '/question/:id' });
  await screen.findByRole('button', { name: 'Unfollow carl' });
  expect(screen.getByRole('button', { name: 'Follow bea' })).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /ann/ })).not.toBeInTheDocument();
});

test('comments on the question and on an answer appear at once', async () => {
  const said = (text: string) => ({ _id: text, text, commentBy: 'ann', commentDateTime: '2026-06-03T10:00:00.000Z' });
  const server = fakeServer({
    'GET /question/getQuestionById/q1': () => ({ body: question }),
    'GET /user/getFollowing/ann': () => ({ body: [] }),
    'POST /comment/addComment': ({ body }) => ({ body: said((body as { comment: { text: string } }).comment.text) }),
  });
  const { user } = renderPage(<QuestionPage />, { at: '/question/q1', path: '/question/:id' });
  const [ofQuestion, ofAnswer] = await screen.findAllByRole('button', { name: 'Show Comments' });
  for (const [toggle, text] of [
    [ofQuestion, 'To the question'],
    [ofAnswer, 'To the answer'],
  ] as const) {
    if (!toggle) throw new Error('Two sections are expected.');
    await user.click(toggle);
    const boxes = await screen.findAllByLabelText('Comment text');
    await fill(user, boxes.at(-1) ?? toggle, text, '{Control>}{Enter}{/Control}');
    await screen.findByText(text);
  }
  expect(server.to('/comment/addComment').map((call) => call.body)).toMatchObject([
    { id: 'q1', type: 'question' },
    { id: 'a1', type: 'answer' },
  ]);
});

test('renders the first of hundreds of answers, and the viewer’s new one', async () => {
  const answers = Array.from({ length: 60 }, (_, index) => ({
    ...question.answers[0],
    _id: `n${index}`,
    text: `No ${index}.`,
  }));
  fakeServer({
    'GET /question/getQuestionById/q1': () => ({ body: { ...question, answers, answerCount: 60 } }),
    'GET /user/getFollowing/ann': () => ({ body: [] }),
  });
  const { user, router } = renderPage(<QuestionPage />, { at: '/question/q1', path: '/question/:id' });
  await screen.findByRole('heading', { name: '60 answers' });
  expect(within(screen.getByRole('list', { name: 'Answers' })).getAllByRole('listitem')).toHaveLength(20);
  await user.click(screen.getByRole('button', { name: 'Show more answers' }));
  expect(within(screen.getByRole('list', { name: 'Answers' })).getAllByRole('listitem')).toHaveLength(30);
  await act(() => router.navigate('/question/q1', { state: { answered: 'n59' } }));
  expect(within(screen.getByRole('list', { name: 'Answers' })).getAllByRole('listitem')).toHaveLength(60);
});

const named = (id: string): AnswerWire => ({
  _id: id,
  text: `Answer ${id}.`,
  ansBy: 'carl',
  ansDateTime: '2026-06-02T10:00:00.000Z',
  ...unedited,
  comments: [],
  score: 0,
  accepted: false,
});
const more = () => screen.getByRole('button', { name: 'Show more answers' });
const answersOf = (name = 'Answers') =>
  within(screen.getByRole('list', { name }))
    .getAllByRole('listitem')
    .map(({ id }) => id);

test('[LI-20] a button loads more answers of a very long question and passes on the focus', async () => {
  const part = (ids: readonly string[], rest: object = {}) => ({
    body: { ...question, answerCount: 5, answers: ids.map(named), ...rest },
  });
  let arrives = (_: ReturnType<typeof part> | 'down') => undefined as void;
  const server = fakeServer({
    'GET /question/getQuestionById/q1': ({ query }) =>
      query.has('after')
        ? new Promise((resolve) => {
            arrives = resolve;
          })
        : part(['1', '2'], { moreAnswersAfter: '2' }),
    'GET /user/getFollowing/ann': () => ({ body: [] }),
  });
  const { user } = renderPage(<QuestionPage />, { at: '/question/q1', path: '/question/:id' });
  await screen.findByRole('heading', { name: '5 answers' });
  await user.click(more());
  expect(more()).toHaveAttribute('data-loading');
  await act(async () => arrives('down'));
  expect(await screen.findByRole('alert')).toHaveTextContent('More answers could not be loaded. Please try again.');
  expect(answersOf()).toEqual(['answer-1', 'answer-2']);
  expect(more()).toHaveFocus();
  await user.click(more());
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  await act(async () => arrives(part(['3', '4'], { moreAnswersAfter: '4' })));
  await screen.findByText('Answer 4.');
  expect(answersOf()).toEqual(['1', '2', '3', '4'].map((id) => `answer-${id}`));
  expect(document.activeElement).toHaveAttribute('id', 'answer-3');
  expect(screen.getByRole('heading', { name: '5 answers' })).toBeInTheDocument();
  await user.click(more());
  await act(async () => arrives(part(['5'])));
  await screen.findByText('Answer 5.');
  expect(answersOf()).toHaveLength(5);
  expect(document.activeElement).toHaveAttribute('id', 'answer-5');
  expect(screen.queryByRole('button', { name: 'Show more answers' })).not.toBeInTheDocument();
  expect(server.to('/question/getQuestionById/q1').map(({ query }) => query.get('after'))).toEqual([
    null,
    '2',
    '2',
    '4',
  ]);
});

test('[LI-20] on a partly loaded question the viewer’s new answer appears at once, others’ after those before them', async () => {
  fakeServer({
    'GET /question/getQuestionById/q1': ({ query }) => ({
      body: query.has('after')
        ? { ...question, answerCount: 4, answers: ['2', '3'].map(named) }
        : { ...question, answerCount: 2, answers: [named('1')], moreAnswersAfter: '1' },
    }),
    'GET /user/getFollowing/ann': () => ({ body: [] }),
  });
  const { user, store } = renderPage(<QuestionPage />, { at: '/question/q1', path: '/question/:id' });
  await screen.findByRole('heading', { name: '2 answers' });
  act(() => {
    store.dispatch(appendAnswer('q1', named('3')));
    store.dispatch(appendAnswer('q1', { ...named('4'), ansBy: 'ann' }));
  });
  await screen.findByText('Answer 4.');
  expect(answersOf()).toEqual(['answer-1']);
  expect(answersOf('Your latest answers')).toEqual(['answer-4']);
  await user.click(more());
  await screen.findByText('Answer 2.');
  expect(answersOf()).toEqual(['1', '2', '3', '4'].map((id) => `answer-${id}`));
  expect(screen.queryByRole('list', { name: 'Your latest answers' })).not.toBeInTheDocument();
});

test('an unknown question is reported as not found', async () => {
  fakeServer({
    'GET /question/getQuestionById/q9': () => ({
      status: 404,
      body: { error: 'Question not found', code: 'question.unknown' },
    }),
  });
  renderPage(<QuestionPage />, { at: '/question/q9', path: '/question/:id' });
  await screen.findByRole('heading', { name: 'Question not found' });
});

test('[Q-11] after asking, the home page is shown, and a toast links to the question', async () => {
  fakeServer({ 'POST /question/addQuestion': () => ({ body: question }) });
  const { user, router } = renderPage(<AskPage />, { at: '/new/question' });
  await user.type(screen.getByLabelText('Question Title'), 'T');
  await user.type(screen.getByLabelText('Question Text'), 'T');
  await user.type(screen.getByLabelText('Tags'), 't{Enter}{Enter}');
  await screen.findByText('elsewhere');
  expect(router.state.location.pathname).toBe('/home');
  renderPage(<ToastPlace />);
  await user.click(await screen.findByText('Your question was posted.'));
  await waitFor(() => expect(router.state.location.pathname).toBe(`/question/${question._id}`));
});

test('[SC-15, Q-11] after answering, the question is shown', async () => {
  fakeServer({
    'GET /question/getQuestionById/q1': () => ({ body: question }),
    'POST /answer/addAnswer': () => ({ body: { ...question.answers[0], _id: 'a2' } }),
  });
  const { user, router } = renderPage(<AnswerPage />, { at: '/new/answer/q1', path: '/new/answer/:qid' });
  await screen.findByRole('link', { name: question.title });
  await user.type(screen.getByLabelText('Answer Text'), 'A');
  await user.click(screen.getByRole('button', { name: 'Post Answer' }));
  await screen.findByText('elsewhere');
  expect(router.state.location.pathname).toBe('/question/q1');
});

describe.each([
  ['question', <AskPage key="ask" />, '/new/question', 'POST /question/addQuestion', question],
  ['answer', <AnswerPage key="answer" />, '/new/answer/q1', 'POST /answer/addAnswer', question.answers[0]],
] as const)('people who leave while their %s is being posted', (what, page, at, call, posted) => {
  const leave = async (reply: FakeAnswer) => {
    let answer = (): void => undefined;
    fakeServer({
      'GET /question/getQuestionById/q1': () => ({ body: question }),
      [call]: () => new Promise((resolve) => (answer = () => resolve(reply))),
    });
    const path = at.replace('q1', ':qid');
    const { user, router } = renderPage(page, { at, path });
    for (const field of screen.getAllByRole('textbox')) await fill(user, field, 'x');
    await user.click(screen.getByRole('button', { name: /^Post/ }));
    await act(() => router.navigate('/users'));
    renderPage(<ToastPlace />);
    answer();
    return router;
  };

  test('are not pulled back', async () => {
    const router = await leave({ body: posted });
    await screen.findByText(`Your ${what} was posted.`);
    expect(router.state.location.pathname).toBe('/users');
  });

  test('learn of its failure', async () => {
    const router = await leave({ status: 404, body: { error: 'It is gone.', code: 'question.unknown' } });
    await screen.findByText('Sending failed, but your draft is kept: It is gone.');
    expect(router.state.location.pathname).toBe('/users');
  });
});

test('a question that is no longer shared disappears from the page', async () => {
  let shared = true;
  fakeServer({
    'GET /question/getQuestionById/q1': () =>
      shared ? { body: question } : { status: 404, body: { error: 'Question not found', code: 'question.unknown' } },
    'GET /user/getFollowing/ann': () => ({ body: ['bea'] }),
  });
  const { store } = renderPage(<QuestionPage />, { at: '/question/q1', path: '/question/:id' });
  await screen.findByRole('heading', { level: 1, name: question.title });
  shared = false;
  act(() => void store.dispatch(api.util.invalidateTags(['Question'])));
  await screen.findByRole('heading', { level: 1, name: 'Question not found' });
});
