import { cutPage, type PageRow } from '@parlour/kernel/database/pages';
import { Json, type JsonPage } from '@parlour/kernel/rpc/json';

/**
 * A row of a list's statement. A page without rows is one row without `json`, so that the total is
 * known, and the columns beside it.
 */
export interface ListRow extends Omit<PageRow, 'json'> {
  readonly json: string | null;
}

/** The page that was read, and the cursor of the next one. */
export function pageOf<Row, Read extends ListRow>(
  read: readonly Read[],
  limit: number,
  cursorOf: (last: Read) => string,
): JsonPage<Row> {
  const rows = read.flatMap((row) => (row.json === null ? [] : [{ ...row, json: row.json }]));
  const { page, last } = cutPage(rows, limit);
  return { rows: Json.list(page), total: read[0]?.total ?? 0, next: last ? cursorOf(last) : null };
}
