// Runs the tests of Parlour, in a bare clone too: `node tests/run.mjs <run> [filters]`; `runs`
// below lists them all, and there is `bench`. The last line of output is `N passed, N failed` and
// counts everything; it exits with 0 only if nothing failed.
import { spawn } from 'node:child_process';
import { closeSync, existsSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { delimiter, dirname, join, relative } from 'node:path';
import { makeBuilt, makeInstalled, root } from '../deploy/embedded/bin/ready.mjs';
import { folderInMemory } from './memory.mjs';
import { makeNodes, programOfNode, testedNodes, testsOnEachNode } from './nodes.mjs';

const minutes = 60_000;
const program = (name, path) => join(root, 'node_modules', name, path);

const nx = (command, target) => [program('nx', 'dist/bin/nx.js'), command, '-t', target, '--output-style=static'];

/** By default Jest leaves one CPU unused, half of a small machine. */
const allProcessors = availableParallelism();

/** For tests that wait a part of their time: for a database, a browser, or a timer of the page. */
const oneMore = allProcessors + 1;

/** For tests that also wait for each other's windows: 6 % sooner than with one more. */
const twoMore = allProcessors + 2;

/**
 * Each test file makes a world of objects and functions that ends with it. With more room for new
 * objects, V8 copies fewer of them: 5 % of the processor time of the page's tests. Only flags that
 * every tested Node has: with any other it does not start.
 */
const shortLives = ['--min-semi-space-size=32', '--max-semi-space-size=64'];

/** One file per service: all of its calls on a real PostgreSQL. */
function wholeServices() {
  return readdirSync(join(root, 'services')).map((name) => {
    const files = [`services/${name}/src/${name}.int.spec.ts`, `services/${name}/src/account/account.int.spec.ts`];
    const file = files.find((each) => existsSync(join(root, each)));
    if (file === undefined) throw new Error(`services/${name} has no file that runs all of it: ${files[0]}`);
    return file;
  });
}

/**
 * The parts of a run, in order. A part with a `project` is one of Jest's tiers; the others are one
 * check each. A part `inMemory` keeps its temporary files there, where there is room.
 */
const parts = {
  install: { work: makeInstalled, needed: true },
  build: { work: makeBuilt, needed: true },
  // With types.
  lint: { args: nx('run-many', 'lint') },
  format: { args: [program('oxfmt', 'bin/oxfmt'), '--check'] },
  // Only for projects that differ from main, and their dependents.
  'lint affected': { args: nx('affected', 'lint') },
  unit: { project: 'unit', workers: allProcessors, limit: 10 * minutes },
  // Our own lint rules, and that docs, tests and contracts agree.
  house: { project: 'house', workers: allProcessors, limit: 10 * minutes },
  web: { project: 'web', workers: oneMore, limit: 10 * minutes },
  // Resources left open by a failing test would keep Jest alive forever.
  int: { project: 'int', inMemory: true, workers: oneMore, options: ['--forceExit'], limit: 20 * minutes },
  // For each service, the file that runs all of it.
  services: {
    project: 'int',
    inMemory: true,
    files: wholeServices(),
    workers: oneMore,
    options: ['--forceExit'],
    limit: 10 * minutes,
  },
  // Most files share a running product.
  e2e: { project: 'e2e', inMemory: true, workers: twoMore, options: ['--forceExit'], limit: 20 * minutes },
  // A real broker, fetched by Maven.
  kafka: { project: 'kafka', options: ['--forceExit'], limit: 15 * minutes },
  // The product as separate processes, on a real broker: covers what the embedded deployment
  // cannot.
  distributed: { project: 'distributed', browser: true, options: ['--forceExit'], limit: 20 * minutes },
  // Covers the image of PostgreSQL. Needs a Docker engine, as does `compose`.
  containers: {
    project: 'containers',
    networks: true,
    workers: allProcessors,
    options: ['--forceExit'],
    limit: 15 * minutes,
  },
  // docker-compose.yml, with the same journey.
  compose: { project: 'compose', browser: true, networks: true, options: ['--forceExit'], limit: 20 * minutes },
  // The manifests, rendered and validated against schemas; tools and schemas are fetched by Go,
  // Maven and pip.
  kubernetes: { project: 'kubernetes', limit: 15 * minutes },
  // The manifests and their commands on Kubernetes' own API server, which Go builds.
  apiserver: { project: 'apiserver', options: ['--forceExit'], limit: 20 * minutes },
  // The promises of the OpenAPI document, checked on the built product by Schemathesis, which pip
  // fetches.
  fuzz: {
    args: ['--import', 'tsx', '--conditions=@parlour/source', '--no-warnings', join(root, 'tests', 'fuzz', 'fuzz.ts')],
  },
  long: { project: 'long', options: ['--forceExit'], limit: 30 * minutes },
  // The same of the whole product, mostly in browsers.
  'long-e2e': { project: 'long-e2e', workers: oneMore, options: ['--forceExit'], limit: 30 * minutes },
  // Other versions of Node, which npm fetches.
  nodes: { work: makeNodes },
};

/** The tiers of `npm test`. */
const tiers = ['unit', 'house', 'web', 'int', 'e2e'];

const onOtherNodes = testedNodes
  .filter((version) => version !== process.versions.node)
  .map((version) => {
    const name = `on ${version}`;
    parts[name] = { ...parts.e2e, project: tiers, files: testsOnEachNode, node: programOfNode(version) };
    return name;
  });

/**
 * For use before each commit: static checks of the projects that differ from main, and the quick
 * tests.
 */
const beforeCommit = ['install', 'lint affected', 'format', 'unit', 'house', 'web', 'services'];

const checks = ['install', 'build', 'lint', 'format', ...tiers];

/**
 * Parts that mostly wait, for kills, time limits, brokers and containers: in `.ci/run` two of them
 * run at once, where they can. The longest come first, so that none is left to run alone; the first
 * one with a broker fetches it for the other.
 */
const waiting = ['distributed', 'long', 'compose', 'apiserver', 'fuzz', 'kafka', 'containers', 'kubernetes'];

/**
 * Whether a part opens a browser while the other makes networks: whenever one comes or goes,
 * Chromium breaks off what it loads (net::ERR_NETWORK_CHANGED).
 */
const disturbs = (one, other) => parts[one].networks && parts[other].browser;
const canRunAtOnce = (one, other) => !disturbs(one, other) && !disturbs(other, one);

const runs = {
  check: beforeCommit,
  test: checks,
  ci: [...checks, 'nodes', ...onOtherNodes, 'long-e2e', ...waiting],
  unit: ['install', 'unit', 'house', 'web'],
  int: ['install', 'int'],
  e2e: ['install', 'build', 'e2e'],
  kafka: ['install', 'kafka'],
  distributed: ['install', 'build', 'distributed'],
  containers: ['install', 'containers'],
  compose: ['install', 'compose'],
  kubernetes: ['install', 'kubernetes'],
  apiserver: ['install', 'apiserver'],
  fuzz: ['install', 'build', 'fuzz'],
  long: ['install', 'build', 'long', 'long-e2e'],
  nodes: ['install', 'build', 'nodes', ...onOtherNodes],
};

/**
 * `.ci/run` ends by itself before its machine's 90 minutes are over: what runs then is stopped, has
 * failed, and is named; else nobody would learn what hung.
 */
const ciLimit = 75 * minutes;
let deadline = Infinity;

const seconds = (milliseconds) => `${(milliseconds / 1000).toFixed(1)} s`;

/**
 * Runs a program to its end, in its own process group so that nothing it started outlives it;
 * returns its exit code. What it starts by the name `node` is the same Node.
 */
function execute(
  args,
  { node = process.execPath, limit = 20 * minutes, temporary = tmpdir(), output = 'inherit' } = {},
) {
  const ownGroup = process.platform !== 'win32';
  const child = spawn(node, args, {
    cwd: root,
    stdio: ['ignore', output, output],
    detached: ownGroup,
    env: {
      ...process.env,
      PATH: `${dirname(node)}${delimiter}${process.env.PATH}`,
      TMPDIR: temporary,
      NX_TUI: 'false',
      NX_DAEMON: 'false',
      NX_NO_CLOUD: 'true',
    },
  });
  const end = (signal) => {
    try {
      process.kill(ownGroup ? -child.pid : child.pid, signal);
    } catch {
      // It has already ended.
    }
  };
  const interrupt = (signal) => {
    end(signal);
    process.exitCode = signal === 'SIGINT' ? 130 : 143;
    child.once('close', () => process.exit());
  };
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt);
  const allowed = Math.max(0, Math.min(limit, deadline - performance.now()));
  const timer = setTimeout(() => {
    console.error(`Not finished after ${seconds(allowed)}: stopped.`);
    end('SIGKILL');
  }, allowed);
  return new Promise((settle) => {
    child.once('error', (error) => {
      console.error(error);
      settle(1);
    });
    child.once('close', (code) => settle(code ?? 1));
  }).finally(() => {
    clearTimeout(timer);
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
    end('SIGKILL');
  });
}

/**
 * Runs Jest on one project; returns its exit code, and its record of each file by the file's path.
 */
async function recordJest({ project, node, limit, output, inMemory, workers = 1 }, args, record) {
  const code = await execute(
    [
      '--experimental-vm-modules',
      '--no-warnings',
      ...shortLives,
      program('jest', 'bin/jest.js'),
      ...args,
      '--json',
      `--outputFile=${record}`,
      '--selectProjects',
      ...[project].flat(),
      workers === 1 ? '--runInBand' : `--maxWorkers=${workers}`,
    ],
    { node, limit, output, temporary: inMemory ? folderInMemory() : undefined },
  );
  try {
    const { testResults } = JSON.parse(readFileSync(record, 'utf8'));
    return { code, files: new Map(testResults.map((file) => [file.name, file])) };
  } catch {
    // It crashed, or was stopped, before or while it wrote its record.
    return { code };
  }
}

const failedIn = (files) => [...files.values()].filter(({ status }) => status === 'failed');

/**
 * Up to this many failed files of a tier run once more at the end of `.ci/run`, one by one and
 * beside nothing else: on a busy machine a browser or a container may be late. What passes then is
 * named, so that it gets mended; what fails twice has failed.
 */
const secondChances = 8;

async function runAgainWhatFailed(rows, folder) {
  for (const row of rows) {
    const failed = failedIn(row.files ?? new Map()).map(({ name }) => name);
    if (failed.length > 0 && failed.length <= secondChances) await runAgain(row, failed, folder);
  }
}

async function runAgain(row, failed, folder) {
  const { name, part, files } = row;
  const shown = (paths) => paths.map((path) => relative(root, path));
  console.log(`\n── ${name}: once more, one by one: ${shown(failed).join(', ')}`);
  const args = ['--runTestsByPath', ...failed, ...(part.options ?? [])];
  const oneByOne = { ...part, workers: 1, output: 'inherit' };
  const again = await recordJest(oneByOne, args, join(folder, `${name}-again.json`));
  for (const [path, file] of again.files ?? []) files.set(path, file);
  const late = shown(failed.filter((path) => files.get(path).status === 'passed'));
  // When something besides a test failed, this code says so.
  Object.assign(row, countsOf({ files, code: again.code, late }));
}

/** Runs a tier with Jest. A run that crashed, or found no test, failed. */
async function runJest(name, part, filters, folder) {
  const { files: only = [], options = [] } = part;
  const filtered = filters.length > 0;
  const args = [...only, ...filters, ...options, ...(filtered ? ['--passWithNoTests'] : [])];
  const { code, files } = await recordJest(part, args, join(folder, `${name}.json`));
  if (files === undefined) {
    if (filtered && code === 0) return { passed: 0, failed: 0, note: 'nothing of that name' };
    return { passed: 0, failed: 1, note: 'left no record: it crashed or found no tests' };
  }
  return { part, files, ...countsOf({ files, code, filtered }) };
}

/** Counts from Jest's own record of each file. */
function countsOf({ files, code, filtered = false, late = [] }) {
  const tests = [...files.values()].flatMap(({ assertionResults }) => assertionResults);
  const passed = tests.filter(({ status }) => status === 'passed').length;
  const failures = tests.filter(({ status }) => status === 'failed').length;
  const crashed = failedIn(files).filter(({ assertionResults }) =>
    assertionResults.every(({ status }) => status !== 'failed'),
  ).length;
  // A name filter skips tests on purpose; in a whole run nobody would miss a skipped test.
  const skipped = filtered ? 0 : tests.length - passed - failures;
  let failed = failures + crashed + skipped;
  const notes = [];
  if (late.length > 0) notes.push(`passed only when run again: ${late.join(', ')}`);
  if (skipped > 0) notes.push(`${skipped} skipped or to do, which counts as failed`);
  if (crashed > 0) notes.push(`${crashed} files did not run`);
  if (passed + failed === 0) notes.push('ran no tests');
  else if (code !== 0 && failed === 0) {
    notes.push(`ended with ${code} although every test passed`);
    failed = 1;
  }
  if (failed === 0 && passed === 0 && !filtered) failed = 1;
  return { passed, failed, note: notes.join('; ') };
}

async function runPart(name, filters, folder, output) {
  const part = { ...parts[name], output };
  if (part.project) return runJest(name, part, filters, folder);
  let good;
  if (part.work) {
    good = await part.work().then(
      () => true,
      (error) => {
        console.error(error.plain ? error.message : error);
        return false;
      },
    );
  } else {
    good = (await execute(part.args, { output })) === 0;
  }
  return { passed: good ? 1 : 0, failed: good ? 0 : 1 };
}

/** Runs a part and times it; returns its row of the report. */
async function timePart(name, filters, folder, output) {
  const began = performance.now();
  const counts = await runPart(name, filters, folder, output).catch((error) => {
    // Whatever happens, the last line counts it.
    console.error(error);
    return { passed: 0, failed: 1, note: 'could not run' };
  });
  const time = performance.now() - began;
  console.log(`── ${name}: ${counts.failed === 0 ? 'passed' : 'FAILED'} in ${seconds(time)}`);
  // Installing is not a check, unless it fails.
  if (name === 'install' && counts.failed === 0) counts.passed = 0;
  return { name, time, ...counts };
}

/** Runs a part, and prints its output when it ends. */
async function runAside(name, filters, folder) {
  const file = join(folder, `${name}.log`);
  const output = openSync(file, 'w');
  const row = await timePart(name, filters, folder, output);
  closeSync(output);
  console.log(`\n── output of ${name}\n${readFileSync(file, 'utf8')}`);
  return row;
}

/** Runs parts two at a time, in their order where they can run at once. */
async function runInPairs(names, filters, folder) {
  const rows = new Map();
  const left = [...names];
  const running = new Map();
  const runNext = async () => {
    while (left.length > 0) {
      const next = left.findIndex((name) => [...running.keys()].every((other) => canRunAtOnce(name, other)));
      if (next === -1) {
        await Promise.race(running.values());
        continue;
      }
      const [name] = left.splice(next, 1);
      running.set(name, runAside(name, filters, folder));
      rows.set(name, await running.get(name));
      running.delete(name);
    }
  };
  await Promise.all([runNext(), runNext()]);
  return names.map((name) => rows.get(name));
}

async function run(names, filters, inCi) {
  const began = performance.now();
  if (inCi) deadline = began + ciLimit;
  const folder = mkdtempSync(join(tmpdir(), 'parlour-tests-'));
  const rows = [];
  const inTurn = inCi ? names.filter((name) => !waiting.includes(name)) : names;
  const inPairs = names.filter((name) => !inTurn.includes(name));
  let usable = true;
  try {
    for (const name of inTurn) {
      console.log(`\n── ${name}`);
      const row = await timePart(name, filters, folder);
      rows.push(row);
      // Continues, so that one run shows all failures; but nothing works without packages and a
      // build.
      usable = row.failed === 0 || !parts[name].needed;
      if (!usable) break;
    }
    if (usable) rows.push(...(await runInPairs(inPairs, filters, folder)));
    if (inCi) await runAgainWhatFailed(rows, folder);
    const ran = rows.some(({ name, passed, failed }) => parts[name].project && passed + failed > 0);
    if (usable && filters.length > 0 && !ran) {
      rows.push({ name: filters.join(' '), time: 0, passed: 0, failed: 1, note: 'no test file has such a name' });
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  report(rows, performance.now() - began);
}

function report(rows, time) {
  const sum = (what) => rows.reduce((total, row) => total + row[what], 0);
  const total = { name: 'all', time, passed: sum('passed'), failed: sum('failed') };
  console.log(`\n${'part'.padEnd(20)}${'time'.padStart(10)}${'passed'.padStart(8)}${'failed'.padStart(8)}`);
  for (const { name, time, passed, failed, note } of [...rows, total]) {
    const columns = [seconds(time).padStart(10), String(passed).padStart(8), String(failed).padStart(8)];
    console.log(`${name.padEnd(20)}${columns.join('')}${note ? `  ${note}` : ''}`);
  }
  console.log(`\n${total.passed} passed, ${total.failed} failed`);
  process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1;
}

async function bench([name, ...rest]) {
  const folder = join(root, 'tests', 'bench');
  const known = readdirSync(folder)
    .filter((file) => file.endsWith('.bench.ts'))
    .map((file) => file.replace('.bench.ts', ''));
  if (name !== 'all' && !known.includes(name)) {
    console.error(`Usage: npm run bench -- <${[...known, 'all'].join('|')}>`);
    process.exitCode = 1;
    return;
  }
  await makeInstalled();
  await makeBuilt();
  for (const each of name === 'all' ? known : [name]) {
    console.log(`\n### npm run bench -- ${each}`);
    const file = join(folder, `${each}.bench.ts`);
    const args = ['--import', 'tsx', '--conditions=@parlour/source', '--no-warnings', file, ...rest];
    const code = await execute(args, { limit: 120 * minutes });
    // Continues: the others are measured anyway.
    process.exitCode ||= code;
  }
}

const [what = 'test', ...filters] = process.argv.slice(2).filter((word) => word !== '--');
if (what === 'bench') {
  await bench(filters);
} else if (runs[what]) {
  await run(runs[what], filters, what === 'ci');
} else {
  console.error(`Usage: node tests/run.mjs ${Object.keys(runs).join('|')}|bench [filters]`);
  process.exitCode = 1;
}
