// What a machine can check of our style: `npm run lint`.
import { readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join, sep } from 'node:path';
import { defineConfig } from 'oxlint';

const root = import.meta.dirname;

const typescript = ['**/*.ts', '**/*.tsx'];

const specs = ['**/*.spec.ts', '**/*.spec.tsx', '**/testing/**', 'tests/**'];

/** Files whose results depend on their arguments alone. */
const pure = [
  'services/**/*.decider.ts',
  'services/**/*.live.ts',
  'services/**/*.policy.ts',
  'libs/rules/src/**/*.ts',
  'libs/contracts/src/**/*.ts',
];

const roles = [
  'decider',
  'entity',
  'projection',
  'queries',
  'view',
  'live',
  'policy',
  'controller',
  'gateway',
  'calls',
  'requests',
  'events',
  'module',
  'migrations',
];

const badName = '/^(Base|Manager|Helper|Impl|Utils?)(?=[A-Z]|$)|(Base|Manager|Helper|Impl|Utils?)$/';

const everywhere = [
  {
    selector: `:matches(ClassDeclaration, TSInterfaceDeclaration, TSTypeAliasDeclaration, TSEnumDeclaration)[id.name=${badName}]`,
    message: 'A name says what the thing is: no Base, Manager, Helper, Impl, Util.',
  },
  {
    selector: 'TSInterfaceDeclaration[id.name=/^I[A-Z][a-z]/]',
    message: 'No I before the name of an interface.',
  },
  {
    selector:
      "JSXAttribute[name.name='dangerouslySetInnerHTML'], Property[key.name='dangerouslySetInnerHTML'], Property[key.value='dangerouslySetInnerHTML']",
    message: 'Text of people never becomes HTML without going through the Markdown renderer.',
  },
];

const inPureFiles = [
  { selector: 'ImportExpression', message: 'Pure code loads nothing at run time.' },
  { selector: 'AwaitExpression', message: 'Pure code waits for nothing.' },
];

/**
 * The page takes the request classes as types only: their decorators would bring class-validator
 * into its files, by way of the contracts too.
 */
const asTypesOnly = [
  {
    selector:
      ":matches(ImportDeclaration[importKind!='type'], ExportNamedDeclaration[exportKind!='type'], ExportAllDeclaration[exportKind!='type'], ImportExpression)[source.value=/(\\.requests|\\u002ffields)(\\.ts)?$|^class-/]",
    message: 'Request classes are imported by `import type` here.',
  },
];

const inControllers = [
  {
    selector: 'MethodDefinition[decorators.length>0] > FunctionExpression > BlockStatement[body.length>1]',
    message: 'A route is one statement; rules stand in the decider, shapes in the request class.',
  },
];

/**
 * Files with decorators. Nest injects by the classes that these name as types, so they import them
 * as values; `consistent-type-imports` does not know that.
 */
const decorated = ['libs', 'services', 'gateway', 'deploy', 'tests'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true })
    .map((name) => `${folder}/${name.replaceAll(sep, '/')}`)
    .filter((file) => file.endsWith('.ts') && !/\/(dist|node_modules)\//.test(file))
    .filter((file) => /^\s*@\w/m.test(readFileSync(join(root, file), 'utf8'))),
);

const argument = 'it comes in as an argument, so that the same call gives the same result.';

const errors = (names) =>
  Object.fromEntries(
    names
      .trim()
      .split(/\s+/)
      .map((name) => [name, 'error']),
  );

/** What ESLint and typescript-eslint recommend. */
const recommended = errors(`
  constructor-super for-direction getter-return no-async-promise-executor no-case-declarations no-class-assign
  no-compare-neg-zero no-cond-assign no-const-assign no-constant-binary-expression no-constant-condition
  no-control-regex no-debugger no-delete-var no-dupe-class-members no-dupe-else-if no-dupe-keys no-duplicate-case
  no-empty no-empty-character-class no-empty-pattern no-empty-static-block no-ex-assign no-extra-boolean-cast
  no-fallthrough no-func-assign no-global-assign no-import-assign no-invalid-regexp no-irregular-whitespace
  no-loss-of-precision no-misleading-character-class no-new-native-nonconstructor no-nonoctal-decimal-escape
  no-obj-calls no-prototype-builtins no-regex-spaces no-self-assign no-shadow-restricted-names no-sparse-arrays
  no-this-before-super no-unassigned-vars no-unreachable no-unsafe-finally no-unsafe-negation
  no-unsafe-optional-chaining no-unused-labels no-unused-private-class-members no-useless-assignment
  no-useless-backreference no-useless-catch no-useless-escape no-with preserve-caught-error require-yield use-isnan valid-typeof
`);

const recommendedForTypes = errors(`
  no-array-constructor no-unused-expressions no-var prefer-const prefer-rest-params prefer-spread typescript/await-thenable typescript/ban-ts-comment
  typescript/no-array-delete typescript/no-base-to-string typescript/no-duplicate-enum-values
  typescript/no-duplicate-type-constituents typescript/no-empty-object-type typescript/no-explicit-any
  typescript/no-extra-non-null-assertion typescript/no-floating-promises typescript/no-for-in-array
  typescript/no-implied-eval typescript/no-misused-new typescript/no-misused-promises typescript/no-namespace
  typescript/no-non-null-asserted-optional-chain typescript/no-redundant-type-constituents
  typescript/no-require-imports typescript/no-this-alias typescript/no-unnecessary-type-constraint
  typescript/no-unsafe-argument typescript/no-unsafe-assignment typescript/no-unsafe-call
  typescript/no-unsafe-declaration-merging typescript/no-unsafe-enum-comparison typescript/no-unsafe-function-type
  typescript/no-unsafe-member-access typescript/no-unsafe-return typescript/no-unsafe-unary-minus
  typescript/no-wrapper-object-types typescript/only-throw-error typescript/prefer-as-const
  typescript/prefer-namespace-keyword typescript/prefer-promise-reject-errors typescript/restrict-plus-operands
  typescript/restrict-template-expressions typescript/triple-slash-reference typescript/unbound-method
`);

const recommendedForReact = errors(`
  react/error-boundaries react/exhaustive-deps react/globals react/immutability react/incompatible-library
  react/preserve-manual-memoization react/purity react/refs react/rules-of-hooks react/set-state-in-effect
  react/set-state-in-render react/static-components react/unsupported-syntax react/use-memo
`);

export default defineConfig({
  plugins: ['eslint', 'typescript', 'react'],
  jsPlugins: ['./tests/lint/house-rules.mjs', { name: 'eslint-js', specifier: 'oxlint-plugin-eslint' }],
  categories: { correctness: 'off' },
  options: { typeAware: true, typeCheck: true, reportUnusedDisableDirectives: 'error', denyWarnings: true },
  ignorePatterns: ['**/node_modules/**', '**/dist/**', '**/coverage/**', '**/.nx/**', '**/.data*/**', '**/*.d.mts'],
  rules: {
    ...recommended,
    'no-unused-vars': [
      'error',
      { args: 'all', argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true },
    ],
    'house/described-disable': 'error',
  },
  overrides: [
    {
      // In TypeScript the compiler finds these.
      files: ['**/*.mjs'],
      rules: errors('no-redeclare no-setter-return no-undef'),
      globals: Object.fromEntries(
        Object.getOwnPropertyNames(globalThis)
          .concat('document', 'window', 'Element')
          .map((name) => [name, 'readonly']),
      ),
    },
    {
      files: typescript,
      rules: {
        ...recommendedForTypes,
        'eslint-js/no-restricted-syntax': ['error', ...everywhere],
        'house/file-name': ['error', { roles }],
        eqeqeq: 'error',
        'typescript/consistent-type-imports': 'error',
        'typescript/switch-exhaustiveness-check': 'error',
        'house/project-boundaries': [
          'error',
          {
            root,
            layers: {
              'layer:contracts': [],
              'layer:rules': ['layer:contracts'],
              'layer:kernel': ['layer:contracts'],
              'layer:deployment': ['layer:contracts', 'layer:kernel'],
              'layer:people': ['layer:contracts', 'layer:kernel'],
              'layer:posts': ['layer:contracts', 'layer:kernel'],
              'layer:search': ['layer:contracts', 'layer:kernel'],
              'layer:service': [
                'layer:contracts',
                'layer:rules',
                'layer:kernel',
                'layer:people',
                'layer:posts',
                'layer:search',
                'layer:deployment',
              ],
              'layer:gateway': ['layer:contracts', 'layer:kernel', 'layer:deployment'],
              'layer:web': ['layer:contracts', 'layer:rules'],
              'layer:application': ['*'],
            },
          },
        ],
      },
    },
    { files: decorated, rules: { 'typescript/consistent-type-imports': 'off' } },
    {
      files: typescript,
      excludeFiles: specs,
      rules: { 'max-lines': ['error', { max: 400 }], 'house/reasoned-cast': 'error' },
    },
    {
      files: ['libs/*/src/**/*.ts'],
      excludeFiles: specs,
      rules: { 'house/docstring': 'error' },
    },
    {
      files: pure,
      excludeFiles: specs,
      rules: {
        'eslint-js/no-restricted-syntax': ['error', ...everywhere, ...inPureFiles],
        'no-restricted-globals': [
          'error',
          { name: 'Date', message: `The time: ${argument}` },
          { name: 'performance', message: `The time: ${argument}` },
          { name: 'crypto', message: `Randomness: ${argument}` },
          ...['process', 'globalThis', 'console', 'fetch', 'Buffer', 'require'].map((name) => ({
            name,
            message: 'Pure code knows nothing of the machine it runs on.',
          })),
          ...['setTimeout', 'setInterval', 'setImmediate', 'queueMicrotask'].map((name) => ({
            name,
            message: 'Pure code waits for nothing.',
          })),
        ],
        'no-restricted-properties': [
          'error',
          { object: 'Math', property: 'random', message: `Randomness: ${argument}` },
        ],
        'no-restricted-imports': [
          'error',
          {
            patterns: [
              {
                regex: `^(node:|@nestjs/|typeorm(/|$)|pg(/|$)|(${builtinModules.filter((name) => /^[a-z]/.test(name)).join('|')})$)`,
                message: 'Pure code knows neither the machine nor a framework nor a database.',
              },
            ],
          },
        ],
      },
    },
    {
      files: ['libs/contracts/src/**/*.ts'],
      excludeFiles: [...specs, '**/*.requests.ts', '**/fields.ts'],
      rules: { 'eslint-js/no-restricted-syntax': ['error', ...everywhere, ...inPureFiles, ...asTypesOnly] },
    },
    {
      files: ['gateway/**/*.controller.ts'],
      rules: {
        'eslint-js/no-restricted-syntax': ['error', ...everywhere, ...inControllers],
        'house/body-class': 'error',
      },
    },
    {
      files: ['web/**/*.ts', 'web/**/*.tsx'],
      rules: {
        ...recommendedForReact,
        'eslint-js/no-restricted-syntax': ['error', ...everywhere, ...asTypesOnly],
        'house/file-name': ['error', { roles: ['live', 'api', 'slice', 'config'] }],
        'house/web-layers': ['error', { root: `${root}/web/src` }],
        // A handler of a React event may be async; what it rejects with is the handler's own to
        // catch.
        'typescript/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
      },
    },
    {
      // The types of Vite's plugins lead to packages that are not installed.
      files: ['web/vite.config.ts'],
      rules: { 'typescript/no-unsafe-assignment': 'off' },
    },
    {
      files: ['tests/**/*.ts'],
      rules: { 'house/file-name': ['error', { roles: ['bench'] }] },
    },
    {
      // A client of the specifications knows none of our types: replies are what they are.
      files: ['tests/contract/**/*.ts'],
      rules: {
        'typescript/no-explicit-any': 'off',
        'typescript/no-unsafe-argument': 'off',
        'typescript/no-unsafe-assignment': 'off',
        'typescript/no-unsafe-call': 'off',
        'typescript/no-unsafe-member-access': 'off',
        'typescript/no-unsafe-return': 'off',
      },
    },
    {
      files: specs,
      rules: {
        // expect(logger.warn) asks about a method and never calls it.
        'typescript/unbound-method': 'off',
        // A test hands out what a hook of its component gives.
        'react/globals': 'off',
      },
    },
  ],
});
