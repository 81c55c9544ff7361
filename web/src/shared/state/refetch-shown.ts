import { isAction, type Middleware } from 'redux';
import { api } from '../api.ts';
import { type ApiThunk, isShown, refetchQuery } from './refetch-query.ts';

type Tags = Parameters<typeof api.util.selectInvalidatedBy>[1];

/** How RTK Query types the keys that it gives as strings elsewhere. */
type CacheKey = Parameters<typeof api.internalActions.removeQueryResult>[0]['queryCacheKey'];

/**
 * Repeats the reads of these tags that components show: at once, or if one is under way from
 * before, when it has ended. One that hangs holds back no other. What nobody shows keeps what
 * whoever comes back was reading, unless it is to be removed.
 */
export function refetchShown(tags: Tags, removesOthers = false): ApiThunk<Promise<void>> {
  return async (dispatch, getState) => {
    const running = dispatch(api.util.getRunningQueriesThunk());
    const repeat = (isDue: (key: string) => boolean) => {
      for (const read of api.util.selectInvalidatedBy(getState(), tags)) {
        const queryCacheKey = read.queryCacheKey as CacheKey; // RTK Query's own
        if (!isDue(read.queryCacheKey)) continue;
        if (dispatch(isShown(read.queryCacheKey))) dispatch(refetchQuery(read));
        else if (removesOthers) dispatch(api.internalActions.removeQueryResult({ queryCacheKey }));
      }
    };
    repeat((key) => !running.some(({ queryCacheKey }) => queryCacheKey === key));
    await Promise.all(
      running.map(async (one) => {
        await one;
        // Of a first read, the tags are known only now.
        repeat((key) => key === one.queryCacheKey);
      }),
    );
  };
}

/** How long reads wait for a write. The server carries out nearly all within five seconds. */
const writeMs = 10_000;

/** Writes that take longer: nothing waits for them any more. */
const hanging = new WeakSet<Promise<unknown>>();

/** Waits until writes are done, or have taken too long. */
async function endOf(writes: readonly Promise<unknown>[]): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, writeMs)));
  await Promise.race([Promise.all(writes), late.then(() => writes.forEach((write) => hanging.add(write)))]);
  clearTimeout(timer);
}

/** The same, but what nobody shows is removed. */
function invalidate(tags: Tags): ApiThunk<Promise<void>> {
  return async (dispatch) => {
    const writes = dispatch(api.util.getRunningMutationsThunk()).filter((write) => !hanging.has(write));
    // What is read before they are done lacks what the page shows of them already.
    if (writes.length > 0) await endOf(writes);
    await dispatch(refetchShown(tags, true));
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
