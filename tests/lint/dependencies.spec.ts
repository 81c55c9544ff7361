import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { importsOf, type Manifest, projectOf, readRepository, undeclaredIn, unusedIn } from './dependencies.ts';

const root = new URL('../../', import.meta.url);
const { projects, code, peersOf } = readRepository();
const folders = [...projects.keys()];
const ofRoot = projects.get('') ?? { name: '' };

/** Packages that are needed without an import: where, and by what text there. */
const otherwiseNeeded: Readonly<Record<string, Readonly<Record<string, readonly [file: string, text: string]>>>> = {
  '': {
    '@swc/jest': ['jest.config.mjs', "'@swc/jest'"],
    jest: ['tests/run.mjs', "program('jest'"],
    nx: ['tests/run.mjs', "program('nx',"],
    oxfmt: ['tests/run.mjs', "program('oxfmt',"],
    'oxlint-plugin-eslint': ['oxlint.config.mjs', "specifier: 'oxlint-plugin-eslint'"],
    'oxlint-tsgolint': ['oxlint.config.mjs', 'typeAware: true'],
    tsx: ['package.json', '"tsx --tsconfig'],
  },
  'deploy/distributed/': {
    '@parlour/gateway': ['deploy/distributed/src/programs.ts', 'dist/gateway.js'],
    '@parlour/web': ['gateway/src/main.ts', 'web/dist'],
  },
  'deploy/embedded/': {
    '@parlour/web': ['deploy/embedded/src/application.ts', 'web/dist'],
    '@typescript/native': ['deploy/embedded/bin/dev.mjs', "'@typescript', 'native', 'bin', 'tsc'"],
  },
  'libs/kernel/': { '@types/node': ['tsconfig.base.json', '"types": ["node"]'] },
  'web/': {
    '@fontsource-variable/figtree': ['web/src/design/fonts.css', '@fontsource-variable/figtree/files/'],
    '@fontsource-variable/fraunces': ['web/src/design/fonts.css', '@fontsource-variable/fraunces/files/'],
    '@fontsource/jetbrains-mono': ['web/src/design/other-letters.css', '@fontsource/jetbrains-mono/files/'],
  },
  'tests/': {
    '@expo-google-fonts/noto-color-emoji': ['tests/e2e/browser-program.ts', "'noto-color-emoji'"],
    '@sparticuz/chromium': ['tests/e2e/browser-program.ts', "import('@sparticuz/chromium')"],
    'dejavu-fonts-ttf': ['tests/e2e/browser-program.ts', "'dejavu-fonts-ttf'"],
  },
};

describe('the repository', () => {
  it('declares every package that its code imports', () => {
    expect(code.length).toBeGreaterThan(800);
    const project = (file: string): Manifest => projects.get(projectOf(file, folders)) ?? ofRoot;
    expect(code.flatMap((each) => undeclaredIn(each, project(each.file), ofRoot))).toEqual([]);
  });

  it.each(folders)('in /%s: declares no package that nothing needs', (folder) => {
    // The packages of the root are for the tests and tools of all projects.
    const own = code.filter(({ file }) => folder === '' || projectOf(file, folders) === folder);
    const unused = unusedIn(own, projects.get(folder) ?? ofRoot, peersOf);
    expect([...unused].sort()).toEqual(Object.keys(otherwiseNeeded[folder] ?? {}).sort());
  });

  it.each(Object.values(otherwiseNeeded).flatMap((packages) => Object.entries(packages)))(
    'needs %s without an import',
    (_name, [file, text]) => {
      expect(readFileSync(new URL(file, root), 'utf8').includes(text)).toBe(true);
    },
  );
});

describe('the check', () => {
  const project: Manifest = {
    name: '@parlour/qa',
    dependencies: { '@parlour/kernel': '0', typeorm: '0', 'reflect-metadata': '0' },
    devDependencies: { ajv: '0', '@types/ajv': '0', '@types/pg': '0' },
  };

  it('finds imports of all kinds', () => {
    const text = `
      import 'a/styles.css';
      import type { B } from '@b/b/types';
      export * from "c";
      type D = import('d').D;
      const e = await import('e');
      const f = createRequire(import.meta.url).resolve('yaml/package.json');
      import { readFileSync } from 'node:fs';
      import { join } from 'path';
      import './own.ts';
      // import 'comment';
    `;
    expect([...importsOf({ file: 'x.ts', text })].sort()).toEqual(['@b/b', 'a', 'c', 'd', 'e', 'yaml']);
  });

  it.each([
    ['services/qa/src/a.ts', "import 'typeorm/driver';", []],
    ['services/qa/src/a.ts', "import '@parlour/qa/b';", []],
    ['services/qa/src/a.ts', "import type { Pool } from 'pg';", ['services/qa/src/a.ts: pg']],
    ['services/qa/src/a.ts', "import 'ajv';", ['services/qa/src/a.ts: ajv']],
    ['services/qa/src/a.spec.ts', "import 'ajv';", []],
    ['services/qa/src/a.ts', "import 'jest';", ['services/qa/src/a.ts: jest']],
    ['services/qa/src/testing/a.ts', "import 'jest';", []],
  ])('imports that are not declared, in %s: %s', (file, text, found) => {
    expect(undeclaredIn({ file, text }, project, { name: 'parlour', devDependencies: { jest: '0' } })).toEqual(found);
  });

  it('packages that are not imported; types and peers count with their package', () => {
    const text = "import 'typeorm'; import 'ajv';";
    const unused = unusedIn([{ file: 'a.ts', text }], project, (name) =>
      name === 'typeorm' ? ['reflect-metadata'] : [],
    );
    expect(unused).toEqual(['@parlour/kernel', '@types/pg']);
  });
});
