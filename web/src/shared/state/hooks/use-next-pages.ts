import { useEffect } from 'react';

/** What loading further pages needs of a list's query. */
interface EndlessQuery {
  readonly currentData?: { readonly pages: readonly unknown[] } | undefined;
  readonly hasNextPage: boolean;
  readonly isFetching: boolean;
  readonly isError: boolean;
  readonly fetchNextPage: () => unknown;
}

/**
 * Loads pages of a list, one after the other, until there are enough, there are no more, or one
 * fails. Returns whether one is still to be asked for.
 */
export function useNextPages(
  { currentData, hasNextPage, isFetching, isError, fetchNextPage }: EndlessQuery,
  isEnough: boolean,
): boolean {
  const wanting = !isEnough && hasNextPage && !isFetching && !isError;
  const read = currentData?.pages.length;
  useEffect(() => {
    if (wanting) void fetchNextPage();
    // Also after each page: if it comes fast, no render sees it on its way.
  }, [fetchNextPage, read, wanting]);
  return wanting;
}
