import { describe, expect, it } from '@jest/globals';
import { type FoundQuery, isBlankQuery, parseFoundQuery, withAuthor, withoutParts } from './found.ts';

const nothing: FoundQuery = { texts: [], without: [], tags: [], user: undefined, states: [] };

const cases: readonly (readonly [string, Partial<FoundQuery>])[] = [
  ['', {}],
  ['  Low tide ', { texts: ['Low', 'tide'] }],
  ['"low tide" -moon -"the sun"', { texts: ['low tide'], without: ['moon', 'the sun'] }],
  ['tide-table -x-ray', { texts: ['tide-table'], without: ['x-ray'] }],
  ['[Sea] [c++] [int[]]', { tags: ['sea', 'c++', 'int[]'] }],
  ['user:Ann', { user: 'ann' }],
  ['user:"Ann Lee" x', { user: 'ann lee', texts: ['x'] }],
  ['is:answered IS:Mine', { states: ['answered', 'mine'] }],
  ['“low tide” -„the sun“ user:“Ann Lee”', { texts: ['low tide'], without: ['the sun'], user: 'ann lee' }],
  ['npm --no-cache -moon', { texts: ['npm', '--no-cache'], without: ['moon'] }],
  ['is:odd', { texts: ['is:odd'] }],
  ['c++ c# .net', { texts: ['c++', 'c#', '.net'] }],
  ['"low', { texts: ['low'] }],
  ['[sea', { texts: ['sea'] }],
  ['- -- % "" [] user: " [ ]', {}],
];

describe('[S-14] a search over everything', () => {
  it.each(cases)('%j', (text, found) => {
    expect(parseFoundQuery(text)).toEqual({ ...nothing, ...found });
  });

  it('is blank if it only says what must not be there', () => {
    expect(['', '-moon', '%'].map((text) => isBlankQuery(parseFoundQuery(text)))).toEqual([true, true, true]);
    expect(['moon', '[sea]', 'user:ann', 'is:mine'].some((text) => isBlankQuery(parseFoundQuery(text)))).toBe(false);
  });

  it.each([
    'user:old tide',
    'tide user:"old"',
    'user:else -user:OLD "low tide" [user:old] is:mine -moon user:',
    '"tide [sea user:old',
    'user:old"low tide"user:else',
    'the “low tide” of user:“old”',
  ])('%j finds the same of the author by another name', (text) => {
    const written = withAuthor(text, 'Ann Lee');
    expect(parseFoundQuery(written)).toEqual({ ...parseFoundQuery(text), user: 'ann lee' });
  });

  it('keeps its author where no search can name the other one', () => {
    expect(withAuthor('tide user:old', 'Ann "A" Lee')).toBe('tide user:old');
  });

  it.each([
    ['tide [Sea] -moon user:"Ann Lee" is:mine "low tide" user:ann', ['user'], 'tide [Sea] -moon is:mine "low tide"'],
    ['tide[Sea]moon [sky]', ['tag', 'sea'], 'tide moon [sky]'],
    ['-moon tide -"the sun"', ['without', 'the sun'], '-moon tide'],
    ['IS:mine "is:mine" is:answered', ['state'], '"is:mine"'],
    ['user:ann', ['user'], ''],
  ] as const)('%j without %j', (text, [kind, value], rest) => {
    expect(withoutParts(text, kind, value)).toBe(rest);
  });

  it('takes any number of words, and finishes on worst-case texts', () => {
    expect(parseFoundQuery('a '.repeat(10_000)).texts).toHaveLength(20);
    for (const piece of ['[', ']', '[a', '[[a]', '"', '-', 'user:"', '[[]']) {
      expect(parseFoundQuery(piece.repeat(10_000)).texts.length).toBeLessThanOrEqual(20);
    }
  });
});
