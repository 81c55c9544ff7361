import { expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { fakeServer } from '../../shared/testing/fake-server.ts';
import { renderPage } from '../../shared/testing/render-page.tsx';
import { AnswerPage } from './answer-page.tsx';
import { AskPage } from './ask-page.tsx';
import { HomePage } from './home-page.tsx';
import { QuestionPage } from './question-page.tsx';

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
  answers: [{ _id: 'a1', text: 'Water less.', ansBy: 'carl', ansDateTime: '2026-06-02T10:00:00.000Z', comments: [] }],
  comments: [],
  upVotes: [],
  downVotes: [],
  views: ['ann', 'bea'],
  following: [],
};

test.each([
  ['/home', 'All Questions', null],
  ['/home?search=%20%20', 'All Questions', null],
  ['/home?search=droop', 'Search Results', 'droop'],
  ['/home?tag=c%2B%2B', 'c++', '[c++]'],
])('%s is called %s and asks for %s', async (at, title, search) => {
  const server = fakeServer({
    'GET /question/getQuestion': () => ({ body: [question], headers: { 'X-Total-Count': '1' } }),
  });
  renderPage(<HomePage />, { at });
  expect(await screen.findByRole('link', { name: question.title })).toHaveAttribute('href', '/question/q1');
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(title);
  expect(document.title).toBe(`${title} · Parlour`);
  expect(screen.getByText('1 question')).toBeInTheDocument();
  expect(screen.getByText('Followers Only')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Ask a Question' })).toHaveAttribute('href', '/new/question');
  const { query } = server.calls[0] ?? {};
  expect([query?.get('order'), query?.get('username'), query?.get('search') || null]).toEqual([
    'newest',
    'ann',
    search,
  ]);
});

test('an ordering button asks for its order', async () => {
  const server = fakeServer({ 'GET /question/getQuestion': () => ({ body: [question] }) });
  const { user } = renderPage(<HomePage />, { at: '/home' });
  await user.click(await screen.findByRole('button', { name: 'Most Viewed' }));
  expect(screen.getByRole('button', { name: 'Most Viewed' })).toHaveAttribute('aria-pressed', 'true');
  expect(server.calls.at(-1)?.query.get('order')).toBe('mostViewed');
});

test('a question is shown with its answers', async () => {
  fakeServer({ 'GET /question/getQuestionById/q1': () => ({ body: question }) });
  renderPage(<QuestionPage />, { at: '/question/q1', path: '/question/:id' });
  expect(await screen.findByRole('heading', { level: 1, name: question.title })).toBeInTheDocument();
  expect(screen.getByText('2 views')).toBeInTheDocument();
  expect(await screen.findByText('Water less.')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Answer Question' })).toHaveAttribute('href', '/new/answer/q1');
});

test('an unknown question is not found', async () => {
  fakeServer({
    'GET /question/getQuestionById/q9': () => ({
      status: 404,
      body: { error: 'Question not found', code: 'question.unknown' },
    }),
  });
  renderPage(<QuestionPage />, { at: '/question/q9', path: '/question/:id' });
  expect(await screen.findByRole('heading', { name: 'Question not found' })).toBeInTheDocument();
});

test('after asking one is home', async () => {
  fakeServer({ 'POST /question/addQuestion': () => ({ body: question }) });
  const { user, router } = renderPage(<AskPage />, { at: '/new/question' });
  await user.type(screen.getByLabelText('Question Title'), 'T');
  await user.type(screen.getByLabelText('Question Text'), 'T');
  await user.type(screen.getByLabelText('Tags'), 't{Enter}');
  await screen.findByText('elsewhere');
  expect(router.state.location.pathname).toBe('/home');
});

test('after answering one is back at the question', async () => {
  fakeServer({
    'GET /question/getQuestionById/q1': () => ({ body: question }),
    'POST /answer/addAnswer': () => ({ body: { ...question.answers[0], _id: 'a2' } }),
  });
  const { user, router } = renderPage(<AnswerPage />, { at: '/new/answer/q1', path: '/new/answer/:qid' });
  expect(await screen.findByRole('link', { name: question.title })).toBeInTheDocument();
  await user.type(screen.getByLabelText('Answer Text'), 'A');
  await user.click(screen.getByRole('button', { name: 'Post Answer' }));
  await screen.findByText('elsewhere');
  expect(router.state.location.pathname).toBe('/question/q1');
});
