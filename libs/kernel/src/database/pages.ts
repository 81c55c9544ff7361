import { limits } from '@parlour/contracts/limits';

/**
 * How many rows a statement reads for a page, as a literal: PostgreSQL takes a limit that it does not know for a tenth of the table, and would plan
 * each page anew. Of two values, so that few statements are prepared; one more than the page, which tells whether there is another.
 */
export function rowsRead(limit: number): number {
  return (limit <= limits.page.default ? limits.page.default : limits.page.greatest) + 1;
}

/** The rows of the page out of those that `rowsRead` read, and the last of them where more follow. */
export function cutPage<Row>(read: readonly Row[], limit: number): { page: readonly Row[]; last: Row | undefined } {
  const page = read.slice(0, Math.min(Math.max(limit, 1), limits.page.greatest));
  return { page, last: read.length > page.length ? page.at(-1) : undefined };
}
