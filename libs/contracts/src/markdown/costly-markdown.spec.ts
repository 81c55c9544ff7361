import { expect, test } from '@jest/globals';
import { isCostlyMarkdown } from './costly-markdown.ts';

test.each([
  ['quotes in quotes', '>'.repeat(30_000)],
  ['spaced quotes in quotes', '> '.repeat(15_000)],
  ['lists in lists', '1. '.repeat(10_000)],
  ['mixed containers', '- > 1) '.repeat(4_000)],
  ['emphasis that is never closed', '*a_ '.repeat(7_500)],
  ['emphasis of two signs, one in the other', '*_'.repeat(15_000)],
  ['comments that are never closed', 'a <!--'.repeat(5_000)],
  ['instructions that are never closed', 'a <?'.repeat(7_500)],
  ['a quote with lazy lines', `> a\n${'b\n'.repeat(14_000)}`],
  ['lazy lines that end as on old systems', `> a\r${'b\r'.repeat(14_000)}`],
  ['many deep lines', `${'>'.repeat(16)} a\n\n`.repeat(1_500)],
  ['signs and little else', '\\'.repeat(6_001)],
  ['entries of a list', '- a\n'.repeat(1_001)],
  ['headings by a line below', 'a\n=\n'.repeat(501)],
  ['tables', '|a|\n|-|\n\n'.repeat(501)],
  ['stars of one paragraph', '*a '.repeat(1_001)],
])('%s are shown unrendered', (_name, text) => {
  expect(isCostlyMarkdown(text)).toBe(true);
});

test.each([
  ['a quote of a quote', '> > hello\n> there'],
  ['a list with a list', '- one\n  - two\n    1. three'],
  ['a line of dashes or stars', '- - -\n\n* * *\n\n-----'],
  ['a long list', '- entry\n'.repeat(500)],
  ['a text with many formats', '*very* **much** `code` [link](https://example.org)\n\n'.repeat(500)],
  ['6,000 signs', '\\'.repeat(6_000)],
  ['a list of a thousand', '- a\n'.repeat(1_000)],
  ['a text with a thousand stars to a paragraph', `${'*a '.repeat(1_000)}\n\n`.repeat(3)],
  ['a text of names with underscores', 'a_name_of '.repeat(2_900)],
])('%s is Markdown', (_name, text) => {
  expect(isCostlyMarkdown(text)).toBe(false);
});
