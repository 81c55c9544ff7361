import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { specified } from './specified.ts';

const root = new URL('../../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8');

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

/** The rows of all tables, their cells trimmed; heads and rules left out. */
function rowsOf(text: string): readonly (readonly string[])[] {
  const lines = text.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| ---'));
  const rows = lines.map((line) => line.split(/(?<!\\)\|/).slice(1, -1));
  return rows
    .map((row) => row.map((cell) => cell.trim()))
    .filter(([what]) => what !== 'what' && what !== 'requirement');
}

/** A path whatever its parameters are called. */
const anyName = (path: string): string => path.replaceAll(/\{[^}]*\}|:\w+/g, '{}').replace(/(?<=.)\/$/, '');

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

/** A text wherever it stands; for what the sample in it is an example of, the document has a word in braces. */
function patternOf(text: string): RegExp {
  const literal = text.replaceAll('’', "'").replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(literal.replaceAll(/c\\\+\\\+|\b(?:ann|bea|owls|Why\\\?|(?<=of )Nim)/g, '\\{\\w+\\}'));
}

const specification = read('docs/specification.md');
const asvs = read('docs/asvs.md');

describe.each([
  ['docs/specification.md', specification],
  ['docs/asvs.md', asvs],
])('%s', (_, text) => {
  const references = referencesOf(text);

  it('names tests by their titles', () => {
    expect(references.filter(({ title }) => title !== undefined).length).toBeGreaterThan(100);
  });

  it('names no file and no title that is not there', () => {
    expect(missing(references)).toEqual([]);
  });
});

describe('docs/specification.md leaves out', () => {
  const rows = rowsOf(specification);
  const quoted = new Set(matchesOf(specification, /`([^`]+)`/g).map(anyName));
  const plain = specification.replaceAll('’', "'");
  const absent = (wanted: readonly string[]): readonly string[] => wanted.filter((each) => !quoted.has(anyName(each)));

  it('no screen', () => {
    expect(absent(specified.screens)).toEqual([]);
    const routes = matchesOf(read('web/src/app/router.tsx'), /path: '(\/[^']*)'/g);
    expect(routes.length).toBeGreaterThan(20);
    expect(absent(routes)).toEqual([]);
  });

  it('no call of the specification, and none that the gateway has', () => {
    expect(absent(specified.calls)).toEqual([]);
    const calls = callsOfGateway();
    expect(calls.length).toBeGreaterThan(60);
    expect(absent(calls)).toEqual([]);
  });

  it('no call between gateway and services', () => {
    const names = matchesOf(read('libs/contracts/src/rpc.ts'), /^ {2}'(\w+\.\w+)': \{/gm);
    const ofAll = matchesOf(read('libs/contracts/src/rpc.ts'), /Source as `\$(\{S\}\.\w+)`/g);
    expect(names.length).toBeGreaterThan(60);
    expect(ofAll.length).toBeGreaterThan(2);
    expect(absent([...names, ...ofAll])).toEqual([]);
  });

  it('no live event', () => {
    const contracts = matchesOf(read('libs/contracts/src/socket.ts'), /^ {2}(\w+): \(/gm);
    expect(contracts.length).toBeGreaterThan(18);
    const named = rows.flatMap(([what = '']) => what.split(/[^\w]+/));
    expect([...specified.events, ...contracts].filter((event) => !named.includes(event))).toEqual([]);
  });

  it('no event that is written down', () => {
    const golden = readdirSync(new URL('libs/contracts/golden', root), { recursive: true, encoding: 'utf8' });
    const events = golden.flatMap((file) => matchesOf(file, /(\w+)\.v\d+\.json$/g));
    expect(events.length).toBeGreaterThan(30);
    const named = rows.flatMap(([what = '']) => what.split(/[^\w]+/));
    expect([...new Set(events)].filter((event) => !named.includes(event))).toEqual([]);
  });

  it('no text', () => {
    const typedOff = [
      ...read('libs/contracts/src/messages.spec.ts').matchAll(/\[messages\.\w+(?:\([^)]*\))?, (['"])(.*)\1\],/g),
    ];
    const texts = typedOff.map(([, , text = '']) => text);
    expect(texts.length).toBeGreaterThan(90);
    expect([...texts, ...specified.texts].filter((text) => !patternOf(text).test(plain))).toEqual([]);
  });

  it('no decision', () => {
    const first = new Set(rows.map(([what = '']) => what.split(' ')[0]));
    const codes = Object.entries(specified.decisions).flatMap(([letter, count]) =>
      Array.from({ length: count }, (_, index) => `${letter}-${index + 1}`),
    );
    expect([...codes, 'X'].filter((code) => !first.has(code))).toEqual([]);
  });

  it('no test, but of what is not built', () => {
    const open = rows.filter((row) => row.length !== 3 || !row.every(Boolean) || row[2] === '—').map(([what]) => what);
    const notBuilt = ['O-1 `npm run admin`', 'O-2 signing up by a code'];
    expect(open.filter((what) => what === undefined || !notBuilt.includes(what))).toEqual([]);
  });
});

describe('docs/asvs.md', () => {
  const rows = rowsOf(asvs).filter(([requirement = '']) => /^\d/.test(requirement));

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
