import { describe, expect, jest, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { workOf } from '@parlour/contracts/testing/work-of';
import { charactersRead } from '../../../shared/testing/characters-read.ts';
import { isCostlyMarkdown } from '@parlour/contracts/markdown/costly-markdown';
import Markdown from './markdown.tsx';
import { PostText } from './post-text.tsx';

const longest = 30_000;

/**
 * The size of a rendered text in characters of HTML, which a browser must parse, lay out and paint.
 */
function sizeOf(text: string): number {
  const { container, unmount } = render(isCostlyMarkdown(text) ? <PostText text={text} /> : <Markdown text={text} />);
  const size = container.innerHTML.length;
  unmount();
  return size;
}

function filled(unit: string, length: number, repeated = Math.floor(length / unit.length)): string {
  return (unit.repeat(repeated) + 'x'.repeat(length)).slice(0, length);
}

const definition = (length: number): string => `[a]: https://x.y/${'a'.repeat(length)}\n\n`;

describe('the size on the page is linear in the length of the text', () => {
  test.each([
    [
      'thousands of references to a long address',
      (length: number) => definition(length / 2) + '[a]'.repeat(length / 6),
    ],
    [
      'references to an address of the permitted length',
      (length: number) => filled(`${definition(1_900)}${'[a]'.repeat(450)}`, length, 1),
    ],
    ['many short links', (length: number) => '[a](https://x.y)'.repeat(length / 16)],
    ['pictures without a description', (length: number) => '![](https://x.y)'.repeat(length / 16)],
    ['code', (length: number) => '`a` '.repeat(length / 4)],
    ['blocks of code', (length: number) => '```\ncopied it\n```\n'.repeat(length / 18)],
    ['short blocks of code', (length: number) => '```\na\n```\n'.repeat(length / 10)],
    ['empty list items', (length: number) => '-\n'.repeat(length / 2)],
    ['emphasis', (length: number) => '*a*b'.repeat(length / 4)],
  ])('%s', (_name, textOf) => {
    for (const length of [1_875, 15_000]) expect(sizeOf(textOf(length))).toBeLessThan(10_000 + 12 * length);
  });
});

describe('the parser’s work is bounded, however often this is repeated', () => {
  const units = ['[a][', '[a](', '[a](b (', '[a](b "', '[[a]', '![a][', '[a]: b "', '[a]: b (\n', 'a\n===\n'];
  // The highest numbers that still count as Markdown, with the rest of the text in the same
  // paragraph.
  test.each(units)('%j', (unit) => {
    for (const repeated of [longest, 2_000, 500]) {
      const text = filled(unit, longest, repeated);
      if (!isCostlyMarkdown(text))
        expect(workOf(() => render(<Markdown text={text} />).unmount())).toBeLessThan(1_500 * longest);
    }
  });
});

describe('code', () => {
  const width = (scrollWidth: number) => {
    jest.spyOn(Element.prototype, 'scrollWidth', 'get').mockReturnValue(scrollWidth);
    jest.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(600);
    const { container } = render(<Markdown text={'    let a = 1;'} />);
    return container.querySelector('pre');
  };

  test('that is wider than the page can be focused and scrolled by keyboard', () => {
    expect(width(601)).toHaveAttribute('tabindex', '0');
    expect(screen.getByRole('group', { name: 'Code' })).toHaveTextContent('let a = 1;');
  });

  test('that is not is skipped by Tab', () => {
    expect(width(600)).not.toHaveAttribute('tabindex');
  });
});

test('a text that has not changed is not rendered again', async () => {
  const text = `**bold** ${'and plain '.repeat(100)}`;
  const { rerender } = render(<PostText text={text} />);
  await screen.findByText('bold');
  expect(charactersRead(() => rerender(<PostText text={text} />))).toBeLessThan(text.length);
  expect(charactersRead(() => rerender(<PostText text={`${text}!`} />))).toBeGreaterThan(text.length);
});

test.each(['מה זה?', 'What is that?', '> '.repeat(15_000)])('a text has the direction of its own letters', (text) => {
  const { container } = render(<PostText text={text} />);
  expect(container.firstElementChild).toHaveAttribute('dir', 'auto');
});

test('code in a right-to-left text runs from left to right', () => {
  expect(
    render(<Markdown text={'    let a = 1;'} />)
      .container.querySelector('pre')
      ?.closest('[dir]'),
  ).toHaveAttribute('dir', 'ltr');
});
