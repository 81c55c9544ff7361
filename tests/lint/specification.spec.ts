import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';

const root = new URL('../../', import.meta.url);

/** A file of this house, by its path in code quotes; what stands behind › is a title or a row of a table in it. */
interface Reference {
  readonly path: string;
  readonly title?: string;
}

/** Of each cell of a table, line by line; a line that begins with › is about the file before it. */
function referencesOf(text: string): readonly Reference[] {
  const cells = text.split('\n').flatMap((line) => line.split(/(?<!\\)\|/));
  return cells.flatMap((cell) => {
    let last: string | undefined;
    return cell.split('<br>').flatMap((line) => {
      const paths = [...line.matchAll(/`([\w.-]+(?:\/[\w.-]+)+\.(?:ts|tsx|mjs|md|json))`/g)].map(
        ([, path = '']) => path,
      );
      last = paths.at(-1) ?? last;
      const title = line.split('› ')[1]?.trim();
      const titled = title !== undefined && last !== undefined ? [{ path: last, title }] : [];
      return [...paths.map((path) => ({ path })), ...titled];
    });
  });
}

const read = (path: string): string => readFileSync(new URL(path, root), 'utf8');

/** What a document names and is not there. */
function missing(references: readonly Reference[]): readonly string[] {
  return references.flatMap(({ path, title }) => {
    if (!existsSync(new URL(path, root))) return [path];
    if (title === undefined) return [];
    const source = read(path);
    return [`'${title}'`, `"${title}"`, `\`${title}\``].some((quoted) => source.includes(quoted))
      ? []
      : [`${path} › ${title}`];
  });
}

describe.each(['docs/specification.md', 'docs/asvs.md'])('%s', (document) => {
  const references = referencesOf(read(document));

  it('names tests by their titles', () => {
    expect(references.filter(({ title }) => title !== undefined).length).toBeGreaterThan(100);
  });

  it('names no file and no title that is not there', () => {
    expect(missing(references)).toEqual([]);
  });
});

it('what is not there is found', () => {
  const own = 'tests/lint/specification.spec.ts';
  const wrong = [
    `| a | \`web/src/none.tsx\` | \`${own}\` › what is not there is found |`,
    `| b | — | \`${own}\` › no such title<br>› nor this one<br>\`tests/none.spec.ts\` |`,
  ].join('\n');
  expect(missing(referencesOf(wrong))).toEqual([
    'web/src/none.tsx',
    `${own} › no such title`,
    `${own} › nor this one`,
    'tests/none.spec.ts',
  ]);
});
