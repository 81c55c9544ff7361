// The versions of Node that `.ci/run` tests Parlour on, beside the machine's own.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';

/** Newest first: the last release of each line that people use, and the oldest that is enough. */
export const testedNodes = ['26.10.0', '24.21.0', '22.23.3', '20.19.0'];

/**
 * The tests that each of them runs, as patterns of Jest: some of every tier of `npm test`, with its
 * own way to start, and those of code that asks Node for something that differs between versions.
 * That is regular expressions and letters, dates, keys, HTTP, sockets, processes and modules. What
 * is plain JavaScript, or decided by PostgreSQL or a browser, is tested on the machine's Node only.
 */
export const testsOnEachNode = [
  '/(libs/(contracts|kernel|deployment)|gateway|deploy)/(?!.*(growth|\\.int)\\.spec)',
  '/tests/lint/ci\\.spec',
  '/web/src/(design|shared)/.*\\.spec\\.ts$',
  '/text/markdown\\.spec\\.tsx',
  '/(edge|tcp-transport|leaderboard)\\.int\\.spec',
  // `npm start` with the calls of the main job, and on a folder that is not empty.
  '/(start|calls)\\.e2e\\.spec',
];

const cache = join(homedir(), '.cache', 'parlour', 'node');

/** The program of a version, which `makeNodes` has fetched. */
export const programOfNode = (version) =>
  join(cache, version, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');

/** Fetches the missing ones: npm has Node's programs in its package `node`. */
export async function makeNodes() {
  for (const version of testedNodes) if (!existsSync(programOfNode(version))) fetchNode(version);
}

/** In a folder of its own first: whatever is in the cache is whole. */
function fetchNode(version) {
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'fetching-'));
  const args = ['install', '--prefix', folder, '--no-audit', '--no-fund', '--loglevel=error', `node@${version}`];
  // A script of the package moves the program into its place.
  execFileSync('npm', [...args, '--ignore-scripts=false'], {
    cwd: folder,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  const place = dirname(dirname(dirname(dirname(programOfNode(version)))));
  rmSync(place, { recursive: true, force: true });
  renameSync(folder, place);
}
