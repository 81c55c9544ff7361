import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { Failure } from '../../design/parts/feedback/failure.tsx';
import { ListFoot, type PagedQuery } from '../../design/parts/list/list-foot.tsx';
import { Loading } from '../../design/parts/feedback/loading.tsx';
import { serverText } from '../../shared/http/call-failure.ts';
import { rowsOf } from '../../shared/http/pages.ts';
import classes from './admin.module.css';

/** What the table needs of its paged query. */
interface TableQuery<Row> extends PagedQuery {
  readonly data?: { readonly pages: readonly { readonly rows: readonly Row[] }[] } | undefined;
  readonly currentData?: unknown;
  readonly refetch: () => unknown;
}

/**
 * Everything of a kind on the site, row by row, each with a cell for its menu; also while the rows
 * load, if they can't be loaded, and if there are none.
 */
export function AdminTable<Row extends { readonly _id: string }>({
  query,
  labelledBy,
  kind,
  failed,
  none,
  row,
  menu,
}: {
  readonly query: TableQuery<Row>;
  /** The id of the heading. */
  readonly labelledBy: string;
  /** What a row is about, for its column, and several of them, in lower case. */
  readonly kind: readonly [column: string, several: string];
  /** The title if loading fails. */
  readonly failed: string;
  /** What is said if there are none. */
  readonly none: string;
  readonly row: (row: Row) => ReactNode;
  readonly menu: (row: Row) => ReactNode;
}) {
  const rows = rowsOf(query.data?.pages, ({ _id }) => _id);
  const [column, several] = kind;
  return (
    <>
      {query.error !== undefined && !query.isFetchNextPageError && (
        <Failure title={failed} detail={serverText(query.error)} onRetry={() => query.refetch()} />
      )}
      {!rows && query.error === undefined && (
        <Loading label={`Loading ${several}`}>
          <Skeleton height={160} />
        </Loading>
      )}
      {rows?.length === 0 && <p className={classes.none}>{none}</p>}
      {rows && rows.length > 0 && (
        <table className={classes.table} aria-labelledby={labelledBy} aria-busy={query.currentData === undefined}>
          <thead className="visually-hidden">
            <tr>
              <th scope="col">{column}</th>
              <th scope="col">Actions</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((each) => (
              <tr key={each._id}>
                <td>{row(each)}</td>
                <td className={classes.acts}>{menu(each)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <ListFoot query={query} label={`Show more ${several}`} failed={failed} automatic={query.error === undefined} />
    </>
  );
}
