// The tiers of tests, told apart by the names of their files. Run them by `node tests/run.mjs`, or
// one by hand: node --experimental-vm-modules --no-warnings node_modules/jest/bin/jest.js
// --selectProjects unit -- checks

import { serverPackages } from './tests/jest/server-packages.mjs';
import { packagePath, packagePattern } from './tests/jest/web-packages.mjs';

/**
 * The compiler's settings, the same as in tsconfig.base.json: Nest reads the types of constructors
 * from decorator metadata.
 */
const swc = (syntax, modules = 'es6') => [
  '@swc/jest',
  {
    swcrc: false,
    sourceMaps: 'inline',
    module: { type: modules },
    jsc: {
      target: 'es2023',
      parser: { syntax: 'typescript', decorators: true, tsx: syntax === 'tsx' },
      keepClassNames: true,
      transform: {
        legacyDecorator: true,
        decoratorMetadata: true,
        // Defined fields would overwrite with undefined what a constructor or a library has already
        // set.
        useDefineForClassFields: false,
        react: { runtime: 'automatic' },
      },
    },
  },
];

/**
 * jest takes `testTimeout` for all projects together only; a set-up file gives each tier its own.
 */
const timeLimit = (milliseconds) => ({
  globals: { timeLimitMs: milliseconds },
  setupFilesAfterEnv: ['<rootDir>/tests/jest/time-limit.mjs'],
});

const common = {
  rootDir: import.meta.dirname,
  // Where it outlives a run, unlike a temporary folder.
  cacheDirectory: '<rootDir>/node_modules/.cache/jest',
  transform: { '\\.ts$': swc('ts'), '\\.tsx$': swc('tsx') },
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  modulePathIgnorePatterns: [
    '<rootDir>/(libs|services|deploy)/[^/]+/dist/',
    '<rootDir>/(gateway|web)/dist/',
    '<rootDir>/\\.(data|nx|parlour)',
  ],
  restoreMocks: true,
};

const server = {
  ...common,
  testEnvironment: 'node',
  // '@parlour/source' leads to the TypeScript sources: no test needs a build. Never 'import':
  // jest-circus breaks.
  testEnvironmentOptions: { customExportConditions: ['@parlour/source', 'node', 'node-addons'] },
};

/** For tests with a browser. */
const withBrowser = { ...server, testEnvironment: '<rootDir>/tests/jest/browser-environment.mjs' };

const withPostgres = {
  ...server,
  globalSetup: '<rootDir>/tests/jest/postgres-setup.mjs',
  globalTeardown: '<rootDir>/tests/jest/postgres-teardown.mjs',
};

const { bundle, moduleNameMapper } = await serverPackages(import.meta.dirname);

/** Third-party packages of the server come out of one script. */
const bundled = {
  moduleNameMapper,
  testEnvironment: '<rootDir>/tests/jest/server-environment.mjs',
  testEnvironmentOptions: { ...server.testEnvironmentOptions, serverPackages: bundle },
};

const long = { ...withPostgres, ...bundled, ...timeLimit(600_000) };

const serverFolders = '{libs,services,gateway,deploy}/**';

export default {
  // A worker of the int tier takes 400 ms and more to give back the memory of its tests. After
  // 500 ms, Jest's default, it would warn of something left open, which is not so.
  workerGracefulExitTimeout: 10_000,
  projects: [
    {
      ...server,
      ...bundled,
      displayName: 'unit',
      testMatch: [`<rootDir>/${serverFolders}/*.spec.ts`],
      testPathIgnorePatterns: ['/node_modules/', '\\.(int|e2e|long|kafka)\\.spec\\.ts$'],
      ...timeLimit(60_000),
    },
    {
      ...server,
      displayName: 'house',
      testMatch: ['<rootDir>/tests/lint/**/*.spec.ts'],
      ...timeLimit(60_000),
    },
    {
      ...common,
      displayName: 'web',
      // CommonJS: jest links modules of ECMAScript one import at a time, which takes longer than
      // most tests of the page.
      transform: { '\\.ts$': swc('ts', 'commonjs'), '\\.tsx$': swc('tsx', 'commonjs') },
      extensionsToTreatAsEsm: [],
      globalSetup: '<rootDir>/tests/jest/web-packages.mjs',
      testMatch: ['<rootDir>/web/src/**/*.spec.{ts,tsx}'],
      testEnvironment: '<rootDir>/tests/jest/jsdom-environment.mjs',
      testEnvironmentOptions: {
        url: 'http://localhost:3000/',
        customExportConditions: ['@parlour/source', 'browser'],
      },
      setupFilesAfterEnv: ['<rootDir>/tests/jest/time-limit.mjs', '<rootDir>/tests/jest/web-setup.mjs'],
      moduleNameMapper: {
        '\\.css(\\?.*)?$': '<rootDir>/tests/jest/empty-styles.cjs',
        '\\.(svg|png|woff2?)(\\?.*)?$': '<rootDir>/tests/jest/empty-asset.cjs',
        [packagePattern]: packagePath,
      },
      globals: { timeLimitMs: 30_000 },
    },
    {
      ...withPostgres,
      ...bundled,
      displayName: 'int',
      testMatch: [`<rootDir>/${serverFolders}/*.int.spec.ts`],
      ...timeLimit(60_000),
    },
    {
      // Not a tier: makes data that later versions must open (deploy/embedded/src/testing/kept).
      ...withPostgres,
      ...bundled,
      displayName: 'keep',
      testMatch: ['<rootDir>/deploy/embedded/src/testing/kept/make-kept.ts'],
    },
    {
      ...server,
      displayName: 'kafka',
      testMatch: [`<rootDir>/${serverFolders}/*.kafka.spec.ts`],
      globalSetup: '<rootDir>/tests/jest/kafka-setup.mjs',
      globalTeardown: '<rootDir>/tests/jest/kafka-teardown.mjs',
      ...timeLimit(60_000),
    },
    {
      ...server,
      ...bundled,
      displayName: 'containers',
      // What the image of PostgreSQL and its settings can break, not the rules again: the log,
      // migrations, and the order of names. Tier `compose` covers that of Kafka.
      testMatch: [
        '<rootDir>/libs/kernel/src/{log/append.int,log/relay.int,database/migrate.int}.spec.ts',
        '<rootDir>/services/identity/src/user/user.queries.int.spec.ts',
      ],
      globalSetup: '<rootDir>/tests/jest/containers-setup.mjs',
      globalTeardown: '<rootDir>/tests/jest/containers-teardown.mjs',
      ...timeLimit(120_000),
    },
    {
      ...withBrowser,
      displayName: 'e2e',
      testMatch: ['<rootDir>/tests/e2e/**/*.e2e.spec.ts'],
      globalSetup: '<rootDir>/tests/jest/e2e-setup.mjs',
      globalTeardown: '<rootDir>/tests/jest/e2e-teardown.mjs',
      ...timeLimit(120_000),
    },
    {
      ...withBrowser,
      displayName: 'distributed',
      testMatch: ['<rootDir>/tests/distributed/**/*.spec.ts'],
      globalSetup: '<rootDir>/tests/jest/distributed-setup.mjs',
      globalTeardown: '<rootDir>/tests/jest/distributed-teardown.mjs',
      ...timeLimit(240_000),
    },
    {
      ...withBrowser,
      displayName: 'compose',
      testMatch: ['<rootDir>/tests/compose/**/*.spec.ts'],
      globalSetup: '<rootDir>/tests/jest/compose-setup.mjs',
      globalTeardown: '<rootDir>/tests/jest/e2e-teardown.mjs',
      ...timeLimit(300_000),
    },
    {
      ...server,
      displayName: 'kubernetes',
      testMatch: ['<rootDir>/tests/kubernetes/**/*.spec.ts'],
      // The first run fetches and builds tools.
      ...timeLimit(900_000),
    },
    {
      ...server,
      displayName: 'apiserver',
      testMatch: ['<rootDir>/tests/apiserver/**/*.spec.ts'],
      globalSetup: '<rootDir>/tests/jest/apiserver-setup.mjs',
      ...timeLimit(120_000),
    },
    { ...long, displayName: 'long', testMatch: [`<rootDir>/${serverFolders}/*.long.spec.ts`] },
    { ...long, displayName: 'long-e2e', testMatch: ['<rootDir>/tests/**/*.long.spec.ts'] },
  ],
};
