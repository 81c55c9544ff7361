import type { DailyCount, WaitingCount } from '@parlour/contracts/site';
import type { IsoTime } from '@parlour/contracts/time';
import { statement, type Tx } from '../database/database.ts';

/** A table of a view whose rows are counted by the day on which they were made. */
export interface CountedTable {
  readonly what: DailyCount;
  readonly table: string;
  /** The column with the time; it must have an index. */
  readonly at: string;
  /** SQL: only these rows; the index must have the same condition. */
  readonly where?: string;
}

/** SQL: the number of what waits for somebody, from few rows or by an index. */
export type Waiting = { readonly [What in WaitingCount]?: string };

const size = statement(
  'state.size',
  `select coalesce(sum(pg_total_relation_size(c.oid)), 0)::bigint as bytes
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = current_schema() and c.relkind in ('r', 'm')`,
);

/** The disk space of this service's tables, with their indexes. */
export async function readBytes(tx: Tx): Promise<number> {
  const [row] = await tx.query<{ bytes: number }>(size);
  return row?.bytes ?? 0;
}

/** For each day from `since` on, how many rows were made, by what they are. */
export async function readDaily(
  tx: Tx,
  tables: readonly CountedTable[],
  { since, days }: { readonly since: IsoTime; readonly days: number },
): Promise<{ readonly [What in DailyCount]?: readonly number[] }> {
  if (tables.length === 0) return {};
  const counts = tables.map(
    ({ what, table, at, where }) =>
      `select '${what}' as what, floor(extract(epoch from ${at} - $1::timestamptz) / 86400)::int as day, count(*)::int as made
         from ${table}
        where ${at} >= $1::timestamptz and ${at} < $1::timestamptz + make_interval(days => $2::int)${
          where === undefined ? '' : ` and ${where}`
        }
        group by day`,
  );
  const rows = await tx.query<{ what: DailyCount; day: number; made: number }>(
    statement('state.daily', counts.join('\nunion all\n')),
    [since, days],
  );
  const daily: { [What in DailyCount]?: number[] } = {};
  for (const { what } of tables) daily[what] ??= Array.from({ length: days }, () => 0);
  for (const { what, day, made } of rows) {
    const counted = daily[what];
    if (counted?.[day] !== undefined) counted[day] += made;
  }
  return daily;
}

/** How many wait now, by what they are. */
export async function readWaiting(tx: Tx, waiting: Waiting): Promise<{ readonly [What in WaitingCount]?: number }> {
  const counts = Object.entries(waiting).map(([what, count]) => `(${count})::int as ${what}`);
  if (counts.length === 0) return {};
  const [row] = await tx.query<{ [What in WaitingCount]?: number }>(
    statement('state.waiting', `select ${counts.join(', ')}`),
  );
  return row ?? {};
}
