import { isAction, type Middleware } from 'redux';
import { api } from '../api.ts';
import { type ApiThunk, isShown, refetchQuery, shownNotedAfterMs } from './refetch-query.ts';

type Tags = Parameters<typeof api.util.selectInvalidatedBy>[1];

/** Reads that are under way. */
const runningReads = () => api.util.getRunningQueriesThunk();

type Running = ReturnType<ReturnType<typeof runningReads>>;

/**
 * Repeats the reads of these tags that were under way, each once it has ended: one that hangs holds
 * back no other. RTK Query does not repeat a read before.
 */
function repeatOnceEnded(running: Running, tags: Tags): ApiThunk<Promise<void>> {
  return async (dispatch, getState) => {
    await Promise.all(
      running.map(async (one) => {
        await one;
        // Of a first read, the tags are known only now.
        for (const read of api.util.selectInvalidatedBy(getState(), tags))
          if (read.queryCacheKey === one.queryCacheKey) dispatch(refetchQuery(read));
      }),
    );
  };
}

/**
 * Repeats the reads of these tags that components show, as soon as the store has which ones these
 * are. What nobody shows keeps what whoever comes back was reading; invalidating would remove it.
 */
export function refetchShown(tags: Tags): ApiThunk<Promise<void>> {
  return async (dispatch, getState) => {
    const running = dispatch(runningReads());
    await new Promise((resolve) => setTimeout(resolve, shownNotedAfterMs));
    for (const read of api.util.selectInvalidatedBy(getState(), tags))
      if (dispatch(isShown(read.queryCacheKey))) dispatch(refetchQuery(read));
    await dispatch(repeatOnceEnded(running, tags));
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

function invalidate(tags: Tags, removeOrRefetch: () => unknown): ApiThunk<Promise<void>> {
  return async (dispatch) => {
    const writes = dispatch(api.util.getRunningMutationsThunk()).filter((write) => !hanging.has(write));
    // What is read before they are done lacks what the page shows of them already.
    if (writes.length > 0) await endOf(writes);
    const running = dispatch(runningReads());
    removeOrRefetch();
    await dispatch(repeatOnceEnded(running, tags));
  };
}

/** Lets `invalidateTags` wait for writes, and repeats also the reads that are under way. */
export const readAnew: Middleware = (store) => (next) => (action) => {
  if (!isAction(action) || !api.util.invalidateTags.match(action)) return next(action);
  // The action goes on without its tags: at once, it makes React see what was patched before.
  const result = next(api.util.invalidateTags([]));
  store.dispatch(invalidate(action.payload, () => next(action)) as never); // a thunk, of which this type knows nothing
  return result;
};
