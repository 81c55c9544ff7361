import { whenCallerEnds } from './caller.ts';
import { configurationExitCode } from './settings.ts';
import { adviceOn, StartError } from './start-error.ts';

/** What a site that is being started gives to whoever starts it. */
export interface SiteRun {
  /** Aborted once the site is to end. */
  readonly interrupted: AbortSignal;
  /** Prints a line with the seconds since the program began. */
  readonly log: (message: string) => void;
  /** Says how something that has been started is ended; what came last ends first. */
  readonly atEnd: (what: string, close: () => Promise<void> | void) => void;
  /** Ends the site, and the process with this code. */
  readonly giveUp: (code: number) => void;
}

/** How a site ends. */
export interface SiteEnd {
  /** After so many milliseconds it is ended at once. */
  readonly withinMs: number;
  /** Ends all that would outlive this process. */
  kill(): void;
}

/** npm hands a Ctrl-C on that the terminal has sent us already: what comes this soon is the same one. */
const sameSignalMs = 1_000;

/**
 * The frame of a program that is a site: runs `start`, waits for SIGINT, SIGTERM, the end of the npm that called it or an error that nobody caught, ends
 * in order what was started, and then the process. A second signal ends it at once. Codes: 0 in order, 78 of a wrong configuration, else 1.
 */
export async function runSite(start: (run: SiteRun) => Promise<void>, end: SiteEnd): Promise<never> {
  // The launcher's own time counts too.
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
      endAtOnce(signal === 'SIGINT' ? 130 : 143);
    }
  };
  const onFault = (failure: unknown): void => {
    console.error('An error that nobody caught; Parlour ends:', failure);
    console.error(
      adviceOn(failure) ??
        'What was acknowledged is on the disk. Start Parlour again; if this comes again, report the lines above.',
    );
    giveUp(1);
  };

  // Whoever read our lines may be gone before we are: that is no reason to end otherwise than in good order.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal);
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
    // A start that was interrupted has not failed.
    if (!interrupted.signal.aborted) {
      // By name: the class stands in a module that takes longer to load than the rest of this file.
      const misconfigured = failure instanceof Error && failure.name === 'ConfigurationError';
      exitCode = misconfigured ? configurationExitCode : 1;
      const isTold = misconfigured || failure instanceof StartError;
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
      console.error(`Ending ${what} failed:`, failure);
    }
  }
  clearTimeout(deadline);
  if (firstSignalAt !== undefined) log('stopped');
  process.exit(exitCode);
}
