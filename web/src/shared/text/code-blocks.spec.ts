import { expect, test } from '@jest/globals';
import { hasNamedCode } from './code-blocks.ts';

test.each([
  ['```js\na\n```', true],
  ['text\n\n  ~~~ c++\na\n~~~', true],
  ['1. first\n   ```sh\n   ls\n   ```', true],
  ['> ```sql\n> select 1\n> ```', true],
  ['```\na\n```', false],
  ['`js` and ``js``', false],
  ['', false],
])('%p: %p', (text, expected) => {
  expect(hasNamedCode(text)).toBe(expected);
});

test('30,000 signs are looked through in time', () => {
  for (const sign of [' ', '>', '- ', '1. ', '`', '> \n']) hasNamedCode(sign.repeat(30_000 / sign.length));
}, 1_000);
