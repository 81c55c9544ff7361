// Entry point of `npm run dev`: compiler, server and page, each watching its sources. Open the page
// at the address that Vite prints; it proxies calls and sockets to the server.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { makeReady, root } from './ready.mjs';

await makeReady();

const hasGroups = process.platform !== 'win32';
let ending = false;
const web = join(root, 'web');
// Not the bundle, which the compiler does not update.
const main = join(root, 'deploy', 'embedded', 'dist', 'programs', 'main.js');
const parts = [
  // Without the flag each compiler run clears the screen.
  start('compiler', [
    join(root, 'node_modules', '@typescript', 'native', 'bin', 'tsc'),
    ...['-b', 'deploy/embedded/tsconfig.build.json', '-w', '--preserveWatchOutput'],
  ]),
  start('server', ['--watch', '--watch-preserve-output', main]),
  start('page', [binaryOf('vite', web)], web),
];

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, end);
const codes = await Promise.all(parts.map(({ ended }) => ended));
process.exitCode = ending ? 0 : (codes.find((code) => code !== 0) ?? 0);

/** If one part ends by itself, development cannot continue: all end. */
function start(name, args, cwd = root) {
  // Its own process group: the compiler's program starts another that does the work, and a signal
  // has to reach both.
  const child = spawn(process.execPath, args, { cwd, stdio: ['ignore', 'inherit', 'inherit'], detached: hasGroups });
  const ended = new Promise((settle) => {
    child.once('error', () => settle(1));
    child.once('exit', (code) => settle(code ?? 1));
  });
  void ended.then(() => {
    if (!ending) console.log(`The ${name} has ended: stopping the others.`);
    end();
  });
  return { child, ended };
}

function end() {
  if (ending) return;
  ending = true;
  for (const { child } of parts) {
    if (child.pid === undefined) continue;
    try {
      process.kill(hasGroups ? -child.pid : child.pid, 'SIGTERM');
    } catch {
      // It has already ended.
    }
  }
}

function binaryOf(name, folder) {
  const file = createRequire(join(folder, 'package.json')).resolve(`${name}/package.json`);
  const { bin } = JSON.parse(readFileSync(file, 'utf8'));
  return join(dirname(file), typeof bin === 'string' ? bin : bin[name]);
}
