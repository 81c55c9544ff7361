import { describe, expect, test } from '@jest/globals';
import { typedWord, type CompletedIn } from './completed-word.ts';

/** The word at the end of a text, and what it would replace. */
function last(text: string, of: CompletedIn) {
  const found = typedWord(text, text.length, of);
  return found && [found.kind, found.word, text.slice(found.from, found.to)];
}

describe('[BW-2] a name is completed wherever a text mentions somebody', () => {
  test.each([
    ['@', '', '@'],
    ['Ask (@be', 'be', '@be'],
    ['请问@王小', '王小', '@王小'],
    ['请问＠be', 'be', '＠be'],
    ['مرحبا@be', 'be', '@be'],
    ['**@be', 'be', '@be'],
    ['_@be', 'be', '@be'],
    ['@"Ann L', 'Ann L', '@"Ann L'],
    ['@“Ann L', 'Ann L', '@“Ann L'],
    ['@ann @be', 'be', '@be'],
  ])('%j: %j', (text, word, replaced) => {
    expect(last(text, 'text')).toEqual(['person', word, replaced]);
  });

  test.each(['', 'be', 'ann@be', 'ann.@be', '\\@be', '@@be', '@ann b', 'é@be', '1@be', 'a/@be'])(
    'not in %j',
    (text) => {
      expect(last(text, 'text')).toBeUndefined();
    },
  );
});

test('a tag is completed after #, and in a field for tags after whatever ends one', () => {
  expect(last('See #ga', 'text')).toEqual(['tag', 'ga', '#ga']);
  expect(last('See#ga', 'text')).toBeUndefined();
  for (const sign of [' ', ',', '，', '、', '،', '\u3000'])
    expect(last(`sea${sign}ga`, 'tags')).toEqual(['tag', 'ga', 'ga']);
  expect(last('sea ', 'tags')).toBeUndefined();
});
