import { constants } from 'node:os';

/**
 * The signals by which others end a program: Ctrl-C, `kill` or a service manager, and the end of
 * the terminal.
 */
export const endingSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** The exit code, as shells count, of a program that a signal has ended at once. */
export function exitCodeOf(signal: NodeJS.Signals): number {
  return 128 + constants.signals[signal];
}
