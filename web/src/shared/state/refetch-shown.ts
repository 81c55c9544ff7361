import { api } from '../api.ts';
import { isShown, refetchQuery } from './refetch-query.ts';
import type { Thunk } from './store.ts';

/**
 * Repeats the reads of these tags that components show, once none is under way from before. The
 * others keep what whoever comes back was reading: invalidating their tags would remove them.
 */
export function refetchShown(tags: Parameters<typeof api.util.selectInvalidatedBy>[1]): Thunk<Promise<void>> {
  return async (dispatch, getState) => {
    await Promise.all(dispatch(api.util.getRunningQueriesThunk()));
    for (const read of api.util.selectInvalidatedBy(getState(), tags)) {
      if (dispatch(isShown(read.queryCacheKey))) dispatch(refetchQuery(read));
    }
  };
}
