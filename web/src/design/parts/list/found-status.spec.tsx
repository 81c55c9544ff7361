import { expect, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { FoundStatus } from './found-status.tsx';

const status = (found: Parameters<typeof FoundStatus>[0]) => {
  render(<FoundStatus {...found} />);
  return screen.getByRole('status');
};

test.each([
  ['one', { number: 1 }, '1 user'],
  ['several', { number: 3 }, '3 users'],
  ['those that are loaded, and more', { number: 25, isMore: true }, '25 users, and more'],
  ['other things', { number: 2, noun: 'chat' }, '2 chats'],
  ['what is still being searched', { number: undefined }, ''],
  ['nobody yet', { number: 0, isMore: true }, ''],
])('says to screen readers how many a search has found: %s', (_, found, text) => {
  const said = status({ search: 'be', ...found });
  expect(said.textContent).toBe(text);
  expect(said).toHaveClass('visually-hidden');
});

test.each([
  ['be', 'No Users Found'],
  ['', 'There are no members.'],
])('shows that there is nobody, with the search "%s"', (search, text) => {
  const said = status({ search, number: 0, empty: 'There are no members.' });
  expect(said.textContent).toBe(text);
  expect(said).not.toHaveClass('visually-hidden');
});

test('says nothing about a list that nobody searches', () => {
  expect(status({ search: '', number: 3 }).textContent).toBe('');
});
