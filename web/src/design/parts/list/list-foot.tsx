import { serverText } from '../../../shared/http/call-failure.ts';
import { Failure } from '../feedback/failure.tsx';
import classes from './list-foot.module.css';
import { LoadMore } from './load-more.tsx';

/** What the end of a list needs of its query. */
export interface PagedQuery {
  readonly error?: unknown;
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly isFetchNextPageError: boolean;
  readonly fetchNextPage: () => unknown;
}

/** The end of a list: loads its next page, and says if that failed. */
export function ListFoot({
  query,
  label,
  failed,
  automatic = true,
}: {
  readonly query: PagedQuery;
  /** The button's label. */
  readonly label: string;
  /** The title of the failure. */
  readonly failed: string;
  /** False if only the button loads more. */
  readonly automatic?: boolean;
}) {
  return (
    <>
      {query.isFetchNextPageError && (
        <div className={classes.failure}>
          <Failure title={failed} detail={serverText(query.error)} />
        </div>
      )}
      {query.hasNextPage && (
        <LoadMore
          label={label}
          pending={query.isFetchingNextPage}
          automatic={automatic && !query.isFetchNextPageError}
          onMore={() => void query.fetchNextPage()}
        />
      )}
    </>
  );
}
