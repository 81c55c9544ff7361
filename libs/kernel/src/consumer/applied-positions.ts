import { setTimeout as delay } from 'node:timers/promises';
import type { Positions, Source } from '@parlour/contracts/envelope';
import { statement, type Database } from '../database/database.ts';

/** The name of the consumer that applies another service's log to this service's views. */
export function viewConsumerName(source: Source): string {
  return `views:${source}`;
}

const checkpoint = statement(
  'positions.checkpoint',
  'select max(position) as position from checkpoints where consumer = $1',
);

/** How often the checkpoint is read while a caller waits, in milliseconds. */
const lookMs = 10;

/**
 * How far this service has applied the logs of others; its own log is always applied, in the
 * append.
 * Source: docs/design/architecture.md#read-your-writes.
 */
export class AppliedPositions {
  private readonly seen = new Map<Source, number>();
  private readonly looking = new Map<Source, Promise<number>>();

  constructor(
    private readonly own: Source,
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
      if (source === this.own || position <= (this.seen.get(source) ?? 0)) continue;
      while ((await this.look(source)) < position) {
        if (performance.now() >= deadline) return false;
        await delay(lookMs);
      }
    }
    return true;
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
    const position = row?.position ?? 0;
    this.seen.set(source, position);
    return position;
  }
}
