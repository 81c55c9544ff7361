import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from '@jest/globals';

const root = fileURLToPath(new URL('../..', import.meta.url));

// Exists, so the typed rules know its project; the others do not, and get the rest of the rules in a hundredth of the time.
const server = 'libs/kernel/src/log/relay.ts';
const contracts = 'libs/contracts/src/thing.ts';
const decider = 'services/qa/src/thing/thing.decider.ts';
const spec = 'services/qa/src/thing/thing.decider.spec.ts';
const web = 'web/src/features/answers/thing.tsx';

const pureFiles = [
  contracts,
  decider,
  'services/qa/src/thing/thing.live.ts',
  'services/qa/src/thing/thing.policy.ts',
  'libs/rules/src/nim.ts',
];

const impure: readonly (readonly [string, string])[] = [
  ['new Date();', 'no-restricted-globals'],
  ['Date.now();', 'no-restricted-globals'],
  ['Math.random();', 'no-restricted-properties'],
  ['crypto.randomUUID();', 'no-restricted-globals'],
  ['process.exit();', 'no-restricted-globals'],
  ['setTimeout(() => undefined);', 'no-restricted-globals'],
  ["import 'node:fs';", 'no-restricted-imports'],
  ["import 'crypto';", 'no-restricted-imports'],
  ["import '@nestjs/common';", 'no-restricted-imports'],
  ["import 'typeorm';", 'no-restricted-imports'],
  ["import 'pg';", 'no-restricted-imports'],
  ["import('./checks.ts').catch(() => undefined);", 'no-restricted-syntax'],
];

const described = '/** What it is. */ ';

interface Snippet {
  readonly about: string;
  readonly file: string;
  readonly code: string;
  /** The rule that refuses it; none where the snippet is good. */
  readonly rule?: string;
}

const snippets: readonly Snippet[] = [
  ...pureFiles.flatMap((file) =>
    impure.map(([code, rule]) => ({ about: `pure: ${code} in ${file}`, file, code, rule })),
  ),
  { about: 'the clock outside of pure code', file: server, code: 'console.log(Date.now(), Math.random());' },
  { about: 'the clock in a spec', file: spec, code: 'console.log(Date.now());' },

  { about: 'any', file: server, code: 'let x: any; console.log(x);', rule: '@typescript-eslint/no-explicit-any' },
  {
    about: 'a value of any',
    file: server,
    code: "console.log(JSON.parse('').x);",
    rule: '@typescript-eslint/no-unsafe-member-access',
  },
  {
    about: 'any in the page',
    file: web,
    code: 'let x: any; console.log(x);',
    rule: '@typescript-eslint/no-explicit-any',
  },
  {
    about: 'a floating promise',
    file: server,
    code: 'Promise.resolve();',
    rule: '@typescript-eslint/no-floating-promises',
  },
  { about: 'an awaited promise', file: server, code: 'await Promise.resolve();' },
  {
    about: 'a promise as a condition',
    file: server,
    code: 'if (Promise.resolve(1)) console.log();',
    rule: '@typescript-eslint/no-misused-promises',
  },
  {
    about: 'an incomplete switch',
    file: server,
    code: "declare const x: 'a' | 'b'; switch (x) { case 'a': break; default: break; }",
    rule: '@typescript-eslint/switch-exhaustiveness-check',
  },
  {
    about: 'a complete switch',
    file: server,
    code: "declare const x: 'a' | 'b'; switch (x) { case 'a': case 'b': break; default: x satisfies never; }",
  },
  {
    about: 'a type imported as a value',
    file: server,
    code: "import { Fault } from '@parlour/contracts/errors'; let x: Fault | undefined; console.log(x);",
    rule: '@typescript-eslint/consistent-type-imports',
  },
  {
    about: 'an injected class imported as a value',
    file: server,
    code: "import { Injectable } from '@nestjs/common'; import { EventLog } from './event-log.ts'; @Injectable() class Desk { constructor(readonly log: EventLog) {} } console.log(Desk);",
  },

  {
    about: 'HTML from text',
    file: web,
    code: 'console.log(<p dangerouslySetInnerHTML={{ __html: "" }} />);',
    rule: 'no-restricted-syntax',
  },
  {
    about: 'HTML from text by props',
    file: web,
    code: "console.log({ dangerouslySetInnerHTML: { __html: '' } });",
    rule: 'no-restricted-syntax',
  },
  {
    about: 'a hook in a condition',
    file: web,
    code: "import { useState } from 'react'; const Page = (p: { x: boolean }) => { if (p.x) useState(1); return <p />; }; console.log(Page);",
    rule: 'react-hooks/rules-of-hooks',
  },

  {
    about: 'a rule switched off without a reason',
    file: server,
    code: '/* eslint-disable-next-line eqeqeq */\nconsole.log(1 == Number(2));',
    rule: 'house/described-disable',
  },
  {
    about: 'every rule switched off',
    file: server,
    code: '/* eslint-disable */\nconsole.log(1 == Number(2));',
    rule: 'house/described-disable',
  },
  {
    about: 'every rule switched off with a reason',
    file: server,
    code: '/* eslint-disable -- for a good reason */\nconsole.log(1 == Number(2));',
    rule: 'house/described-disable',
  },
  {
    about: 'a rule switched off with a reason',
    file: server,
    code: '// eslint-disable-next-line eqeqeq -- null and undefined alike\nconsole.log(1 == Number(2));',
  },
  {
    about: 'a cast',
    file: server,
    code: 'declare const x: unknown;\n\nconsole.log(x as string);',
    rule: 'house/reasoned-cast',
  },
  {
    about: 'a cast with its reason',
    file: server,
    code: 'declare const x: unknown;\n\nconsole.log(x as string); // the driver gives text',
  },
  { about: 'as const', file: server, code: 'console.log([1] as const);' },

  ...['function f() {}', 'const f = 1;', 'interface F { a: 1 }', 'type F = string;', 'class F {}'].flatMap((code) => [
    { about: `no docstring: ${code}`, file: contracts, code: `export ${code}`, rule: 'house/docstring' },
    { about: `a docstring: ${code}`, file: 'libs/rules/src/nim.ts', code: `${described}export ${code}` },
  ]),
  { about: 'a plain comment', file: contracts, code: '// What it is.\nexport const f = 1;', rule: 'house/docstring' },
  { about: 'a name exported apart', file: contracts, code: 'const f = 1;\nexport { f };', rule: 'house/docstring' },
  { about: 'not exported', file: contracts, code: 'const f = 1; f.toFixed();' },
  { about: 'outside of the libraries', file: decider, code: 'export const f = 1;' },

  ...['BaseView', 'ChatManager', 'DateHelper', 'LogImpl', 'TextUtils'].map((name) => ({
    about: `the name ${name}`,
    file: server,
    code: `class ${name} {} console.log(${name});`,
    rule: 'no-restricted-syntax',
  })),
  {
    about: 'an I before an interface',
    file: decider,
    code: 'export interface IView { a: 1 }',
    rule: 'no-restricted-syntax',
  },
  {
    about: 'names that only begin alike',
    file: decider,
    code: 'export interface Item { a: 1 }\nexport class Database {}',
  },

  ...[
    'index.ts',
    'util.ts',
    'text-utils.ts',
    'date-helper.ts',
    'base.view.ts',
    'Question.ts',
    'question.service.ts',
  ].map((name) => ({
    about: `the file name ${name}`,
    file: `services/qa/src/question/${name}`,
    code: 'export {};',
    rule: 'house/file-name',
  })),
  ...['thing.decider.ts', 'thing.view.int.spec.ts', 'main.ts', 'utility-bill.ts'].map((name) => ({
    about: `the file name ${name}`,
    file: `services/qa/src/question/${name}`,
    code: 'export {};',
  })),

  { about: '401 lines', file: server, code: 'console.log();\n'.repeat(401), rule: 'max-lines' },
  { about: '401 lines of a spec', file: spec, code: 'console.log();\n'.repeat(401) },

  {
    about: 'shared imports a feature',
    file: 'web/src/shared/thing.ts',
    code: "import '../features/answers/answers.api.ts';",
    rule: 'house/web-layers',
  },
  {
    about: 'shared imports app',
    file: 'web/src/shared/thing.ts',
    code: "export * from '../app/store.ts';",
    rule: 'house/web-layers',
  },
  { about: 'a feature imports app', file: web, code: "import '../../app/store.ts';", rule: 'house/web-layers' },
  {
    about: 'a feature imports another',
    file: web,
    code: "import '../questions/questions.api.ts';",
    rule: 'house/web-layers',
  },
  {
    about: 'a feature loads another',
    file: web,
    code: "await import('../questions/questions.api.ts');",
    rule: 'house/web-layers',
  },
  {
    about: 'a feature imports itself and shared',
    file: web,
    code: "import './answers.api.ts'; import '../../shared/api.ts';",
  },

  {
    about: 'a body of an interface',
    file: 'gateway/src/thing/thing.controller.ts',
    code: "import type { Thing } from './thing.dto.ts'; class Desk { add(@Body() thing: Thing) { return thing; } } console.log(Desk);",
    rule: 'house/body-class',
  },
  {
    about: 'a body of a type of the wire',
    file: 'gateway/src/thing/thing.controller.ts',
    code: "import { Thing } from '@parlour/contracts/thing'; class Desk { add(@Body() thing: Thing) { return thing; } } console.log(Desk);",
    rule: 'house/body-class',
  },
  {
    about: 'a body of a DTO class',
    file: 'gateway/src/thing/thing.controller.ts',
    code: "import { Thing } from './thing.dto.ts'; class Desk { add(@Body() thing: Thing) { return thing; } } console.log(Desk);",
  },
  {
    about: 'a route of two statements',
    file: 'gateway/src/thing/thing.controller.ts',
    code: 'class Desk { @Get() get() { const x = 1; return x; } } console.log(Desk);',
    rule: 'no-restricted-syntax',
  },
];

describe('lint', () => {
  let found: string[][] = [];

  beforeAll(() => {
    const output = execFileSync(process.execPath, ['tests/lint/lint-snippets.mjs'], {
      cwd: root,
      input: JSON.stringify(snippets),
      encoding: 'utf8',
    });
    // The program beside this file prints the names of rules, one list for each snippet.
    found = JSON.parse(output) as string[][];
  }, 60_000);

  it.each(snippets.map(({ about, rule }, index) => ({ about, rule, index })))('$about → $rule', ({ rule, index }) => {
    if (rule === undefined) expect(found[index]).toEqual([]);
    else expect(found[index]).toContain(rule);
  });
});

describe('boundaries', () => {
  const read = (path: string) => JSON.parse(readFileSync(`${root}/${path}/package.json`, 'utf8')) as ProjectFile; // ours
  const folders = read('.').workspaces?.flatMap((pattern) =>
    pattern.endsWith('/*')
      ? readdirSync(root + pattern.slice(0, -2)).map((name) => pattern.replace('*', name))
      : [pattern],
  );
  const constrained = [...readFileSync(`${root}/eslint.config.mjs`, 'utf8').matchAll(/sourceTag: '([^']+)'/g)].map(
    ([, tag]) => tag,
  );

  it.each(folders?.filter((folder) => existsSync(`${root}/${folder}/package.json`)) ?? [])(
    '%s is of one layer that the rule knows; of a project without one it would allow everything',
    (folder) => {
      const { nx } = read(folder);
      expect(nx?.tags).toHaveLength(1);
      expect(constrained).toContain(nx?.tags?.[0]);
    },
  );
});

interface ProjectFile {
  readonly workspaces?: readonly string[];
  readonly nx?: { readonly tags?: readonly string[] };
}
