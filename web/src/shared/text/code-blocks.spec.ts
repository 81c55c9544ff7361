import { expect, test } from '@jest/globals';
import { charactersRead } from '../testing/characters-read.ts';
import { hasNamedCode } from './code-blocks.ts';

test.each([
  ['```js\na\n```', true],
  ['text\n\n  ~~~ c++\na\n~~~', true],
  ['1. first\n   ```sh\n   ls\n   ```', true],
  ['> ```sql\n> select 1\n> ```', true],
  ['- 1) >\t``` #\n', true],
  ['```\na\n```', false],
  ['`js` and ``js``', false],
  ['-```js', false],
  ['a ```js', false],
  ['~~`js', false],
  ['', false],
])('%p: %p', (text, expected) => {
  expect(hasNamedCode(text)).toBe(expected);
});

test.each([
  ['spaces', ' '],
  ['quotes in quotes', '>'],
  ['lists in lists', '- '],
  ['numbered lists', '1. '],
  ['digits', '1'],
  ['a fence', '`'],
  ['empty quotes', '> \n'],
  ['a quote of spaces', ' ', '>'],
  ['a fence before spaces', ' ', '```'],
])('%s: twice as many take twice the work', (_name, sign, before = '') => {
  const work = (times: number) => charactersRead(() => hasNamedCode(`${before}${sign.repeat(times)}!`));
  const once = work(300);
  expect(once).toBeGreaterThan(300);
  expect(work(600) / once).toBeLessThan(2.2);
});
