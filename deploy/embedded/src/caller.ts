import { readFileSync } from 'node:fs';

const checkEveryMs = 250;

/**
 * Tells when the npm that started us has ended. A signal sent to npm alone goes no further than the shell that it put between us, which
 * dies of it: without this we would live on, with nobody to stop us. Does nothing where npm has not started us.
 */
export function whenCallerEnds(tell: () => void): void {
  if (process.env['npm_lifecycle_event'] === undefined) return;
  const shell = process.ppid;
  const npm = parentOf(shell);
  const timer = setInterval(() => {
    // Killed outright, npm leaves the shell behind, and only the shell's parent changes.
    if (process.ppid === shell && parentOf(shell) === npm) return;
    clearInterval(timer);
    tell();
  }, checkEveryMs);
  timer.unref();
}

/** Undefined where there is no /proc; there the shell, as a rule, makes way for us, and npm itself is our parent. */
function parentOf(pid: number): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')[1];
  } catch {
    return undefined;
  }
}
