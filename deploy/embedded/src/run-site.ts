import { DataVersionError } from '@parlour/kernel/database/data-version';
import { ConfigurationError } from '@parlour/kernel/config/config';
import { configurationExitCode } from '@parlour/kernel/config/exit-code';
import { endingSignals, exitCodeOf } from '@parlour/deployment/process/ending-signals';
import { whenCallerEnds } from './caller.ts';
import { adviceOn, StartError } from './start-error.ts';

/** The context that a starting site passes to its program. */
export interface SiteRun {
  /** Aborted when the site is to end. */
  readonly interrupted: AbortSignal;
  /** Prints a line with the seconds since the program began. */
  readonly log: (message: string) => void;
  /** Registers how to stop something; the last one registered stops first. */
  readonly atEnd: (what: string, close: () => Promise<void> | void) => void;
  /** Ends the site, and the process with this code. */
  readonly giveUp: (code: number) => void;
}

/** How a site ends. */
export interface SiteEnd {
  /** After so many milliseconds it is ended at once. */
  readonly withinMs: number;
  /** Ends everything that would outlive this process. */
  kill(): void;
}

/**
 * npm forwards a Ctrl-C that the terminal has already sent us: a signal this soon is the same one.
 */
const sameSignalMs = 1_000;

/**
 * Runs a site: calls `start`, waits for SIGINT, SIGTERM, SIGHUP, the end of npm or an uncaught
 * error, stops what was started in order, and then exits. A second signal exits at once. Codes: 0
 * in order, 78 for a wrong configuration, 128 and its number for a second signal, otherwise 1.
 */
export async function runSite(start: (run: SiteRun) => Promise<void>, end: SiteEnd): Promise<never> {
  // Includes the launcher's own time.
  const began = (globalThis as { parlourBegan?: number }).parlourBegan ?? performance.now();
  const interrupted = new AbortController();
  const closers: { readonly what: string; readonly close: () => Promise<void> | void }[] = [];
  let exitCode = 0;
  let firstSignalAt: number | undefined;

  const log = (message: string): void =>
    console.log(`${((performance.now() - began) / 1000).toFixed(1).padStart(6)} s  ${message}`);
  const giveUp = (code: number): void => {
    exitCode ||= code;
    interrupted.abort();
  };
  const endAtOnce = (code: number): never => {
    end.kill();
    process.exit(code);
  };
  const onSignal = (signal: NodeJS.Signals): void => {
    if (firstSignalAt === undefined) {
      firstSignalAt = performance.now();
      log(`stopping (${signal})`);
      interrupted.abort();
    } else if (performance.now() - firstSignalAt > sameSignalMs) {
      endAtOnce(exitCodeOf(signal));
    }
  };
  const onFault = (failure: unknown): void => {
    console.error('An uncaught error; Parlour ends:', failure);
    console.error(
      adviceOn(failure) ??
        'What was acknowledged is on the disk. Start Parlour again; if this comes again, report the lines above.',
    );
    giveUp(1);
  };

  // The reader of our output may be gone: that must not prevent an orderly end.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  for (const signal of endingSignals) process.on(signal, onSignal);
  process.on('uncaughtException', onFault).on('unhandledRejection', onFault);
  whenCallerEnds(() => onSignal('SIGTERM'));
  const stopped = new Promise((settle) => interrupted.signal.addEventListener('abort', settle, { once: true }));
  try {
    await start({
      interrupted: interrupted.signal,
      log,
      giveUp,
      atEnd: (what, close) => closers.push({ what, close }),
    });
    await stopped;
  } catch (failure) {
    // An interrupted start has not failed.
    if (!interrupted.signal.aborted) {
      const misconfigured = failure instanceof ConfigurationError;
      exitCode = misconfigured ? configurationExitCode : 1;
      const isTold = misconfigured || failure instanceof StartError || failure instanceof DataVersionError;
      console.error(isTold ? failure.message : (adviceOn(failure) ?? failure));
    }
  }
  const deadline = setTimeout(() => {
    log('this takes too long: ending at once');
    endAtOnce(1);
  }, end.withinMs);
  for (const { what, close } of closers.reverse()) {
    try {
      await close();
    } catch (failure) {
      exitCode ||= 1;
      console.error(`Stopping ${what} failed:`, failure);
    }
  }
  clearTimeout(deadline);
  if (firstSignalAt !== undefined) log('stopped');
  process.exit(exitCode);
}
