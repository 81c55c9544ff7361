import { expect, test } from '@jest/globals';
import { posix } from 'node:path';
import ts from 'typescript';
import { readSources, type SourceFile } from './references.ts';

/** The files that each file imports, also as types only and on demand. */
function importsOf(sources: readonly SourceFile[]): ReadonlyMap<string, readonly string[]> {
  const files = new Set(sources.map(({ file }) => file));
  const leadsTo = (from: string, specifier: string): readonly string[] => {
    const [, name, path] = /^@parlour\/([^/]+)\/(.+)$/.exec(specifier) ?? [];
    const found = specifier.startsWith('.')
      ? [posix.join(posix.dirname(from), specifier)]
      : ['libs', 'services'].map((folder) => `${folder}/${name}/src/${path}.ts`);
    return found.filter((file) => files.has(file));
  };
  return new Map(
    sources.map(({ file, text }) => [
      file,
      ts.preProcessFile(text, true, true).importedFiles.flatMap(({ fileName }) => leadsTo(file, fileName)),
    ]),
  );
}

/**
 * The files that are left once those that import nothing of the rest, or that no other imports, are
 * taken away, again and again.
 */
function circular(imports: ReadonlyMap<string, readonly string[]>): readonly string[] {
  let left = new Map(imports);
  for (;;) {
    const imported = new Set([...left.values()].flat());
    const rest = new Map([...left].filter(([file, own]) => imported.has(file) && own.some((other) => left.has(other))));
    if (rest.size === left.size) return [...rest.keys()];
    left = rest;
  }
}

test('no file imports itself, however many files are between', () => {
  const sources = readSources().filter(({ file }) => /\.(ts|tsx|mjs)$/.test(file) && !/\.spec\.tsx?$/.test(file));
  expect(sources.length).toBeGreaterThan(800);
  expect(circular(importsOf(sources))).toEqual([]);
});

test('a circle is found, and not what leads to it', () => {
  const source = (file: string, to: string): SourceFile => ({ file, text: `import { x } from '${to}';` });
  const sources = [
    source('libs/a/src/one.ts', './two.ts'),
    source('libs/a/src/two.ts', '@parlour/a/three'),
    source('libs/a/src/three.ts', './one.ts'),
    source('services/b/src/four.ts', '@parlour/a/one'),
    source('services/b/src/five.ts', 'node:path'),
  ];
  expect(circular(importsOf(sources))).toEqual(sources.slice(0, 3).map(({ file }) => file));
});
