// What style.md asks and a machine can check. Run it by `nx run-many -t lint`, never by eslint alone: without a project graph in
// the cache the boundaries rule passes everything and says nothing.
import { builtinModules } from 'node:module';
import eslint from '@eslint/js';
import nx from '@nx/eslint-plugin';
import prettier from 'eslint-config-prettier';
import reactHooks from 'eslint-plugin-react-hooks';
import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';
import house from './tests/lint/house-rules.mjs';

const root = import.meta.dirname;

const specs = ['**/*.spec.ts', '**/*.spec.tsx', '**/testing/**', 'tests/**'];

/** Files whose results depend on their arguments alone. */
const pure = [
  'services/**/*.decider.ts',
  'services/**/*.live.ts',
  'services/**/*.policy.ts',
  'libs/rules/src/**/*.ts',
  'libs/contracts/src/**/*.ts',
];

const roles = ['decider', 'view', 'live', 'policy', 'projection', 'controller', 'dto', 'module', 'migrations'];

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

const inControllers = [
  {
    selector: 'MethodDefinition[decorators.length>0] > FunctionExpression > BlockStatement[body.length>1]',
    message: 'A route is one statement; rules stand in the decider, shapes in the DTO.',
  },
];

const argument = 'it comes in as an argument, so that the same call gives the same result.';

export default defineConfig(
  globalIgnores(['**/dist/**', '**/coverage/**', '**/.nx/**', '**/.data*/**', '**/*.d.mts']),
  {
    plugins: { house },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: { 'house/described-disable': 'error' },
  },
  {
    files: ['**/*.mjs'],
    extends: [eslint.configs.recommended],
    languageOptions: {
      globals: Object.fromEntries(
        Object.getOwnPropertyNames(globalThis)
          .concat('document', 'window', 'Element')
          .map((name) => [name, 'readonly']),
      ),
    },
  },
  {
    files: ['**/*.ts', '**/*.tsx'],
    extends: [eslint.configs.recommended, tseslint.configs.recommendedTypeChecked],
    plugins: { '@nx': nx },
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: root } },
    rules: {
      'no-restricted-syntax': ['error', ...everywhere],
      'house/file-name': ['error', { roles }],
      eqeqeq: 'error',
      // Leaves decorated files alone: a class that Nest injects must be imported as a value.
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/no-unused-vars': [
        'error',
        { args: 'all', argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
      // Calls needless what steers an inference: `initialState: 'closed' as State` without it does not compile.
      '@typescript-eslint/no-unnecessary-type-assertion': 'off',
      // An async function without await turns what it throws into a rejection, which its callers rely on.
      '@typescript-eslint/require-await': 'off',
      '@nx/enforce-module-boundaries': [
        'error',
        {
          enforceBuildableLibDependency: false,
          depConstraints: [
            { sourceTag: 'layer:contracts', onlyDependOnLibsWithTags: [] },
            { sourceTag: 'layer:rules', onlyDependOnLibsWithTags: ['layer:contracts'] },
            { sourceTag: 'layer:kernel', onlyDependOnLibsWithTags: ['layer:contracts'] },
            {
              sourceTag: 'layer:service',
              onlyDependOnLibsWithTags: ['layer:contracts', 'layer:rules', 'layer:kernel'],
            },
            { sourceTag: 'layer:gateway', onlyDependOnLibsWithTags: ['layer:contracts', 'layer:kernel'] },
            { sourceTag: 'layer:web', onlyDependOnLibsWithTags: ['layer:contracts', 'layer:rules'] },
            { sourceTag: 'layer:application', onlyDependOnLibsWithTags: ['*'] },
          ],
        },
      ],
    },
  },
  {
    files: ['**/*.ts', '**/*.tsx'],
    ignores: specs,
    rules: { 'max-lines': ['error', { max: 400 }], 'house/reasoned-cast': 'error' },
  },
  {
    files: ['libs/*/src/**/*.ts'],
    ignores: specs,
    rules: { 'house/docstring': 'error' },
  },
  {
    files: pure,
    ignores: specs,
    rules: {
      'no-restricted-syntax': ['error', ...everywhere, ...inPureFiles],
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
      'no-restricted-properties': ['error', { object: 'Math', property: 'random', message: `Randomness: ${argument}` }],
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
    files: ['gateway/**/*.controller.ts'],
    rules: {
      'no-restricted-syntax': ['error', ...everywhere, ...inControllers],
      'house/body-class': 'error',
    },
  },
  {
    files: ['web/**/*.ts', 'web/**/*.tsx'],
    extends: [reactHooks.configs.flat.recommended],
    rules: {
      'house/file-name': ['error', { roles: ['live', 'api', 'slice', 'config'] }],
      'house/web-layers': ['error', { root: `${root}/web/src` }],
      // A handler of a React event may be async; what it rejects with is the handler's own to catch.
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
    },
  },
  {
    // The types of Vite's plugins lead to packages that are not installed.
    files: ['web/vite.config.ts'],
    rules: { '@typescript-eslint/no-unsafe-assignment': 'off' },
  },
  {
    files: ['tests/**/*.ts'],
    rules: { 'house/file-name': ['error', { roles: ['bench'] }] },
  },
  {
    files: specs,
    rules: {
      // expect(logger.warn) asks about a method and never calls it.
      '@typescript-eslint/unbound-method': 'off',
    },
  },
  prettier,
);
