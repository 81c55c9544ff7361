import { readFileSync } from 'node:fs';

const checkEveryMs = 250;

/**
 * Detects when the npm that started us has ended. A signal sent to npm alone only reaches the shell
 * that npm put between, which dies of it: without this, the site would live on unattended. Does
 * nothing if npm has not started us.
 */
export function whenCallerEnds(tell: () => void): void {
  if (process.env['npm_lifecycle_event'] === undefined) return;
  const shell = process.ppid;
  const npm = parentOf(shell);
  const timer = setInterval(() => {
    // If npm is killed, it leaves the shell behind, and only the shell's parent changes.
    if (process.ppid === shell && parentOf(shell) === npm) return;
    clearInterval(timer);
    tell();
  }, checkEveryMs);
  timer.unref();
}

/**
 * Undefined without /proc; there the shell usually replaces itself with us, so that npm is our
 * parent.
 */
function parentOf(pid: number): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')[1];
  } catch {
    return undefined;
  }
}
