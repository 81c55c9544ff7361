import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { basename, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { buildSync } from 'esbuild';

/** A test's other process, running a file of this folder. */
export interface Worker {
  readonly pid: number;
  /** Every JSON line that it has written so far. */
  readonly lines: readonly unknown[];
  say(line: object): void;
  signal(name: NodeJS.Signals): void;
  /** Closes its standard input, on which it ends in order if it listens. */
  finish(): void;
  /** Resolves with its exit code once all its output is in `lines`. */
  readonly ended: Promise<number | null>;
}

const root = join(import.meta.dirname, '../../../..');
const programs = new Map<string, string>();

/**
 * Bundles a file, by its path or its name in this folder, into one script, so that no process
 * compiles all its imports.
 */
export function programOf(file: string): string {
  const known = programs.get(file);
  if (known) return known;
  const program = join(root, 'node_modules/.cache/parlour-workers', basename(file).replace('.ts', '.mjs'));
  buildSync({
    entryPoints: [resolve(import.meta.dirname, file)],
    outfile: program,
    bundle: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    alias: { '@parlour/contracts': join(root, 'libs/contracts/src'), '@parlour/kernel': join(root, 'libs/kernel/src') },
    keepNames: true,
    logLevel: 'error',
  });
  programs.set(file, program);
  return program;
}

/**
 * Starts `src/testing/<file>` with an argument; it writes JSON lines, and reads commands on its
 * standard input.
 */
export function startWorker(file: string, argument: object): Worker {
  const options = ['--no-warnings', programOf(file)];
  const child = spawn(process.execPath, [...options, JSON.stringify(argument)], {
    // Jest's Node options would only get in its way.
    env: { ...process.env, NODE_OPTIONS: '' },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines: unknown[] = [];
  const reader = createInterface({ input: child.stdout });
  reader.on('line', (line) => lines.push(JSON.parse(line)));
  const read = once(reader, 'close');
  const ended = once(child, 'exit').then(async ([code]: (number | null)[]) => {
    await read;
    return code ?? null;
  });
  child.stdin.on('error', () => undefined);
  return {
    pid: child.pid ?? 0,
    lines,
    say: (line) => void child.stdin.write(`${JSON.stringify(line)}\n`),
    finish: () => void child.stdin.end(),
    signal: (name) => void child.kill(name),
    ended,
  };
}

/** In the worker: its argument. */
export function workerArgument<Argument>(): Argument {
  return JSON.parse(process.argv[2] ?? '{}') as Argument;
}

/** In the worker: sends the test a line. */
export function report(line: object): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}
