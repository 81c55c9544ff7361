import { statement, type Statement, type Tx } from '@parlour/kernel/database/database';

/**
 * After so many minutes something is tried again, 24 hours in all. Source: specification ML-7.
 */
const delays = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 417];

/** What waits in a table to be sent. */
export interface Queued {
  readonly id: string;
  /** How often it was tried. */
  readonly tries: number;
}

/** Whether what begins to be sent is tried again if it fails. */
export function isTriedAgain({ tries }: Queued): boolean {
  return tries < delays.length;
}

/** A table of what is sent, with when it is tried, how often it was, and why it failed. */
export class Queue<Row extends Queued> {
  private readonly beginOne: Statement;
  private readonly endOne: Statement;
  private readonly failOne: Statement;

  /** @param unchanged a further column that must be as it was read, if it may change */
  constructor(
    table: 'mails' | 'notices',
    private readonly unchanged?: keyof Row & string,
  ) {
    const isSame = unchanged === undefined ? '' : `and ${unchanged} = $4`;
    this.beginOne = statement(
      `${table}.begin`,
      `update ${table} set tries = tries + 1, next_at = clock_timestamp() + make_interval(mins => $3)
        where id = $1 and tries = $2 and done_at is null ${isSame} returning id`,
    );
    this.endOne = statement(
      `${table}.end`,
      `update ${table} set done_at = clock_timestamp() where id = $1 ${isSame.replace('$4', '$2')}`,
    );
    this.failOne = statement(
      `${table}.fail`,
      `update ${table} set failed_at = clock_timestamp(), failure = $2 where id = $1`,
    );
  }

  /**
   * Marks something before it is sent: whatever happens then, it is not tried again before its
   * time. False if it is gone, or has changed since it was read.
   */
  async begin(tx: Tx, row: Row): Promise<boolean> {
    const { id, tries } = row;
    return (await tx.query(this.beginOne, [id, tries, delays[tries] ?? 0, ...this.sameIn(row)])).length === 1;
  }

  /** Marks something after it was sent, or given up; not if it has changed since it was read. */
  async end(tx: Tx, row: Row): Promise<void> {
    await tx.query(this.endOne, [row.id, ...this.sameIn(row)]);
  }

  /** Notes why something was not sent. */
  async noteFailure(tx: Tx, id: string, failure: string): Promise<void> {
    await tx.query(this.failOne, [id, failure]);
  }

  private sameIn(row: Row): readonly unknown[] {
    return this.unchanged === undefined ? [] : [row[this.unchanged]];
  }
}
