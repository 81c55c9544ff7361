import { expect, test } from '@jest/globals';
import { plainWords } from './plain-words.ts';

test.each([
  ['**Important**: see `x` and [the plan](https://example.org/plan)', 'Important: see x and the plan'],
  ['*one* __two__ _three_ ***four*** **a *b* c**', 'one two three four a b c'],
  ['**see [the *new* plan](https://example.org/a_(b))**', 'see the new plan'],
  ['``a`` and `*b* \\c`', 'a and *b* \\c'],
  ['**now: `a*b`** and __`c`__', 'now: a*b and c'],
  ['```js\nrun(a_b);\n```\ndone', 'run(a_b);\ndone'],
  ['```npm i``` does it', 'npm i does it'],
  ['https://example.org/Foo\\_bar and https://x.org/`id` now', 'https://example.org/Foo_bar and https://x.org/id now'],
  ['\uE0000\uE000 `a`', '0 a'],
  ['[](https://example.org)', '[](https://example.org)'],
  ['@"Eve Lee" and <https://example.org/a_b_c>', '@Eve Lee and https://example.org/a_b_c'],
  ['2\\*3 \\[x\\]', '2*3 [x]'],
  ['> **ben:** earlier\n\n**later**', 'later'],
  ['> *only* a quote', 'only a quote'],
  ['![](/file/0194) ![A *leaf*](/file/0195) [plan.pdf](/file/0196)', 'Picture A leaf plan.pdf'],
])('%j has the words %j', (text, words) => {
  expect(plainWords(text)).toBe(words);
});

test.each([
  '# no heading\n- no list\n1. none',
  '2 * 3 * 4, a_b_c, 5 ** 6',
  'open **and `unclosed [ones](',
  'https://example.org/_a_/*b',
  '<b>no tag</b> &amp; ![',
])('what is no mark stays: %j', (text) => {
  expect(plainWords(text)).toBe(text);
});
