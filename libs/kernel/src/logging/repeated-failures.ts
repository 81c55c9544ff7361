import { isNativeError } from 'node:util/types';
import type { Logger } from './logger.ts';

const everyMs = 1_000;

/**
 * Warnings about failures that come by the thousand while something is away, as of a full disk: of each
 * kind, told apart by its message and the code of its error, one line per second. The next line says how
 * many alike were left out.
 */
export class RepeatedFailures {
  private readonly kinds = new Map<string, { readonly loggedAt: number; leftOut: number }>();

  constructor(
    private readonly logger: Logger,
    private readonly now: () => number = () => performance.now(),
  ) {}

  warn(failure: unknown, message: string): void {
    const code = isNativeError(failure) && 'code' in failure ? String(failure.code) : '';
    const kind = `${message} ${code}`;
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
