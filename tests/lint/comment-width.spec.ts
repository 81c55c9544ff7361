import { expect, it } from '@jest/globals';
import { readSources } from './references.ts';

const width = 100;
/** A line of a comment that has nothing else, and is no directive to a tool. */
const comment = /^\s*(?:\/\/|\*|\/\*\*?|#) (?!.*(?:oxlint-|eslint-|@ts-|https?:\/\/))/;
/** Lines of documents that cannot be broken. */
const unbroken = /^\s*(?:\||#|<|>?\s*\S+$)|\]\(/;

/** Too long lines, as `file:line`. */
function tooLong(file: string, text: string): string[] {
  const isDocument = file.endsWith('.md');
  let isCode = false;
  return text.split('\n').flatMap((line, index) => {
    if (isDocument && line.startsWith('```')) isCode = !isCode;
    const isProse = isDocument ? !isCode && !unbroken.test(line) : comment.test(line);
    return isProse && line.length > width ? [`${file}:${index + 1}`] : [];
  });
}

it('no line of a comment or a document is longer than 100 columns', () => {
  const sources = readSources().filter(({ file }) => !/\.ya?ml$/.test(file));
  expect(sources.length).toBeGreaterThan(800);
  expect(sources.flatMap(({ file, text }) => tooLong(file, text))).toEqual([]);
});

it.each([
  ['a.ts', `// ${'word '.repeat(20)}`, 1],
  ['a.ts', ` * ${'word '.repeat(20)}`, 1],
  ['a.ts', `const text = '${'word '.repeat(20)}';`, 0],
  ['a.ts', `// oxlint-disable-next-line ${'word '.repeat(20)}`, 0],
  ['docs/operations.md', 'word '.repeat(21), 1],
  ['docs/operations.md', `| ${'word '.repeat(21)} |`, 0],
  ['docs/operations.md', `\`\`\`sh\n${'word '.repeat(21)}\n\`\`\``, 0],
])('%s: %s', (file, text, count) => {
  expect(tooLong(file, text)).toHaveLength(count);
});
