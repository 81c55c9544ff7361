import { isFulfilled, isRejectedWithValue, type Middleware } from '@reduxjs/toolkit';
import { QueryStatus } from '@reduxjs/toolkit/query';
import { mayHaveHappened } from '../shared/http/call-failure.ts';
import { reread, type Read } from '../shared/state/reread.ts';
import type { Dispatch, State } from '../shared/state/store-types.ts';

/** In milliseconds; each wait is twice the one before. */
const waits = { first: 2_000, longest: 30_000 };

/** Which read an action of RTK Query is about. */
interface CachedRead extends Read {
  readonly queryCacheKey: string;
  /** Of the next page of a list. */
  readonly direction?: string;
}

/**
 * Makes reads that failed for want of the server again, for as long as somebody looks at what they show: it is right again without a reload once
 * the server is back. The next page of a list is left to its reader.
 */
export const readAgain: Middleware = (store) => {
  const failures = new Map<string, number>();

  const again = ({ endpointName, originalArgs, queryCacheKey }: CachedRead) => {
    const { queries, subscriptions } = (store.getState() as State).api; // the store that this is part of
    const watched = Object.keys(subscriptions[queryCacheKey] ?? {}).length > 0;
    if (!watched || queries[queryCacheKey]?.status !== QueryStatus.rejected) return;
    (store.dispatch as Dispatch)(reread({ endpointName, originalArgs })); // of the store that this is part of
  };

  return (next) => (action) => {
    const result = next(action);
    const failed = isRejectedWithValue(action);
    if (!failed && !isFulfilled(action)) return result;
    const read = action.meta.arg as Partial<CachedRead>; // what RTK Query was asked
    if (!isRead(read) || read.direction) return result;
    const before = failures.get(read.queryCacheKey) ?? 0;
    failures.delete(read.queryCacheKey);
    if (failed && mayHaveHappened(action.payload)) {
      failures.set(read.queryCacheKey, before + 1);
      setTimeout(() => again(read), Math.min(waits.first * 2 ** before, waits.longest));
    }
    return result;
  };
};

/** A write has no key in the cache. */
function isRead(asked: Partial<CachedRead>): asked is CachedRead {
  return asked.queryCacheKey !== undefined;
}
