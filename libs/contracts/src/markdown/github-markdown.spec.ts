import { expect, test } from '@jest/globals';
import { usesGitHubMarkdown } from './github-markdown.ts';

test.each([
  ['a table', '| Boat | Sails |\n| --- | :-: |\n| Gaffer | 3 |'],
  ['a table without outer bars, in a quote', '> Boat | Sails\n> --- | ---\n> Gaffer | 3'],
  ['a table of one column, without a blank', '|a|\n|-|\n|b|\n|c|'],
  ['a table of two columns without outer bars', 'a|b\n-|-\nc|d'],
  ['text struck out', 'The ~~old~~ new sail'],
  ['tasks', '- [ ] Rope\n- [x] Tar'],
  ['a bare address', 'See https://example.org/tide.'],
  ['a bare address in parentheses', 'the table (www.example.org)'],
])('[BW-1] %s is GitHub’s Markdown', (_name, text) => {
  expect(usesGitHubMarkdown(text)).toBe(true);
});

test.each([
  ['plain Markdown', '# Tide\n\n- *high*\n- low [x] `a|b`'],
  ['a link', '[the tide](https://example.org) and <https://example.org/a>'],
  ['a line', 'high\n---\nlow'],
])('%s needs nothing more', (_name, text) => {
  expect(usesGitHubMarkdown(text)).toBe(false);
});

test.each([
  ['a table whose rows would be filled up', `|${'a|'.repeat(500)}\n|${'-|'.repeat(500)}\n${'|\n'.repeat(2_000)}`],
  ['such a table with lines as on old systems', `~~|${'a|'.repeat(500)}\r|${'-|'.repeat(500)}\r${'|\r'.repeat(2_000)}`],
  ['a small table that would be filled up', `|${'a|'.repeat(99)}\n|${'-|'.repeat(99)}\n${'|\n'.repeat(40)}`],
  ['thousands of tildes', '~~a '.repeat(2_000)],
  ['more addresses than a text may have', 'www.a.b '.repeat(501)],
  ['an address in thousands of characters that no blank breaks', `www.a.b ${'a.'.repeat(10_000)}`],
])('[BW-1] %s stay plain Markdown', (_name, text) => {
  expect(usesGitHubMarkdown(text)).toBe(false);
});
