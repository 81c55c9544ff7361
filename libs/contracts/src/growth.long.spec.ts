import { setFlagsFromString } from 'node:v8';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { mentionsIn } from './text/mentions.ts';
import { isCostlyMarkdown } from './markdown/costly-markdown.ts';
import { textThatGrows, textThatIsSlow } from './testing/growth.ts';
import { treeOf } from './posts/written.ts';

const readers: readonly (readonly [string, (text: string) => unknown])[] = [
  ['the tree of a post', (text) => treeOf(text, 'post')],
  ['the tree of a message', (text) => treeOf(text, 'message')],
  ['the mentions of a post', (text) => mentionsIn(text, 'post')],
];

// As in growth.spec.ts; the parser of Markdown takes longer.
beforeAll(() => setFlagsFromString('--no-concurrent-recompilation'));
afterAll(() => setFlagsFromString('--concurrent-recompilation'));

it.each(readers)(
  '[Q-9] %s takes no more than twice the time for twice the text, once the parser is optimized',
  (_name, read) => {
    expect(textThatGrows(read)).toBeUndefined();
  },
);

it('[Q-9] no text that is parsed takes much longer than an ordinary one', () => {
  expect(textThatIsSlow((text) => treeOf(text, 'post'), isCostlyMarkdown)).toBeUndefined();
});
