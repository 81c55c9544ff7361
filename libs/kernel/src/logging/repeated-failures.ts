import { codeOf } from '../process/error-code.ts';
import type { Logger } from './logger.ts';

const everyMs = 1_000;

/**
 * Warnings about failures that come by the thousand, as with a full disk: one line per second of
 * each kind, which is its message and error code. The next line says how many were suppressed.
 */
export class RepeatedFailures {
  private readonly kinds = new Map<string, { readonly loggedAt: number; leftOut: number }>();

  constructor(
    private readonly logger: Logger,
    private readonly now: () => number = () => performance.now(),
  ) {}

  warn(failure: unknown, message: string): void {
    const kind = `${message} ${codeOf(failure) ?? ''}`;
    const last = this.kinds.get(kind);
    const now = this.now();
    if (last && now - last.loggedAt < everyMs) {
      last.leftOut += 1;
      return;
    }
    this.kinds.set(kind, { loggedAt: now, leftOut: 0 });
    this.logger.warn({ err: failure, ...(last && last.leftOut > 0 && { leftOut: last.leftOut }) }, message);
  }
}
