import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** Another process of a test, running a file of this folder. */
export interface Worker {
  readonly pid: number;
  /** Every line of JSON that it has written so far. */
  readonly lines: readonly unknown[];
  say(line: object): void;
  signal(name: NodeJS.Signals): void;
  /** Closes its standard input: it ends orderly, where it listens for that. */
  finish(): void;
  /** Resolves with its exit code when all that it wrote is in `lines`. */
  readonly ended: Promise<number | null>;
}

/** Starts `src/testing/<file>` with an argument; it writes JSON, a line each, and hears what is said on its standard input. */
export function startWorker(file: string, argument: object): Worker {
  const options = ['--import', 'tsx', '--conditions=@parlour/source', '--no-warnings'];
  const child = spawn(process.execPath, [...options, join(import.meta.dirname, file), JSON.stringify(argument)], {
    // What Jest needs of Node would only hinder it.
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

/** In the worker: what it was started with. */
export function workerArgument<Argument>(): Argument {
  return JSON.parse(process.argv[2] ?? '{}') as Argument;
}

/** In the worker: tells the test. */
export function tell(line: object): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}
