import { codeOf } from '../process/error-code.ts';
import type { Logger } from './logger.ts';

const firstMs = 1_000;
const longestMs = 60_000;

/** What is known of a kind of failure; times are in milliseconds of the clock. */
interface Kind {
  readonly loggedAt: number;
  /** For how long after that line others are suppressed. */
  readonly quietMs: number;
  seenAt: number;
  leftOut: number;
}

/**
 * Warnings about failures that come by the thousand, as with a full disk: of each kind, which is
 * its message and error code, one line per second at first, and one per minute while it goes on. A
 * minute without such a failure ends that. The next line says how many were suppressed.
 */
export class RepeatedFailures {
  private readonly kinds = new Map<string, Kind>();

  constructor(
    private readonly logger: Logger,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** `fields` are logged too; they do not tell kinds apart. */
  warn(failure: unknown, message: string, fields: object = {}): void {
    const kind = `${message} ${codeOf(failure) ?? ''}`;
    const last = this.kinds.get(kind);
    const now = this.now();
    const goesOn = last !== undefined && now - last.seenAt < longestMs;
    if (goesOn && now - last.loggedAt < last.quietMs) {
      last.seenAt = now;
      last.leftOut += 1;
      return;
    }
    const quietMs = goesOn ? Math.min(last.quietMs * 2, longestMs) : firstMs;
    this.kinds.set(kind, { loggedAt: now, quietMs, seenAt: now, leftOut: 0 });
    this.logger.warn({ err: failure, ...fields, ...(last && last.leftOut > 0 && { leftOut: last.leftOut }) }, message);
  }
}
