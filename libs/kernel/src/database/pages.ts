import { limits } from '@parlour/contracts/limits';
import type { PageRequest } from '@parlour/contracts/rpc';
import { Json, type JsonPage } from '../rpc/json.ts';
import type { BoundStatement, Tx } from './database.ts';

/**
 * How many rows to read for a page, as a literal: for a parameter PostgreSQL assumes a tenth of the
 * table, and would plan each page anew. One of two values, so that few statements are prepared; it
 * exceeds the page, which shows whether there is another.
 */
export function rowsRead(limit: number): number {
  return (limit <= limits.page.default ? limits.page.default : limits.page.greatest) + 1;
}

/** The page's rows out of those that `rowsRead` read, and the last of them if more follow. */
export function cutPage<Row>(read: readonly Row[], limit: number): { page: readonly Row[]; last: Row | undefined } {
  const page = read.slice(0, Math.min(Math.max(limit, 1), limits.page.greatest));
  return { page, last: read.length > page.length ? page.at(-1) : undefined };
}

/** A row of a page as PostgreSQL wrote it, with the number of rows that the whole list has. */
export interface PageRow {
  readonly json: string;
  readonly total: number;
}

/** The two statements of a list. */
export interface ListStatements<Read extends PageRow> {
  /** Reads as many rows as `rowsRead` says. */
  readonly rows: BoundStatement;
  /** The total alone, as `total`. */
  readonly total: () => BoundStatement;
  readonly cursorOf: (last: Read) => string;
}

/**
 * A page by one statement; one more where it lies behind the last row, which would bring the total.
 */
export async function readPage<Row, Read extends PageRow>(
  tx: Tx,
  { limit, cursor }: PageRequest,
  list: ListStatements<Read>,
): Promise<JsonPage<Row>> {
  const read = await tx.query<Read>(list.rows.statement, list.rows.values);
  const { page, last } = cutPage(read, limit);
  const [first = cursor === undefined ? undefined : await readTotal(tx, list.total())] = page;
  return { rows: Json.list(page), total: first?.total ?? 0, next: last ? list.cursorOf(last) : null };
}

async function readTotal(tx: Tx, { statement, values }: BoundStatement): Promise<{ total: number } | undefined> {
  const [row] = await tx.query<{ total: number }>(statement, values);
  return row;
}
