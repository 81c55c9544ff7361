import { setFlagsFromString } from 'node:v8';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { textThatGrows } from '@parlour/contracts/testing/growth';
import { typedWord } from '../design/parts/editor/completed-word.ts';
import { continueLine, format } from '../design/parts/editor/markdown-edit.ts';
import { passwordStrength } from '../design/parts/form/password-strength.ts';
import { plainWords } from '../features/messaging/message/plain-words.ts';
import { quoteOf } from '../features/messaging/message/quote.ts';
import { earlyFault, typedTags } from '../features/questions/ask/typed-tags.ts';
import { hasNamedCode } from '../shared/text/code-blocks.ts';
import { isCostlyMarkdown } from '@parlour/contracts/markdown/costly-markdown';
import { usesGitHubMarkdown } from '@parlour/contracts/markdown/github-markdown';
import { withSitePaths } from '../shared/text/site-links.ts';

const whole = (text: string) => ({ text, from: 0, to: text.length });
const atEnd = (text: string) => ({ text, from: text.length, to: text.length });

/** Addresses are read by the browser. */
const readers: readonly (readonly [string, (text: string) => unknown])[] = [
  ['isCostlyMarkdown', isCostlyMarkdown],
  ['usesGitHubMarkdown', usesGitHubMarkdown],
  ['hasNamedCode', hasNamedCode],
  ['withSitePaths', withSitePaths],
  ['continueLine', (text) => continueLine(atEnd(text))],
  ['format as bold', (text) => format(whole(text), 'bold')],
  ['format as code', (text) => format(whole(text), 'code')],
  ['format as a heading', (text) => format(whole(text), 'heading')],
  ['format as a quote', (text) => format(whole(text), 'quote')],
  ['format as a list', (text) => format(whole(text), 'orderedList')],
  ['typedWord in a text', (text) => typedWord(text, text.length, 'text')],
  ['typedWord in tags', (text) => typedWord(text, text.length, 'tags')],
  ['typedTags', typedTags],
  ['earlyFault', earlyFault],
  ['passwordStrength', (text) => passwordStrength(text, text)],
  ['plainWords', plainWords],
  ['quoteOf', (text) => quoteOf(text, text)],
];

// Beside the program, the compiler would be done at another moment in each run.
beforeAll(() => setFlagsFromString('--no-concurrent-recompilation'));
afterAll(() => setFlagsFromString('--concurrent-recompilation'));

test.each(readers)(
  '[Q-9] %s takes no more than twice the time for twice the text, once it is optimized',
  (_name, read) => {
    expect(textThatGrows(read)).toBeUndefined();
  },
);
