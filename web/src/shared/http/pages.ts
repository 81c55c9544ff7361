import type { CallMeta } from './client.ts';

/** A page of a list, as the server returns it (decisions T-5). */
export interface ListPage<Row> {
  readonly rows: readonly Row[];
  readonly total: number;
  /** The cursor of the next page; undefined on the last one. */
  readonly next: string | undefined;
}

/** The cursor in `Link: <…?cursor=XYZ…>; rel="next"`. */
export function nextCursor(link: string | null): string | undefined {
  const address = /<([^<>]*)>\s*;\s*rel="?next"?/.exec(link ?? '')?.[1];
  if (address === undefined) return undefined;
  return new URLSearchParams(address.slice(address.indexOf('?') + 1)).get('cursor') ?? undefined;
}

/** The rows of a response, with what its headers say about the whole list. */
export function toListPage<Row>(rows: readonly Row[], meta: CallMeta | undefined): ListPage<Row> {
  const total = Number(meta?.headers.get('X-Total-Count') ?? NaN);
  return {
    rows,
    total: Number.isNaN(total) ? rows.length : total,
    next: nextCursor(meta?.headers.get('Link') ?? null),
  };
}

type Pages<Row> = readonly Pick<ListPage<Row>, 'rows'>[];

/**
 * The rows of a list's pages, each once and at its first place: rows may move between pages while
 * these load.
 */
export function rowsOf<Row>(pages: Pages<Row>, keyOf: (row: Row) => string): readonly Row[];
/** The same, or undefined until there are pages. */
export function rowsOf<Row>(pages: Pages<Row> | undefined, keyOf: (row: Row) => string): readonly Row[] | undefined;
export function rowsOf<Row>(pages: Pages<Row> | undefined, keyOf: (row: Row) => string): readonly Row[] | undefined {
  return pages && [...new Map(pages.flatMap(({ rows }) => rows.map((row) => [keyOf(row), row] as const))).values()];
}
