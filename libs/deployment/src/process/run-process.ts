import { isNativeError } from 'node:util/types';
import { ConfigurationError } from '@parlour/kernel/config/config';
import { DataVersionError } from '@parlour/kernel/database/data-version';
import { configurationExitCode } from '@parlour/kernel/config/exit-code';
import { endingSignals } from './ending-signals.ts';

/** Started resources, stopped in reverse order. */
export interface Started {
  /** Registers a resource to stop with the process. */
  onEnd(what: string, end: () => Promise<void> | void): void;
  /** Ends the process in order with this code, as after a fatal error. */
  fail(failure: unknown, exitCode?: number): void;
}

/** A failure in one line; if several addresses were tried, there is only a code. */
export function messageOf(failure: unknown): string {
  if (!isNativeError(failure)) return String(failure);
  return failure.message || ('code' in failure ? String(failure.code) : failure.name);
}

/** Ten seconds are documented; one is kept for the process to exit. */
const endsWithinMs = 9_000;

/**
 * Runs a process of the distributed deployment from configuration to end. A wrong configuration
 * exits with 78 and reports all faults; SIGTERM, SIGINT, SIGHUP and the end of a parent that opened
 * an IPC channel stop it in order, within ten seconds, with 0; an uncaught error with 1.
 */
export async function runProcess(start: (started: Started) => Promise<void>): Promise<void> {
  const ends: { readonly what: string; readonly end: () => Promise<void> | void }[] = [];
  let ending = false;
  const end = async (exitCode: number): Promise<void> => {
    if (ending) return;
    ending = true;
    setTimeout(() => process.exit(exitCode || 1), endsWithinMs).unref();
    let code = exitCode;
    for (const { what, end: endIt } of ends.reverse()) {
      try {
        await endIt();
      } catch (failure) {
        code ||= 1;
        console.error(`Stopping ${what} failed:`, failure);
      }
    }
    process.exit(code);
  };
  const fail = (failure: unknown, exitCode = 1): void => {
    if (ending) return;
    const isTold = failure instanceof ConfigurationError || failure instanceof DataVersionError;
    console.error(isTold ? failure.message : failure);
    void end(failure instanceof ConfigurationError ? configurationExitCode : exitCode);
  };
  // The reader of our output may be gone first.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  for (const signal of endingSignals) process.on(signal, () => void end(0));
  // A killed supervisor leaves nothing behind: its IPC channel breaks.
  process.on('disconnect', () => void end(0));
  process.on('uncaughtException', (failure) => fail(failure)).on('unhandledRejection', (failure) => fail(failure));
  // It may have broken while this program was loading.
  if (process.connected === false) return end(0);
  try {
    await start({ onEnd: (what, endIt) => void ends.push({ what, end: endIt }), fail });
  } catch (failure) {
    fail(failure);
  }
}
