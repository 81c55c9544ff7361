import { isFulfilled, isRejectedWithValue } from '@reduxjs/toolkit';
import { QueryStatus } from '@reduxjs/toolkit/query';
import type { Middleware } from 'redux';
import { hasUnknownOutcome } from '../../shared/http/call-failure.ts';
import { isShown, refetchQuery, type Read } from '../../shared/state/refetch-query.ts';
import type { Dispatch, State } from '../../shared/state/store.ts';

/** In milliseconds; each delay doubles the one before. */
const waits = { first: 2_000, longest: 30_000 };

/** The read that an action of RTK Query belongs to. */
interface CachedRead extends Read {
  readonly queryCacheKey: string;
  /** For the next page of a list. */
  readonly direction?: string;
}

/**
 * Repeats reads that failed because the server was unreachable, for as long as they are on screen,
 * so that the page recovers without a reload. The next page of a list is left to its reader.
 */
export const retryMiddleware: Middleware = (store) => {
  const failures = new Map<string, number>();

  const again = ({ endpointName, originalArgs, queryCacheKey }: CachedRead) => {
    const dispatch = store.dispatch as Dispatch; // of the store that this middleware belongs to
    const { queries } = (store.getState() as State).api; // the same
    if (!dispatch(isShown(queryCacheKey)) || queries[queryCacheKey]?.status !== QueryStatus.rejected) return;
    dispatch(refetchQuery({ endpointName, originalArgs }));
  };

  return (next) => (action) => {
    const result = next(action);
    const failed = isRejectedWithValue(action);
    if (!failed && !isFulfilled(action)) return result;
    const read = action.meta.arg as Partial<CachedRead>; // the argument of the RTK Query call
    if (!isRead(read) || read.direction) return result;
    const before = failures.get(read.queryCacheKey) ?? 0;
    failures.delete(read.queryCacheKey);
    if (failed && hasUnknownOutcome(action.payload)) {
      failures.set(read.queryCacheKey, before + 1);
      setTimeout(() => again(read), Math.min(waits.first * 2 ** before, waits.longest));
    }
    return result;
  };
};

/** A write has no cache key. */
function isRead(meta: Partial<CachedRead>): meta is CachedRead {
  return meta.queryCacheKey !== undefined;
}
