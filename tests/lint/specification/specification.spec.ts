import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { pointsOf, readPoints, readTests, testsOf, untagged } from './points.ts';
import { specified } from './specified.ts';

const root = new URL('../../../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8');

/**
 * A file of this repository, by its path in code quotes; after › comes a title or a table row in
 * it.
 */
interface Reference {
  readonly path: string;
  readonly title?: string;
}

/**
 * The contents of each table cell, line by line; a line that begins with › belongs to the file
 * before it.
 */
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

/** Missing files and titles that a document names. */
function missing(references: readonly Reference[]): readonly string[] {
  return references.flatMap(({ path, title }) => {
    if (!existsSync(new URL(path, root))) return [path];
    if (title === undefined) return [];
    const source = untagged(read(path));
    return [`'${title}'`, `"${title}"`, `\`${title}\``].some((quoted) => source.includes(quoted))
      ? []
      : [`${path} › ${title}`];
  });
}

/** The rows of all tables, with trimmed cells, without heads and rules. */
function rowsOf(text: string): readonly (readonly string[])[] {
  const lines = text.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| ---'));
  const rows = lines.map((line) => line.split(/(?<!\\)\|/).slice(1, -1));
  return rows.map((row) => row.map((cell) => cell.trim()));
}

/** A path, whatever its parameters are called. */
const anyName = (path: string): string => path.replaceAll(/\{[^}]*\}|:\w+/g, '{}').replace(/(?<=.)\/$/, '');

const asvs = read('docs/asvs.md');

const matchesOf = (text: string, pattern: RegExp): readonly string[] =>
  [...text.matchAll(pattern)].map(([, match = '']) => match);

/** Every call of the gateway's controllers, as `METHOD /path`. */
function callsOfGateway(): readonly string[] {
  const files = readdirSync(new URL('gateway/src', root), { recursive: true, encoding: 'utf8' });
  return files
    .filter((file) => file.endsWith('.controller.ts'))
    .flatMap((file) => {
      const source = read(`gateway/src/${file}`);
      const base = /@Controller\(\[?'([^']*)'/.exec(source)?.[1] ?? '';
      return [...source.matchAll(/@(Read|Change)\('([^']*)'(?:, \{\s*method: '(\w+)')?/g)].map(
        ([, kind, path, method]) =>
          `${kind === 'Read' ? 'GET' : (method ?? 'POST')} ${`/${base}/${path}`.replace('//', '/')}`,
      );
    });
}

const points = readPoints();
const tests = readTests();

describe('points and tests', () => {
  it('are many', () => {
    expect(points.length).toBeGreaterThan(300);
    expect(tests.length).toBeGreaterThan(500);
  });

  it('have unique codes', () => {
    const codes = points.map(({ code }) => code);
    expect(codes.filter((code, index) => codes.indexOf(code) !== index)).toEqual([]);
  });

  it('every point has a test', () => {
    const held = new Set(tests.flatMap(({ codes }) => codes));
    expect(points.map(({ code }) => code).filter((code) => !held.has(code))).toEqual([]);
  });

  it('every tag names a point', () => {
    const known = new Set(points.map(({ code }) => code));
    const unknown = tests.filter(({ codes }) => !codes.every((code) => known.has(code)));
    expect(unknown).toEqual([]);
  });

  it('are read from a table and from titles', () => {
    const table = '## Roles\n\n| code | point |\n| --- | --- |\n| RO-1 | A visitor |\n';
    expect(pointsOf(table)).toEqual([{ section: 'Roles', code: 'RO-1', text: 'A visitor' }]);
    const source = [
      "test('[RO-1] it’s one', () => {});",
      "])('[Q-6, CA-12] of \\'%s\\'', () => {});",
      '["[X] a \'row\'", 1],',
      "test('[Q6] is no code', () => {});",
      "test('[C++] is no tag', () => {});",
      "test('no tag [Q-6]', () => {});",
    ].join('\n');
    expect(testsOf('a.spec.ts', source)).toEqual([
      { file: 'a.spec.ts', title: 'it’s one', codes: ['RO-1'] },
      { file: 'a.spec.ts', title: "of \\'%s\\'", codes: ['Q-6', 'CA-12'] },
      { file: 'a.spec.ts', title: "a 'row'", codes: ['X'] },
      { file: 'a.spec.ts', title: 'is no code', codes: ['Q6'] },
    ]);
  });
});

describe('docs/specification.md leaves out', () => {
  const quoted = new Set(points.flatMap(({ text }) => matchesOf(text, /`([^`]+)`/g)).map(anyName));
  const events = points.filter(({ code }) => code.startsWith('EV-')).flatMap(({ text }) => text.split(/\W+/));
  const absent = (wanted: readonly string[]): readonly string[] => wanted.filter((each) => !quoted.has(anyName(each)));

  it('no screen', () => {
    expect(absent(specified.screens)).toEqual([]);
    const routes = matchesOf(read('web/src/app/router.tsx'), /path: '(\/[^']*)'/g);
    expect(routes.length).toBeGreaterThan(20);
    expect(absent(routes)).toEqual([]);
  });

  it('no call of the specification or the gateway', () => {
    expect(absent(specified.calls)).toEqual([]);
    const calls = callsOfGateway();
    expect(calls.length).toBeGreaterThan(60);
    expect(absent(calls)).toEqual([]);
  });

  it('no live event', () => {
    const lists =
      read('libs/contracts/src/socket.ts').match(/(?<=interface (?:LiveEvents|SocketRequests) )\{.*?^\}/gms) ?? [];
    const contracts = matchesOf(lists.join('\n'), /^ {2}readonly (\w+):/gm);
    expect(contracts.length).toBeGreaterThan(18);
    expect([...specified.events, ...contracts].filter((event) => !events.includes(event))).toEqual([]);
  });

  it('no label', () => {
    expect(specified.labels.filter((label) => !points.some(({ text }) => text.includes(label)))).toEqual([]);
  });

  it('no decision', () => {
    const there = new Set(points.map(({ code }) => code));
    const codes = Object.entries(specified.decisions).flatMap(([letter, count]) =>
      Array.from({ length: count }, (_, index) => `${letter}-${index + 1}`),
    );
    expect([...codes, 'X'].filter((code) => !there.has(code))).toEqual([]);
  });
});

describe('docs/asvs.md', () => {
  const rows = rowsOf(asvs).filter(([requirement = '']) => /^\d/.test(requirement));
  const references = referencesOf(asvs);

  it('names tests by their titles', () => {
    expect(references.filter(({ title }) => title !== undefined).length).toBeGreaterThan(100);
  });

  it('names no missing file or title', () => {
    expect(missing(references)).toEqual([]);
  });

  it('has each requirement of levels 1 and 2 once', () => {
    const numbers = rows.flatMap(([requirement = '']) => {
      const list = /^\d+\.\d+\.\d+(?:(?:–|, )\d+\.\d+\.\d+)*/.exec(requirement)?.[0] ?? '';
      return list.split(', ').flatMap((range) => {
        const [from = '', to = from] = range.split('–');
        const [section, first, last] = [
          from.replace(/\.\d+$/, ''),
          ...[from, to].map((each) => Number(each.split('.')[2])),
        ];
        return Array.from(
          { length: (last ?? 0) - (first ?? 0) + 1 },
          (_, index) => `${section}.${(first ?? 0) + index}`,
        );
      });
    });
    const wanted = Object.entries(specified.asvs).flatMap(([section, count]) =>
      Array.from({ length: count }, (_, index) => `${section}.${index + 1}`),
    );
    expect([...numbers].sort()).toEqual([...wanted].sort());
  });

  it('has a test or a reason in each line', () => {
    const without = rows.filter(
      ([, how = '', test = '']) => test === '' || how === '' || (test === '—' && !how.includes('**not met**')),
    );
    expect(without.map(([requirement]) => requirement)).toEqual([]);
  });
});

it('missing ones are found', () => {
  const own = 'tests/lint/specification/specification.spec.ts';
  const wrong = [
    `| a | \`web/src/none.tsx\` | \`${own}\` › missing ones are found |`,
    `| b | — | \`${own}\` › no such title<br>› nor this one<br>\`tests/none.spec.ts\` |`,
  ].join('\n');
  expect(missing(referencesOf(wrong))).toEqual([
    'web/src/none.tsx',
    `${own} › no such title`,
    `${own} › nor this one`,
    'tests/none.spec.ts',
  ]);
});
