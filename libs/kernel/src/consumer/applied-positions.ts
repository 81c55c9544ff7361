import type { Positions, Source } from '@parlour/contracts/envelope';
import { statement, type Database } from '../database/database.ts';
import { pause } from '../process/pause.ts';

/**
 * The name of the part that applies another service's log to this service's views. The columns
 * `consumer` and the labels of metrics hold names of parts.
 */
export function viewConsumerName(source: Source): string {
  return `views:${source}`;
}

const checkpoint = statement(
  'positions.checkpoint',
  'select max(position) as position from checkpoints where consumer = $1',
  'kept',
);

/**
 * How often the checkpoint is read while a caller waits, in milliseconds: another process may apply
 * the log.
 */
const lookMs = 10;

/**
 * How far this service has applied logs of others; its own is always applied, in the append.
 * Source: docs/design/architecture.md#read-your-writes.
 */
export class AppliedPositions {
  private readonly seen = new Map<Source, number>();
  private readonly looking = new Map<Source, Promise<number>>();
  /** Called when this process has applied more of a log. */
  private readonly waiting = new Map<Source, Set<() => void>>();

  constructor(
    private readonly others: readonly Source[],
    private readonly database: Database,
  ) {}

  /**
   * Resolves to true once every position is applied here, to false after `limitMs`. Sources that
   * this service does not read are ignored.
   */
  async wait(wanted: Positions, limitMs: number): Promise<boolean> {
    const deadline = performance.now() + limitMs;
    for (const source of this.others) {
      const position = wanted[source] ?? 0;
      while (position > this.at(source)) {
        await this.changed(source, Math.min(lookMs, deadline - performance.now()));
        if (position <= this.at(source) || position <= (await this.look(source))) break;
        if (performance.now() >= deadline) return false;
      }
    }
    return true;
  }

  /** Notes that this process has applied a log up to a position, or that nothing was to be done. */
  note(source: Source, position: number): void {
    if (position <= this.at(source)) return;
    this.seen.set(source, position);
    for (const wake of this.waiting.get(source) ?? []) wake();
  }

  /** What was noted of a log may not hold any more: the checkpoint is read. */
  forget(source: Source): void {
    this.seen.delete(source);
  }

  private at(source: Source): number {
    return this.seen.get(source) ?? 0;
  }

  /** Resolves when this process has applied more of a log, or after a time. */
  private async changed(source: Source, limitMs: number): Promise<void> {
    if (limitMs <= 0) return;
    const waiting = this.waiting.get(source) ?? new Set();
    this.waiting.set(source, waiting);
    const ended = new AbortController();
    const wake = (): void => ended.abort();
    waiting.add(wake);
    await pause(limitMs, ended.signal);
    waiting.delete(wake);
  }

  /** One database query at a time, however many callers wait. */
  private look(source: Source): Promise<number> {
    let looking = this.looking.get(source);
    if (!looking) {
      looking = this.ask(source).finally(() => this.looking.delete(source));
      this.looking.set(source, looking);
    }
    return looking;
  }

  private async ask(source: Source): Promise<number> {
    const [row] = await this.database.query<{ position: number | null }>(checkpoint, [viewConsumerName(source)]);
    this.note(source, row?.position ?? 0);
    return this.at(source);
  }
}
