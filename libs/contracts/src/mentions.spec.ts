import { describe, expect, test } from '@jest/globals';
import { checkUsername } from './checks.ts';
import { limits } from './limits.ts';
import { mentionOf, mentionsAt, mentionsIn } from './mentions.ts';
import { workOf } from './testing/work-of.ts';

describe('[BW-2] a text mentions', () => {
  test.each([
    ['@ann', ['ann']],
    ['Hi @Ann, and @ben.b-c_d.', ['ann', 'ben.b-c_d']],
    ['@ann\n(@ben) **@cay** "@dan" > @eve', ['ann', 'ben', 'cay', 'dan', 'eve']],
    ['@ann @ANN @\u212Bke @\u00E5ke', ['ann', '\u00E5ke']],
    ['@"Ann Lee", @"c++"!', ['ann lee', 'c++']],
    ['@ann’s and @ann-, @ann…', ['ann']],
    ['[x] @ann (y) [z]: @ben', ['ann', 'ben']],
    ['`code` @ann ```', ['ann']],
    ['see [the docs](https://x.org) @ann [ @ben', ['ann', 'ben']],
    ['请问@ann，@benさん', ['ann', 'ben']],
    ['مرحبا@ann สวัสดี@ben', ['ann', 'ben']],
    ['＠ann @“Ann Lee” @王小明', ['ann', 'ann lee', '王小明']],
    ['_@ann_ __@ben__ _@cay_dan_', ['ann', 'ben', 'cay_dan']],
  ])('in %j the people %j', (text, names) => {
    expect(mentionsIn(text)).toEqual(names);
  });

  test.each([
    ...['', 'ann', '@', '@ ann', '@@ann', '\\@ann', 'ann@example.com', 'a.b+c_@ann', '@ann@example.com', '@ann/core'],
    ...['`@ann`', '``@ann ` x``', '```\n@ann\n```', '    @ann', '~~~\n@ann'],
    ...['[@ann](https://x.org)', '[x](https://x.org/@ann)', '[![@ann](https://x.org)](https://y.org/)', '[@ann][x]'],
    ...['https://x.org/@ann', 'https://x.org/(@ann', 'www.x.org/?@ann', '<https://x.org/@ann>', '[x]: /a "@ann"'],
    ...['@"ann', '@"an\nn"', `@${'x'.repeat(41)}`, `@"${'x'.repeat(41)}"`],
  ])('in %j nobody', (text) => {
    expect(mentionsIn(text)).toEqual([]);
  });

  test('at most twenty people, the first ones', () => {
    const names = Array.from({ length: 25 }, (_, index) => `p${index}`);
    expect(mentionsIn(names.map((name) => `@${name}`).join(' '))).toEqual(names.slice(0, limits.mentionsPerText));
  });

  test('and says where', () => {
    expect(mentionsAt('Hi @Ann, @"b c"')).toEqual([
      { name: 'Ann', from: 3, to: 7 },
      { name: 'b c', from: 9, to: 15 },
    ]);
  });
});

test.each(['ann', 'Ann.Lee', 'a-b', '_x_', 'Ann Lee', 'c++', 'x.', '-', '中文', 'bobさん', 'a"b c', '👩‍👩‍👧‍👦 x', '@ann'])(
  '[BW-2] %j can be mentioned as it is completed',
  (name) => {
    expect(checkUsername(name)?.code).not.toBe('username.required');
    expect(mentionsAt(mentionOf(name))).toEqual([{ name, from: 0, to: mentionOf(name).length }]);
  },
);

test.each(['a`b `', '[x](y)', '”"', 'a" b”'])('[BW-2] %j, which no mention can name, mentions nobody else', (name) => {
  expect(mentionOf(name)).toBe(name);
});

test.each([
  '[',
  '[@a](',
  '[@a][',
  '@"',
  '@“',
  '_@a_',
  '_',
  '@a_',
  '@bさ',
  '@a.',
  '[]',
  '[](x)',
  '<a:',
  '`',
  '@@',
  '[a]:\n',
  '\\@',
])('[BW-2] %j repeated is read in linear time', (unit) => {
  const ofLength = (length: number): number => workOf(() => mentionsIn(unit.repeat(length / unit.length)));
  expect(ofLength(30_000)).toBeLessThan(2.2 * ofLength(15_000) + 1_000);
});
