import { describe, expect, test } from '@jest/globals';
import { continueLine, format, pasteOver, type Change, type Format, type Written } from './markdown-edit.ts';

/** A text with its selection between brackets, or the caret at a bar. */
function written(marked: string): Written {
  const caret = marked.indexOf('¦');
  if (caret !== -1) return { text: marked.replace('¦', ''), from: caret, to: caret };
  const from = marked.indexOf('⟦');
  return { text: marked.replace(/[⟦⟧]/g, ''), from, to: marked.indexOf('⟧') - 1 };
}

function after({ text }: Written, { from, to, by, select: [start, end] }: Change): string {
  const now = text.slice(0, from) + by + text.slice(to);
  if (start === end) return `${now.slice(0, start)}¦${now.slice(start)}`;
  return `${now.slice(0, start)}⟦${now.slice(start, end)}⟧${now.slice(end)}`;
}

test.each<[Format, string, string]>([
  ['bold', 'a ⟦b⟧ c', 'a **⟦b⟧** c'],
  ['bold', 'a **⟦b⟧** c', 'a ⟦b⟧ c'],
  ['bold', 'a ⟦**b**⟧ c', 'a ⟦b⟧ c'],
  ['bold', 'a⟦ b ⟧c', 'a **⟦b⟧** c'],
  ['bold', 'a ¦', 'a **¦**'],
  ['italic', '⟦a⟧', '_⟦a⟧_'],
  // Within a word, and where no blanks are between words, underscores would stay what they are.
  ['italic', '这是⟦重要⟧的', '这是*⟦重要⟧*的'],
  ['italic', '⟦（重要）⟧事项', '*⟦（重要）⟧*事项'],
  ['italic', '这是*⟦重要⟧*的', '这是⟦重要⟧的'],
  ['italic', '**⟦a⟧**', '**_⟦a⟧_**'],
  ['italic', '𠀀⟦a⟧', '𠀀*⟦a⟧*'],
  ['code', '⟦a⟧', '`⟦a⟧`'],
  ['code', 'so:\n⟦a\nb⟧', 'so:\n```\n⟦a\nb⟧\n```'],
  ['code', 'so ⟦a\n```\nb⟧ it', 'so \n````\n⟦a\n```\nb⟧\n````\n it'],
  ['link', 'see ⟦this⟧', 'see [this](⟦https://⟧)'],
  ['link', 'see ¦', 'see [¦](https://)'],
  ['link', '⟦https://example.org⟧', '[¦](https://example.org)'],
  ['quote', 'a\nb¦c\nd', 'a\n> b¦c\nd'],
  ['quote', '> b¦c', 'b¦c'],
  ['heading', 'b¦', '## b¦'],
  ['heading', '# b¦', 'b¦'],
  ['list', '⟦a\nb⟧', '⟦- a\n- b⟧'],
  ['list', '⟦- a\n- b⟧', '⟦a\nb⟧'],
  ['list', '⟦1. a\n2. b⟧', '⟦- a\n- b⟧'],
  ['orderedList', '⟦a\n- b⟧', '⟦1. a\n2. b⟧'],
  ['orderedList', '¦', '1. ¦'],
])('%s: %j becomes %j', (as, before, then) => {
  expect(after(written(before), format(written(before), as))).toBe(then);
});

describe('Enter', () => {
  test.each([
    ['- a¦', '- a\n- ¦'],
    ['  * a¦b', '  * a\n  * ¦b'],
    ['9. a¦', '9. a\n10. ¦'],
    ['1) a¦', '1) a\n2) ¦'],
    ['> a¦', '> a\n> ¦'],
    ['- a\n- ¦', '- a\n¦'],
    ['- [ ] a¦', '- [ ] a\n- [ ] ¦'],
    ['1. [X] a¦b', '1. [X] a\n2. [ ] ¦b'],
    ['- ¦[ ] a', '- \n- ¦[ ] a'],
    ['> [ ] a¦', '> [ ] a\n> ¦'],
    ['- [x] a\n- [ ] ¦', '- [x] a\n¦'],
  ])('%j becomes %j', (before, then) => {
    const change = continueLine(written(before));
    expect(change && after(written(before), change)).toBe(then);
  });

  test.each(['a¦', '¦- a', '-a¦', '```\n- a¦', '⟦- a⟧'])('%j is left to the browser', (before) => {
    expect(continueLine(written(before))).toBeUndefined();
  });
});

describe('an address', () => {
  test('pasted over words becomes their link', () => {
    const before = written('see ⟦this⟧.');
    const change = pasteOver(before, ' https://example.org/a ');
    expect(change && after(before, change)).toBe('see [this](https://example.org/a)¦.');
  });

  test.each([
    ['see ¦', 'https://example.org'],
    ['⟦https://example.com⟧', 'https://example.org'],
    ['[so](⟦https://⟧)', 'https://example.org'],
    ['[so](⟦here⟧)', 'https://example.org'],
    ['⟦a\nb⟧', 'https://example.org'],
    ['⟦a⟧', 'https://example.org and more'],
    ['⟦a⟧', 'javascript:alert(1)'],
  ])('over %j, %j is pasted as it is', (before, pasted) => {
    expect(pasteOver(written(before), pasted)).toBeUndefined();
  });
});
