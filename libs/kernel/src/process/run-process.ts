import { isNativeError } from 'node:util/types';
import { ConfigurationError, configurationExitCode } from '../config/config.ts';

/** What a process has started, ended in the opposite order. */
export interface Started {
  /** Notes what has to be ended with the process. */
  onEnd(what: string, end: () => Promise<void> | void): void;
  /** Ends the process in order, with this code, as a fault does that it cannot get over. */
  fail(failure: unknown, exitCode?: number): void;
}

/** What a failure says in one line; several addresses that were tried in vain leave it to its code. */
export function messageOf(failure: unknown): string {
  if (!isNativeError(failure)) return String(failure);
  return failure.message || ('code' in failure ? String(failure.code) : failure.name);
}

/** Ten seconds are promised; one is left for the process to end. */
const endsWithinMs = 9_000;

/**
 * Runs a process of the distributed shape from its configuration to its end. A wrong configuration ends it with 78, and names all its faults; SIGTERM,
 * SIGINT and the end of whoever started it with a channel of messages end it in order, within ten seconds, with 0; a fault that nobody caught with 1.
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
        console.error(`Ending ${what} failed:`, failure);
      }
    }
    process.exit(code);
  };
  const fail = (failure: unknown, exitCode = 1): void => {
    if (ending) return;
    console.error(failure instanceof ConfigurationError ? failure.message : failure);
    void end(failure instanceof ConfigurationError ? configurationExitCode : exitCode);
  };
  // Whoever read our lines may be gone before we are.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void end(0));
  // A supervisor that was killed leaves nothing behind: the channel to it breaks.
  process.on('disconnect', () => void end(0));
  process.on('uncaughtException', (failure) => fail(failure)).on('unhandledRejection', (failure) => fail(failure));
  // It may have broken while this program was being loaded.
  if (process.connected === false) return end(0);
  try {
    await start({ onEnd: (what, endIt) => void ends.push({ what, end: endIt }), fail });
  } catch (failure) {
    fail(failure);
  }
}
