import { isAction, type Middleware } from 'redux';
import { api } from '../api.ts';
import { isShown, refetchQuery } from './refetch-query.ts';
import type { Thunk } from './store.ts';

type Tags = Parameters<typeof api.util.selectInvalidatedBy>[1];
type CachedRead = ReturnType<typeof api.util.selectInvalidatedBy>[number];

/** How RTK Query types the keys that it gives as strings elsewhere. */
type CacheKey = Parameters<typeof api.internalActions.removeQueryResult>[0]['queryCacheKey'];

/**
 * Does something with each read of these tags: at once, or if it is under way from before, when it
 * has ended. One that hangs holds back no other.
 */
function withReads(tags: Tags, work: (read: CachedRead) => void): Thunk<Promise<void>> {
  return async (dispatch, getState) => {
    const reads = () => api.util.selectInvalidatedBy(getState(), tags);
    const running = dispatch(api.util.getRunningQueriesThunk());
    const underWay = new Set(running.map(({ queryCacheKey }) => queryCacheKey));
    for (const read of reads()) if (!underWay.has(read.queryCacheKey)) work(read);
    await Promise.all(
      running.map(async (one) => {
        await one;
        // Of a first read, the tags are known only now.
        for (const read of reads()) if (read.queryCacheKey === one.queryCacheKey) work(read);
      }),
    );
  };
}

/**
 * Repeats the reads of these tags that components show. The others keep what whoever comes back was
 * reading: invalidating their tags would remove them.
 */
export function refetchShown(tags: Tags): Thunk<Promise<void>> {
  return (dispatch) =>
    dispatch(
      withReads(tags, (read) => {
        if (dispatch(isShown(read.queryCacheKey))) dispatch(refetchQuery(read));
      }),
    );
}

/** The same, but the others are removed. */
function invalidate(tags: Tags): Thunk<Promise<void>> {
  return async (dispatch) => {
    const writes = dispatch(api.util.getRunningMutationsThunk());
    // What is read before they are done lacks what the page shows of them already.
    if (writes.length > 0) await Promise.all(writes);
    await dispatch(
      withReads(tags, (read) => {
        const { queryCacheKey } = read;
        if (dispatch(isShown(queryCacheKey))) dispatch(refetchQuery(read));
        else dispatch(api.internalActions.removeQueryResult({ queryCacheKey: queryCacheKey as CacheKey })); // RTK Query's own
      }),
    );
  };
}

/**
 * Reads anew what `invalidateTags` names. RTK Query would wait until no call at all is under way: a
 * single one that hangs would stop all live updates.
 */
export const readAnew: Middleware = (store) => (next) => (action) => {
  if (!isAction(action) || !api.util.invalidateTags.match(action)) return next(action);
  // The action goes on without its tags: at once, it makes React see what was patched before.
  const result = next(api.util.invalidateTags([]));
  store.dispatch(invalidate(action.payload) as never); // a thunk, of which this type knows nothing
  return result;
};
