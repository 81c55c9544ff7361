import { describe, expect, it } from '@jest/globals';
import { parseSearch, type Search, wordsOf } from './search.ts';

const cases: readonly (readonly [string, Partial<Search>])[] = [
  ['', { tags: [], words: [] }],
  ['   ', { tags: [], words: [] }],
  ['Water jar', { tags: [], words: ['water', 'jar'] }],
  ['[Plants] [MOSS] water', { tags: ['plants', 'moss'], words: ['water'] }],
  ['[a] [A]', { tags: ['a'], words: [] }],
  ['[c++] [a/b] [c#]', { tags: ['c++', 'a/b', 'c#'], words: [] }],
  ['[int[]] [a[b]c]', { tags: ['int[]', 'a[b]c'], words: [] }],
  ['[] [ ]', { tags: [], words: [] }],
  ['हिन्दी CO₂ x² ٣', { words: ['हिन', 'दी', 'co', 'x'] }],
  ['İSTANBUL ΟΔΟΣ', { words: ['istanbul', 'οδοσ'] }],
  ['Straße Ærø Łódź đ ı ﬁx ＡＢＣ１', { words: ['strasse', 'aero', 'lodz', 'd', 'i', 'fix', 'abc1'] }],
  ['Besta\u0308tigung Bestätigung ὁδός', { words: ['bestatigung', 'bestatigung', 'οδοσ'] }],
  ['\u1112\u1161\u11AB 한 שָׁלוֹם السَّلَام soft\u00ADly', { words: ['한', '한', 'שלום', 'السلام', 'softly'] }],
  ['搜索引擎 擎 C语言3 𠀀𠀁', { words: ['搜索', '索引', '引擎', '擎', 'c', '语言', '3', '𠀀𠀁'] }],
  ['タワー กุ้ง', { words: ['タワ', 'ワー', 'กุ', 'ุง'] }],
  ['v1.2.3 c3po', { words: ['v1', '2', '3', 'c3po'] }],
  ["it's", { tags: [], words: ['it', 's'] }],
  ['%', { words: [], unanswerable: true }],
  ['😀 _', { words: [], unanswerable: true }],
  ['[moss] %', { tags: ['moss'], words: [], unanswerable: true }],
  ['[', { tags: [], words: [], unanswerable: true }],
];

describe('[Q-2] the search box', () => {
  it.each(cases)('%j', (text, found) => {
    expect(parseSearch(text)).toEqual({ unanswerable: false, ...found, tags: found.tags ?? [] });
  });

  it.each(['a[b', 'a]', '][', '[a]', 'a\\'])('takes the tag %j literally, in addition to the text', (tag) => {
    expect(parseSearch('', tag)).toEqual({ tags: [tag], words: [], unanswerable: false });
    expect(parseSearch('[Moss] jar', tag)).toEqual({ tags: ['moss', tag], words: ['jar'], unanswerable: false });
  });

  it('finishes on worst-case texts', () => {
    for (const piece of ['[', ']', '[a', '[[a]', 'a]']) {
      expect(parseSearch(piece.repeat(10_000)).tags.length).toBeLessThanOrEqual(1);
    }
  });
});

it('[Q-2] a text has words for whatever it is searched by: also a last character, and digits at an end', () => {
  expect(wordsOf('搜索引擎 C语言3')).toEqual(['搜索', '索引', '引擎', '擎', 'c', '语言', '言', '3']);
  expect(wordsOf('v1.2.3 c3po')).toEqual(['v1', '1', '2', '3', 'c3po']);
});
