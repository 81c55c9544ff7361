import { describe, expect, test } from '@jest/globals';
import { canonicalName, checkUsername } from './checks.ts';
import { limits } from '../limits.ts';
import { mentionsAt } from './mentioned.ts';
import { mentionOf, mentionsIn } from './mentions.ts';
import { workOf } from '../testing/work-of.ts';

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
    // What only looks like code.
    ['1. a\n\n    @ann\n- b\n\n    @ben', ['ann', 'ben']],
    ['- ~~~\n  a\n  ~~~\n  @ann\n\n> ~~~\n\n@ben', ['ann', 'ben']],
    ['~~~\ra\r~~~\r@ann', ['ann']],
    ['[EDIT]: @ann', ['ann']],
    ['&#64;ann &commat;ben <b>@cay</b>', ['ann', 'ben', 'cay']],
    ['@"a\\`b" @"\\[x](y)" @“c\\*d\\*”', ['a`b', '[x](y)', 'c*d*']],
  ])('in %j the people %j', (text, names) => {
    expect(mentionsIn(text, 'post')).toEqual(names);
  });

  test.each([
    ...['', 'ann', '@', '@ ann', '@@ann', '\\@ann', 'ann@example.com', 'a.b+c_@ann', '@ann@example.com', '@ann/core'],
    ...['- ~~~\n  @ann\n  ~~~', '> ~~~\n> @ann', '~~~\r@ann\r~~~', '-     @ann', '\\@ann https://x.org'],
    ...['`@ann`', '``@ann ` x``', '```\n@ann\n```', '    @ann', '~~~\n@ann'],
    ...[
      '[@ann](https://x.org)',
      '[x](https://x.org/@ann)',
      '[![@ann](https://x.org)](https://y.org/)',
      '[@ann][x]\n\n[x]: /a',
    ],
    ...[
      'https://x.org/@ann',
      'https://x.org/(@ann',
      'www.x.org/?@ann',
      '<https://x.org/@ann>',
      '[x]\n\n[x]: /a "@ann"',
    ],
    ...['@"ann', '@"an\nn"', `@${'x'.repeat(41)}`, `@"${'x'.repeat(41)}"`],
  ])('in %j nobody', (text) => {
    expect(mentionsIn(text, 'post')).toEqual([]);
  });

  test('at most twenty people, the first ones', () => {
    const names = Array.from({ length: 25 }, (_, index) => `p${index}`);
    expect(mentionsIn(names.map((name) => `@${name}`).join(' '), 'post')).toEqual(
      names.slice(0, limits.mentionsPerText),
    );
  });

  test('and says where', () => {
    expect(mentionsAt({ type: 'text', value: 'Hi @Ann, @"b c"' })).toEqual([
      { name: 'Ann', from: 3, to: 7 },
      { name: 'b c', from: 9, to: 15 },
    ]);
  });
});

const names = ['ann', 'Ann.Lee', 'a-b', '_x_', 'Ann Lee', 'c++', 'x.', '-', '中文', 'bobさん', 'a"b c', '👩‍👩‍👧‍👦 x', '@ann'];
const marked = ['a`b `', '[x](y)', '`', '*a* b', '&amp;', '<b>', '~~x~~ y', 'www.x.org', 'a@b.org'];

test.each([...names, ...marked])('[BW-2] %j can be mentioned as it is completed', (name) => {
  expect(checkUsername(name)?.code).not.toBe('username.required');
  for (const as of ['post', 'message'] as const)
    expect(mentionsIn(`Hi ${mentionOf(name)}, *you*`, as)).toEqual([canonicalName(name)]);
});

test.each(['”"', 'a" b”'])('[BW-2] %j, which no mention can name, mentions nobody else', (name) => {
  expect(mentionOf(name)).toBe(name);
});

test('[BW-2] a message mentions whom it shows', () => {
  expect(mentionsIn('    @ann\n- `@ben`\n1. https://x.org/?@cay，@dan \\@eve', 'message')).toEqual(['ann', 'dan']);
});

test('[BW-2, Q-9] a text that is shown as it was typed mentions nobody', () => {
  expect(mentionsIn(`@ann${'\n'.repeat(3_000)}`, 'post')).toEqual([]);
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
  const ofLength = (length: number): number => workOf(() => mentionsIn(unit.repeat(length / unit.length), 'post'));
  expect(ofLength(30_000)).toBeLessThan(2.2 * ofLength(15_000) + 1_000);
});
