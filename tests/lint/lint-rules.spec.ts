import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The linter's findings in a file: lines and their rules. */
type Finding = `${number} ${string}`;

interface Snippet {
  readonly file: string;
  readonly code: string;
  readonly found: readonly Finding[];
}

const snippets: Snippet[] = [];

/** The snippets import what is not there: the compiler's findings count where one is expected. */
const isOfCompiler = (finding: string): boolean => / TS\d+$/.test(finding);

/**
 * Lints code under that file name, or a similar one in the configuration, and expects exactly these
 * findings.
 */
function lints(about: string, file: string, code: string, ...found: readonly Finding[]): void {
  const own = file.replace('thing', `thing-${snippets.length}`);
  snippets.push({ file: own, code, found });
  it(`${about}: ${found.join(', ') || 'good'}`, () => {
    const all = findings.get(own) ?? [];
    expect(found.some(isOfCompiler) ? all : all.filter((finding) => !isOfCompiler(finding))).toEqual(found);
  });
}

let findings: ReadonlyMap<string, readonly string[]>;
const place = mkdtempSync(join(tmpdir(), 'parlour-lint-'));

/** One run of the linter over all snippets, in a folder with only the repository's settings. */
beforeAll(() => {
  const settings = /(^|\/)(package|tsconfig(\.base)?)\.json$|^oxlint\.config\.mjs$|^tests\/lint\/house-rules\.mjs$/;
  const projects = ['libs', 'services', 'deploy'].flatMap((folder) =>
    readdirSync(join(root, folder)).map((name) => `${folder}/${name}`),
  );
  for (const folder of ['.', 'gateway', 'web', 'tests', 'tests/lint', ...projects]) {
    mkdirSync(join(place, folder), { recursive: true });
    for (const name of readdirSync(join(root, folder)))
      if (settings.test(`${folder}/${name}`.replace(/^\.\//, '')))
        cpSync(join(root, folder, name), join(place, folder, name));
  }
  for (const packages of ['node_modules', 'web/node_modules'])
    symlinkSync(join(root, packages), join(place, packages), 'junction');
  for (const { file, code } of snippets) {
    mkdirSync(join(place, dirname(file)), { recursive: true });
    writeFileSync(join(place, file), code);
  }
  const { stdout } = spawnSync(
    process.execPath,
    [join(root, 'node_modules/oxlint/bin/oxlint'), '-c', 'oxlint.config.mjs', '-f', 'json'],
    { cwd: place, encoding: 'utf8' },
  );
  // The form of its reports.
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: readonly Diagnostic[] };
  const found = new Map<string, string[]>();
  for (const { filename, code, message, labels } of diagnostics) {
    const line = labels[0]?.span.line ?? 0;
    const lines = found.get(filename) ?? [];
    lines.push(`${line} ${code?.replace(/^.*\((.*)\)$/, '$1') ?? message}`);
    found.set(filename, lines.sort());
  }
  findings = found;
}, 60_000);

afterAll(() => {
  rmSync(place, { recursive: true, force: true });
});

interface Diagnostic {
  /** Empty if the settings are wrong. */
  readonly filename: string;
  readonly code?: string;
  readonly message: string;
  readonly labels: readonly { readonly span: { readonly line: number } }[];
}

it('there are no other findings, for instance about the settings', () => {
  const files = snippets.map(({ file }) => file);
  expect([...findings].filter(([file]) => !files.includes(file))).toEqual([]);
});

const service = 'services/qa/src/thing.ts';
const contracts = 'libs/contracts/src/thing.ts';
const kernel = 'libs/kernel/src/thing.ts';
const spec = 'services/qa/src/thing.spec.ts';

describe('types', () => {
  for (const file of ['services/qa/src/thing.ts', 'tests/e2e/thing.ts', 'web/src/thing.tsx']) {
    lints(`are checked in ${file}`, file, "export const wrong: number = 'a text';", '1 TS2322');
  }
});

describe('pure files', () => {
  const impure = [
    'new Date();',
    'Math.random();',
    'crypto.randomUUID();',
    'process.exit();',
    'setTimeout(() => undefined);',
    "import 'node:fs';",
    "import 'crypto';",
    "import '@nestjs/common';",
    "import 'typeorm';",
    "import 'pg';",
    "import('./checks.ts').catch(() => undefined);",
    'await Promise.resolve();',
    'export {};',
  ].join('\n');
  const found: Finding[] = [
    '1 no-restricted-globals',
    '10 no-restricted-imports',
    '11 no-restricted-syntax',
    '12 no-restricted-syntax',
    '2 no-restricted-properties',
    '3 no-restricted-globals',
    '4 no-restricted-globals',
    '5 no-restricted-globals',
    '6 no-restricted-imports',
    '7 no-restricted-imports',
    '8 no-restricted-imports',
    '9 no-restricted-imports',
  ];
  for (const role of ['decider', 'live', 'policy']) lints(role, `services/qa/src/thing.${role}.ts`, impure, ...found);
  lints('rules', 'libs/rules/src/thing.ts', impure, ...found);
  lints('contracts', contracts, impure, ...found);
  lints('a view', 'services/qa/src/thing.view.ts', impure);
  lints('a spec', 'services/qa/src/thing.decider.spec.ts', impure);
});

describe('project-boundaries', () => {
  const refused: Finding = '1 project-boundaries';
  lints(
    'a service imports libraries',
    service,
    "import '@parlour/rules/nim'; import type {} from '@parlour/kernel/id';",
  );
  lints('a folder outside of projects', service, "import './main.ts'; import 'node:fs'; import '@nestjs/common';");
  lints('a service imports a service', service, "import '@parlour/games/main';", refused);
  lints('a service loads a service', service, "await import('@parlour/games/main');", refused);
  lints('the kernel imports a type of a service', kernel, "import type {} from '@parlour/qa/main';", refused);
  lints('contracts export the kernel', contracts, "export * from '@parlour/kernel/id';", refused);
  lints('rules import the kernel', 'libs/rules/src/thing.ts', "import '@parlour/kernel/id';", refused);
  lints('the gateway imports a service', 'gateway/src/thing.ts', "import '@parlour/qa/main';", refused);
  lints('the page imports the kernel', 'web/src/shared/thing.ts', "import '@parlour/kernel/id';", refused);
  lints('an application imports all', 'deploy/embedded/src/thing.ts', "import '@parlour/qa/main';");
  lints('a test imports all', 'tests/e2e/thing.ts', "import '@parlour/qa/main'; import '@parlour/embedded/main';");
  lints('another project by its path', service, "import '../../../libs/kernel/src/id.ts';", refused);
  lints('the own project by its name', service, "import '@parlour/qa/main';", refused);
  // The top folder stands for a new project without a layer.
  lints('a project without a layer', 'thing.ts', "import '@parlour/contracts/text/checks';", refused);
});

describe('web-layers', () => {
  const refused: Finding = '1 web-layers';
  const shared = 'web/src/shared/thing.ts';
  const answers = 'web/src/features/answers/thing.tsx';
  lints('down', answers, "import './answers.api.ts'; import '../../shared/api.ts';");
  lints(
    'from the top',
    'web/src/app/thing.ts',
    "import '../features/answers/answers.api.ts'; import '../shared/api.ts';",
  );
  lints('shared imports a feature', shared, "import '../features/answers/answers.api.ts';", refused);
  lints(
    'the design imports a feature',
    'web/src/design/thing.ts',
    "import '../features/answers/answers.api.ts';",
    refused,
  );
  lints('shared imports app', shared, "export * from '../app/store.ts';", refused);
  lints('a feature imports app', answers, "import '../../app/store.ts';", refused);
  lints('a feature imports another', answers, "import '../questions/questions.api.ts';", refused);
  lints('a feature exports another', answers, "export { a } from '../questions/questions.api.ts';", refused);
  lints('a feature loads another', answers, "await import('../questions/questions.api.ts');", refused);
});

describe('request classes', () => {
  const refused = '1 no-restricted-syntax';
  const page = 'web/src/shared/thing.ts';
  const classes = '@parlour/contracts/identity/identity.requests';
  lints('the page as types', page, `import type { Login } from '${classes}';\nexport type Sent = Login;`);
  lints('as values', page, `import { Login } from '${classes}';\nexport const sent = new Login();`, refused);
  lints('by loading them', page, `import { type Login } from '${classes}';\nexport type Sent = Login;`, refused);
  lints('later', page, `export const load = () => import('${classes}');`, refused);
  lints('for others', page, `export { Login } from '${classes}';`, refused);
  lints('for others as types', page, `export type { Login } from '${classes}';`);
  lints('their fields', page, "export * from '@parlour/contracts/fields';", refused);
  lints('contracts that the page may import', contracts, "import './identity.requests.ts';", refused);
  lints('their library', contracts, "import 'class-validator';", refused);
  lints('one another', 'libs/contracts/src/thing.requests.ts', "import './page.requests.ts';");
});

describe('controllers', () => {
  const controller = 'gateway/src/thing.controller.ts';
  const post = (type: string, body = 'return 1;', imported = '') =>
    [
      imported,
      'declare const Post: () => MethodDecorator, Body: () => ParameterDecorator;',
      'export class Desk {',
      '  @Post()',
      `  add(@Body() _thing: ${type}) { ${body} }`,
      '}',
    ].join('\n');
  const imported = (text: string) => post('Thing', undefined, text);
  const refused: Finding = '5 body-class';
  lints(
    'a body of a request class',
    controller,
    imported("import { Thing } from '@parlour/contracts/thing.requests';"),
  );
  lints('of a type', controller, imported("import type { Thing } from '@parlour/contracts/thing.requests';"), refused);
  lints(
    'of a type among values',
    controller,
    imported("import { type Thing } from '@parlour/contracts/thing.requests';"),
    refused,
  );
  lints('of a type of the wire', controller, imported("import { Thing } from '@parlour/contracts/thing';"), refused);
  lints('of an interface', controller, imported('interface Thing { a: 1 }'), refused);
  lints('of a type on the spot', controller, post('{ a: 1 }'), refused);
  lints('of none', controller, post('unknown'), refused);
  const two = post('Thing', 'const x = 1; return x;', "import { Thing } from '@parlour/contracts/thing.requests';");
  lints('a route of two statements', controller, two, '5 no-restricted-syntax');
});

describe('docstring', () => {
  for (const code of ['function f() {}', 'const f = 1;', 'interface F { a: 1 }', 'type F = string;', 'class F {}']) {
    lints(`none on ${code}`, contracts, `export ${code}`, '1 docstring');
    lints(`one on ${code}`, contracts, `/** What it is. */ export ${code}`);
  }
  lints('a plain comment', contracts, '// What it is.\nexport const f = 1;', '2 docstring');
  lints('exported by default', contracts, 'export default class {}', '1 docstring');
  lints('exported apart', contracts, 'const f = 1;\nexport { f };', '2 docstring');
  lints('exported from elsewhere', contracts, "export { f } from './f.ts';");
  lints(
    'overloads share one',
    contracts,
    '/** Both. */ export function f(a: 1): 1;\nexport function f(a: 2): 2;\nexport function f(a: 1 | 2) { return a; }',
  );
  lints(
    'above a decorator',
    kernel,
    'declare const Thing: () => ClassDecorator;\n/** What it is. */\n@Thing()\nexport class F {}',
  );
  lints('not exported', contracts, 'const f = 1;\nf.toFixed();\nexport {};');
  lints('in a service', service, 'export const f = 1;');
  lints('in a spec', 'libs/contracts/src/thing.spec.ts', 'export const f = 1;');
});

describe('described-disable', () => {
  const loose = 'export const f = (x: unknown) => x == 1;';
  const undescribed: Finding = '1 described-disable';
  lints('with a reason', service, `// eslint-disable-next-line eqeqeq -- null and undefined alike\n${loose}`);
  lints('for the file, with a reason', service, `/* oxlint-disable eqeqeq -- null and undefined alike */\n${loose}`);
  lints('without a reason', service, `/* eslint-disable-next-line eqeqeq */\n${loose}`, undescribed);
  lints('a reason of one word', service, `// eslint-disable-next-line eqeqeq -- sorry\n${loose}`, undescribed);
  lints('at the end of the line', service, `${loose} // eslint-disable-line eqeqeq`, undescribed);
  lints('everything', service, `/* eslint-disable */ ${loose}`, undescribed);
  lints('everything, with a reason', service, `/* eslint-disable -- for a good reason */\n${loose}`, undescribed);
  lints('in the linter’s own words', service, `/* oxlint-disable */\n${loose}`, undescribed);
  lints(
    'nothing',
    service,
    '// eslint-disable-next-line eqeqeq -- there is nothing here\nexport {};',
    '1 Unused eslint-disable directive (no problems were reported).',
  );
});

describe('reasoned-cast', () => {
  const refused: Finding = '3 reasoned-cast';
  lints('none', service, 'declare const x: unknown;\n\nexport const y = x as string;', refused);
  lints('none for a !', service, 'declare const x: string | undefined;\n\nexport const y = x!;', refused);
  lints('elsewhere', service, 'declare const x: unknown; // from the driver\n\nexport const y = x as string;', refused);
  lints('beside it', service, 'declare const x: unknown;\n\nexport const y = x as string; // the driver gives text');
  lints('above it', service, 'declare const x: unknown;\n\n// The driver gives text.\nexport const y = x as string;');
  lints('as const', service, 'export const x = [1] as const;');
  lints('in a spec', spec, 'declare const x: unknown;\n\nexport const y = x as string;');
});

describe('names', () => {
  for (const name of ['Question.ts', 'question.service.ts', 'question_list.ts', 'question.decider.view.ts'])
    lints(name, `services/qa/src/question/${name}`, 'export {};', '1 file-name');
  for (const name of ['index.ts', 'util.ts', 'text-utils.ts', 'date-helper.ts', 'base.view.ts'])
    lints(name, `services/qa/src/question/${name}`, 'export {};', '1 file-name');
  for (const name of ['question.decider.ts', 'question.view.int.spec.ts', 'utility-bill.ts'])
    lints(name, `services/qa/src/question/${name}`, 'export {};');
  lints('a role of the page', 'web/src/shared/thing.slice.ts', 'export {};');
  lints('a role of the tests', 'tests/bench/thing.bench.ts', 'export {};');
  for (const name of ['BaseView', 'ChatManager', 'DateHelper', 'LogImpl', 'TextUtils'])
    lints(name, service, `export class ${name} {}`, '1 no-restricted-syntax');
  lints('an I before an interface', spec, 'export interface IView { a: 1 }', '1 no-restricted-syntax');
  lints('names that only begin alike', service, 'export interface Item { a: 1 }\nexport class Database {}');
});

describe("other packages' rules are switched on", () => {
  lints('a comparison that converts', service, 'export const f = (x: unknown) => x == 1;', '1 eqeqeq');
  const floating = 'export {};\nPromise.resolve();';
  lints('with types, in a service', service, floating, '2 no-floating-promises');
  lints('with types, in a spec', spec, floating, '2 no-floating-promises');
  lints('with types, in the page', 'web/src/shared/thing.tsx', floating, '2 no-floating-promises');
  lints('with types, in the tests', 'tests/e2e/thing.ts', floating, '2 no-floating-promises');
  lints('in JavaScript', 'deploy/embedded/bin/thing.mjs', 'export {};\nthing();', '2 no-undef');
  lints(
    'for React',
    'web/src/shared/thing.tsx',
    'export const usePage = (x: boolean) => x && useThing();\nfunction useThing() { return 1; }',
    '1 rules-of-hooks',
  );
  lints(
    'HTML from text',
    'web/src/shared/thing.tsx',
    'export const x = <p dangerouslySetInnerHTML={{ __html: "" }} />;\nexport const y = { dangerouslySetInnerHTML: { __html: "" } };',
    '1 no-restricted-syntax',
    '2 no-restricted-syntax',
  );
  lints('401 lines', service, `export {};${'\n'.repeat(400)}export const x = 1;`, '401 max-lines');
  lints('401 lines of a spec', spec, `export {};${'\n'.repeat(400)}export const x = 1;`);
  const desk = (decorator: string) =>
    [
      "import { Log } from './log.ts';",
      'declare const Thing: () => ClassDecorator;',
      decorator,
      'export class Desk { constructor(readonly log: Log) {} }',
      'Thing();',
    ].join('\n');
  lints('a type imported as a value', service, desk(''), '1 consistent-type-imports');
  lints('an injected class imported as a value', service, desk('@Thing()'));
});
