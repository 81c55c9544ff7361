import { expect, it } from '@jest/globals';
import { anchorsIn, danglingIn, readSources, readTargets, type Targets } from './references.ts';

const targets: Targets = {
  decisions: new Set(['Q-6', 'Q-7', 'C-4', 'X']),
  specification: new Set(['VA-1', 'VA-2']),
  exists: (path) => ['docs/operations.md', 'docs/development.md', 'libs/kernel'].includes(path),
  anchorsOf: () => anchorsIn('# Running it\n\n```sh\n# no heading\n```\n\n### `npm start`, first\n'),
};

it('every reference of the repository resolves', () => {
  const sources = readSources();
  expect(sources.length).toBeGreaterThan(800);
  const found = readTargets();
  expect(sources.flatMap(({ file, text }) => danglingIn(file, text, found))).toEqual([]);
});

it.each([
  'Source: decisions Q-6.',
  'Source: decisions Q-6 to Q-7, C-4; specification VA-1, VA-2.',
  'Source: specification VA-1; docs/operations.md#running-it. */',
  'Source: docs/operations.md#npm-start-first.',
  'Source: RFC 5321, 4.5.3.1. */',
  ' * both hold (decisions Q-6\n * and Q-7), as X says (decisions X)',
  'docs/operations.md names them',
  "test('[Q-6, VA-2] a title', () => {});",
  'const dataSource: DataSource = open(); // security, performance, style',
])('resolves: %s', (text) => {
  expect(danglingIn('libs/a.ts', text, targets)).toEqual([]);
});

it.each([
  ['Source: decisions Q-8.', 'decisions Q-8'],
  ['Source: decisions Q-6; decisions C-9.', 'decisions C-9'],
  ['seen by all (decisions Q-6, C-5)', 'decisions Q-6, C-5'],
  ['first\n * Source: decisions\n * Q-8.', 'decisions Q-8', 2],
  ['Source: specification Q-6.', 'specification Q-6'],
  ['Source: specification 1, section 4.', 'Source: specification 1, section 4.'],
  ['as said (Specification VA-1)', 'Specification VA-1'],
  ['as said (decision Q-6)', 'decision Q-6'],
  ['as said (decisions, Q-6)', 'decisions, Q-6'],
  ['as said in decisions Q', 'decisions Q'],
  ['Source: architecture, "The log", 7.', 'Source: architecture, "The log", 7.'],
  ['Source: decisions Q-6; architecture, 11.', 'Source: decisions Q-6; architecture, 11.'],
  ['the headers (security, "Session")', 'security, "'],
  ['the cost of the security design', 'the security design'],
  ['as the design, section 3, says', 'design, section 3'],
  ['what style.md asks', 'style.md'],
  ['Source: docs/operations.md.', 'Source: docs/operations.md.'],
  ['Source: docs/operations.md#nowhere.', 'docs/operations.md#nowhere'],
  ['see docs/none.md', 'docs/none.md'],
  ['Source: common sense.', 'Source: common sense.'],
  ["test('[Q-9] a title', () => {});", 'Q-9'],
])('is found: %s', (text, reference, line = 1) => {
  expect(danglingIn('libs/a.ts', text, targets)).toEqual([`libs/a.ts:${line}: ${reference}`]);
});

it('a document links to files, anchors and folders that are there', () => {
  const text =
    '[a](operations.md#running-it) [b](development.md) `libs/kernel` `libs/a/dist/b.js` [c](#npm-start-first) [d](https://x.y)';
  expect(danglingIn('docs/operations.md', text, targets)).toEqual([]);
  const wrong = '[a](operations.md#no)\n[b](none.md)\n[c](#no)\n[d](../tests/none.ts)\n`libs/none/x.ts`';
  expect(danglingIn('docs/operations.md', wrong, targets)).toEqual([
    'docs/operations.md:1: operations.md#no',
    'docs/operations.md:2: none.md',
    'docs/operations.md:3: #no',
    'docs/operations.md:4: ../tests/none.ts',
    'docs/operations.md:5: libs/none/x.ts',
  ]);
});

it('the table of features in docs/architecture.md names files that are there', () => {
  const text = readSources().find(({ file }) => file === 'docs/architecture.md')?.text ?? '';
  const [, table = ''] = /^(\| step \| a deleted question[\s\S]*?)\n\n/m.exec(text) ?? [];
  const [heads = [], , ...rows] = table.split('\n').map((row) => row.split('|').slice(1, -1));
  const found = readTargets();
  const missing = rows.flatMap(([step = '', ...cells]) =>
    cells.flatMap((cell, column) => {
      const service = /\((\w+)\)/.exec(heads[column + 1] ?? '')?.[1] ?? '';
      const isPage = ['1', '10'].includes(step.trim());
      const folder = isPage ? 'web/src/features' : step.trim() === '2' ? 'gateway/src' : `services/${service}/src`;
      const paths = cell.match(/[\w./-]+\.ts\b/g) ?? [`no file in "${cell}"`];
      return paths.map((path) => `${folder}/${path}`).filter((path) => !found.exists(path));
    }),
  );
  expect(rows).toHaveLength(7);
  expect(missing).toEqual([]);
});
