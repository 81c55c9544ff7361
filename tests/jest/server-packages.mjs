// Jest gives each test file its own context and loads every module anew: of Nest, TypeORM, Fastify
// and their dependencies about 2,500 files. Here they are one script, which each Jest process
// compiles once and each file runs (server-environment.mjs). They are the packages as npm installed
// them, one copy of each: decorators and their readers share state.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';
import { keptApart, mappedTypes, withMetadataOfBundle } from '../../deploy/embedded/bin/bundling.mjs';

/** The packages that sources and tests import; any other is loaded normally. */
const names = [
  '@fastify/compress',
  '@fastify/cookie',
  '@fastify/static',
  '@nestjs/common',
  '@nestjs/core',
  '@nestjs/jwt',
  '@nestjs/microservices',
  '@nestjs/passport',
  '@nestjs/platform-fastify',
  '@nestjs/platform-socket.io',
  '@nestjs/swagger',
  '@nestjs/websockets',
  'class-transformer',
  'class-validator',
  'fastify',
  'helmet',
  'jose',
  'passport-google-oauth20',
  'passport-jwt',
  'pg',
  'pino',
  'prom-client',
  'rate-limiter-flexible',
  'reflect-metadata',
  'rxjs',
  'rxjs/operators',
  'socket.io',
  'socket.io-client',
  'typeorm',
  'uuid',
];

/**
 * Not installed, as optional packages may be, or finding files relative to itself: required only
 * when it is run.
 */
const asInstalled = {
  name: 'as installed',
  setup({ onResolve, onLoad, resolve }) {
    onResolve({ filter: /^[^./]/ }, async ({ path, pluginData, ...from }) => {
      if (pluginData === 'asked') return undefined;
      const found = await resolve(path, { ...from, pluginData: 'asked' });
      return keptApart.test(path) || found.errors.length > 0 ? { path, external: true } : found;
    });
    onLoad({ filter: mappedTypes }, ({ path }) => ({ contents: withMetadataOfBundle(readFileSync(path, 'utf8')) }));
  },
};

/**
 * The bundle of the installed packages, made if it is missing.
 * @returns what a Jest project needs to use it
 */
export async function serverPackages(root) {
  const key = createHash('sha256');
  const deciding = ['package-lock.json', 'deploy/embedded/bin/bundling.mjs'].map((file) => join(root, file));
  for (const file of [...deciding, import.meta.filename]) key.update(readFileSync(file));
  const cache = join(root, 'node_modules', '.cache', 'parlour-server-packages');
  const folder = join(cache, key.digest('hex').slice(0, 16));
  if (!existsSync(folder)) await make(root, cache, folder);
  return {
    bundle: join(folder, 'all.js'),
    moduleNameMapper: { [`^(${names.join('|').replaceAll('.', '\\.')})$`]: `${folder}/$1.cjs` },
  };
}

async function make(root, cache, folder) {
  mkdirSync(cache, { recursive: true });
  const workshop = mkdtempSync(join(cache, 'new-'));
  const getters = names.map((name) => `get ${JSON.stringify(name)}() { return require(${JSON.stringify(name)}); }`);
  await build({
    stdin: { contents: `module.exports = { ${getters.join(', ')} };`, resolveDir: join(root, 'gateway') },
    outfile: join(workshop, 'all.js'),
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    // Nest and TypeORM use class names.
    keepNames: true,
    legalComments: 'none',
    supported: { 'dynamic-import': false },
    define: { 'import.meta.url': 'importMetaUrl' },
    banner: {
      js: `(function (require, module, __filename) {
const __dirname = require('node:path').dirname(__filename);
const importMetaUrl = require('node:url').pathToFileURL(__filename).href;`,
    },
    footer: { js: 'return module.exports;\n})' },
    plugins: [asInstalled],
    logLevel: 'error',
  });
  for (const name of names) {
    const file = join(workshop, `${name}.cjs`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `module.exports = serverPackages(require)[${JSON.stringify(name)}];\n`);
  }
  try {
    renameSync(workshop, folder);
  } catch (failure) {
    // Another run was quicker.
    rmSync(workshop, { recursive: true, force: true });
    if (!existsSync(folder)) throw failure;
  }
}
