import { DomainError } from '@parlour/contracts/errors';
import { limits } from '@parlour/contracts/limits';
import { messages } from '@parlour/contracts/messages';
import type { PageRequest } from '@parlour/contracts/rpc';
import { Json, type JsonPage } from '../rpc/json.ts';
import type { BoundStatement, Tx } from './database.ts';

/**
 * The LIMIT of a page's statement, as a literal: with a parameter PostgreSQL assumes a tenth of the
 * table and plans each page anew. There are only two values, so few statements are prepared. Both
 * exceed the page by at least one row, which shows whether another page follows.
 */
export function rowsRead(limit: number): number {
  return (limit <= limits.page.default ? limits.page.default : limits.page.greatest) + 1;
}

/** Cuts the rows that were read to the page; `last` is its last row if more rows follow. */
export function cutPage<Row>(read: readonly Row[], limit: number): { page: readonly Row[]; last: Row | undefined } {
  const page = read.slice(0, Math.min(Math.max(limit, 1), limits.page.greatest));
  return { page, last: read.length > page.length ? page.at(-1) : undefined };
}

/** Greater than every position, for SQL: a list that ends before it begins with its newest row. */
export const afterAll = '9223372036854775807';

/**
 * Reads the cursor of a list sorted by position: where its page begins. Without a cursor that is
 * `start`, by default that of a list with the newest first.
 * @throws {DomainError} `request.invalid` for a cursor that no list returned
 */
export function positionOfCursor(cursor: string | undefined, start: string = afterAll): string {
  if (cursor === undefined) return start;
  if (!/^\d{1,15}$/.test(cursor)) throw new DomainError('request.invalid', messages.requestInvalid);
  return cursor;
}

/** The cursor of a list sorted by name, after this name. */
export function nameCursor(name: string): string {
  return Buffer.from(name).toString('base64url');
}

/**
 * Reads the cursor of a list sorted by name.
 * @throws {DomainError} `request.invalid` for a cursor that no list returned
 */
export function nameOfCursor(cursor: string): string {
  const name = Buffer.from(cursor, 'base64url').toString();
  if (name === '' || name.includes('\0') || nameCursor(name) !== cursor) {
    throw new DomainError('request.invalid', messages.requestInvalid);
  }
  return name;
}

/** A row of a page as JSON from PostgreSQL, with the total of the whole list. */
export interface PageRow {
  readonly json: string;
  readonly total: number;
}

/** The two statements of a list. */
export interface ListStatements<Read extends PageRow> {
  /** Reads `rowsRead` rows. */
  readonly rows: BoundStatement;
  /** Its first row has the total: of the first page, or a statement of its own. */
  readonly total: () => BoundStatement;
  readonly cursorOf: (last: Read) => string;
}

/**
 * Reads a page with one statement. A page after the last row needs a second one, because no row
 * carries the total.
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
