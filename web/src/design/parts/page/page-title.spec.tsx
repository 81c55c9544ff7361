import { expect, test } from '@jest/globals';
import { render } from '@testing-library/react';
import { usePageTitle, useTitleCount } from './page-title.ts';

function Page({ title }: { readonly title: string }) {
  usePageTitle(title);
  return null;
}

function Counted({ what, number }: { readonly what: string; readonly number: number }) {
  useTitleCount(what, number);
  return null;
}

test('the title starts with the sum of all counts, in any order', () => {
  const page = render(<Page title="Tags" />);
  expect(document.title).toBe('Tags · Parlour');
  const turns = render(<Counted what="turns" number={2} />);
  const others = render(<Counted what="others" number={1} />);
  expect(document.title).toBe('(3) Tags · Parlour');
  page.rerender(<Page title="Users" />);
  expect(document.title).toBe('(3) Users · Parlour');
  turns.rerender(<Counted what="turns" number={0} />);
  expect(document.title).toBe('(1) Users · Parlour');
  others.unmount();
  expect(document.title).toBe('Users · Parlour');
});
