import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterEach, expect, it } from '@jest/globals';
import { programOf } from '@parlour/kernel/testing/worker';
import { endingSignals } from './ending-signals.ts';

const supervised = join(import.meta.dirname, '../testing/supervised-process.ts');

let child: ChildProcess;
afterEach(() => void child.kill('SIGKILL'));

function supervise(): ChildProcess {
  child = spawn(process.execPath, ['--no-warnings', programOf(supervised)], {
    env: { ...process.env, NODE_OPTIONS: '' },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  return child;
}

it('a process ends when its supervisor goes away', async () => {
  const { stdout } = supervise();
  await once(stdout!, 'data');
  const ended = once(child, 'exit');
  child.disconnect();
  expect(await ended).toEqual([0, null]);
});

it('also while it is loading', async () => {
  const ended = once(supervise(), 'exit');
  child.disconnect();
  expect(await ended).toEqual([0, null]);
});

it.each(endingSignals)('%s ends it in order', async (signal) => {
  const { stdout } = supervise();
  await once(stdout!, 'data');
  const ended = once(child, 'exit');
  child.kill(signal);
  expect(await ended).toEqual([0, null]);
});
