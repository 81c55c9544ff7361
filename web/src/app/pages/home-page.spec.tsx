import { expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { rowOf } from '../../features/questions/testing.ts';
import { fakeServer } from '../../shared/testing/fake-server.ts';
import { renderPage } from '../../shared/testing/render-page.tsx';
import { HomePage } from './home-page.tsx';

test('[SC-11] a card shows answers and views, and links to its tags and author', async () => {
  const row = rowOf({
    _id: 'q1',
    title: 'Why?',
    answerCount: 2,
    viewCount: 5,
    tags: [{ name: 'c++', description: '' }],
  });
  fakeServer({ 'GET /question/getQuestion': () => ({ body: [row], headers: { 'X-Total-Count': '1' } }) });
  renderPage(<HomePage />, { at: '/home' });
  const card = within(await screen.findByRole('article'));
  expect(card.getByText('2 answers')).toBeInTheDocument();
  expect(card.getByText('5 views')).toBeInTheDocument();
  expect(card.getByRole('link', { name: 'c++' })).toHaveAttribute('href', '/home?tag=c%2B%2B');
  expect(card.getByRole('link', { name: 'bea' })).toHaveAttribute('href', '/user/bea');
  expect(card.getByText(/^asked/)).toHaveTextContent(/^asked .* at \d\d:\d\d:\d\d$/);
  expect(card.queryByText('Followers Only')).not.toBeInTheDocument();
});

test.each([
  ['Newest', 'newest'],
  ['Unanswered', 'unanswered'],
  ['Active', 'active'],
  ['Most Viewed', 'mostViewed'],
  ['Following Feed', 'following'],
])('[SC-10, LI-6] the button %s orders by %s', async (label, order) => {
  const server = fakeServer({ 'GET /question/getQuestion': () => ({ body: [rowOf({ _id: 'q1' })] }) });
  const { user } = renderPage(<HomePage />, { at: '/home?order=nonsense' });
  expect(await screen.findByRole('button', { name: 'Newest' })).toHaveAttribute('aria-pressed', 'true');
  await user.click(screen.getByRole('button', { name: label }));
  expect(await screen.findByRole('button', { name: label })).toHaveAttribute('aria-pressed', 'true');
  expect(server.to('/question/getQuestion').at(-1)?.query.get('order')).toBe(order);
});
