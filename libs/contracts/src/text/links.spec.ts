import { describe, expect, test } from '@jest/globals';
import { checkAnswerText, checkComment, checkQuestionText } from '../posts/post-checks.ts';
import { checkLinks, measureLinks } from './links.ts';
import { messages } from '../messages.ts';
import { workOf } from '../testing/work-of.ts';

const address = (length: number): string => `https://x.y/${'a'.repeat(length - 12)}`;

describe('[LI-18] the links of a text', () => {
  test.each([
    [
      'one address referred to by the thousand',
      `[a]: ${address(1_000)}\n\n${'[a]'.repeat(4_970)}`,
      messages.linksTooMany,
    ],
    ['501 links', '[a](https://x.y)'.repeat(501), messages.linksTooMany],
    ['501 pictures', '![a](https://x.y)'.repeat(501), messages.linksTooMany],
    ['501 addresses in angle brackets', '<https://x.y>'.repeat(501), messages.linksTooMany],
    ['501 definitions', '[a]: https://x.y\n'.repeat(501), messages.linksTooMany],
    ['501 beginnings of links', '[a]('.repeat(501), messages.linksTooMany],
    ['a long address', `[a](${address(2_001)})`, messages.addressTooLong],
    ['a long address in angle brackets', `<${address(2_001)}>`, messages.addressTooLong],
    ['a long address that a definition has', `[a]: ${address(2_001)}`, messages.addressTooLong],
    ['a long address that begins on the next line of a quote', `> [a]:\n> ${address(2_001)}`, messages.addressTooLong],
    [
      'few references to long addresses',
      `[a]: ${address(1_900)}\n\n${'[A] [b][ a]'.repeat(20)}`,
      messages.addressesTooLong,
    ],
    [
      'letters that are long when encoded',
      '[a](https://x.y/\u4e2d\u4e2d\u4e2d\u4e2d\u4e2d\u4e2d\u4e2d\u4e2d)'.repeat(490),
      messages.addressesTooLong,
    ],
  ])('refused: %s', (_name, text, fault) => {
    expect(checkLinks(text)).toEqual({ code: 'text.links', text: fault });
  });

  test.each([
    ['500 links', '[a](https://x.y) '.repeat(500)],
    ['500 references to an address', `[a]: https://x.y\n\n${'[a] '.repeat(500)}`],
    ['an address of 2,000 characters', `[a](${address(2_000)})[b](${address(1_500)} "title")`],
    ['thousands of brackets that are no links', '[a]'.repeat(9_000)],
    ['30,000 open brackets', '['.repeat(30_000)],
    ['brackets with a backslash', '\\[a](https://x.y)'.repeat(1_500)],
    ['a long word in parentheses', `(${'a'.repeat(5_000)})`],
    ['a lone surrogate', '[a](https://x.y/\ud800)'],
  ])('accepted: %s', (_name, text) => {
    expect(checkLinks(text)).toBeUndefined();
  });

  test('are checked in every kind of text, but not in its code', () => {
    const links = '[a](https://x.y)'.repeat(501).slice(0, 8_016);
    const fault = { code: 'text.links', text: messages.linksTooMany };
    expect([checkQuestionText(links), checkAnswerText(links)]).toEqual([fault, fault]);
    expect(checkComment(`[a](${address(1_950)})`)).toBeUndefined();
    expect(checkComment('[a]('.repeat(500))).toBeUndefined();
    expect(checkComment(`[a]: ${address(900)}\n\n${'[a]'.repeat(300)}`)?.code).toBe('text.links');
    expect(checkAnswerText(`\`\`\`js\n${'a[0](1)\n'.repeat(600)}\`\`\``)).toBeUndefined();
  });

  test('references and pairs of brackets are counted', () => {
    expect(measureLinks('[a]: https://x.y\n[b][a] [c] [a][] [x] ![[q] y](https://z)')).toMatchObject({
      links: 3,
      definitions: 1,
      brackets: 9,
    });
  });

  const units = [
    '[a](',
    '[a](b (',
    '[a](<',
    '[',
    ']',
    '[]',
    '[a]',
    '[a]:',
    '[a]: b (',
    '<a:',
    '[a](>',
    '[ ',
    '[a](\\',
    '[a\n> ',
  ];

  test.each(units)('%j repeated is counted in linear time', (unit) => {
    const ofLength = (length: number): number => workOf(() => measureLinks(unit.repeat(length / unit.length)));
    const [once, twice] = [ofLength(15_000), ofLength(30_000)];
    expect(twice).toBeLessThan(2.2 * once + 1_000);
    expect(twice).toBeLessThan(40 * 30_000);
  });
});
