import { setFlagsFromString } from 'node:v8';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { mentionsIn } from './mentions.ts';
import { textThatGrows } from './testing/growth.ts';

// As in growth.spec.ts; the parser of Markdown takes longer.
beforeAll(() => setFlagsFromString('--no-concurrent-recompilation'));
afterAll(() => setFlagsFromString('--concurrent-recompilation'));

it('[Q-9] mentions take no more than twice the time for twice the text, once the parser is optimized', () => {
  expect(textThatGrows((text) => mentionsIn(text, 'post'))).toBeUndefined();
});
