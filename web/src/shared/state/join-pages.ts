import type { InfiniteData } from '@reduxjs/toolkit/query';
import { isAction, type Middleware } from 'redux';
import { api } from '../api.ts';
import { refetchQuery, type Read } from './refetch-query.ts';

type Pages = InfiniteData<unknown, unknown>;

/** What RTK Query dispatches when a read begins and ends. */
interface ReadAction {
  readonly type: string;
  readonly payload?: unknown;
  readonly meta: {
    readonly requestId: string;
    readonly arg: Read & { readonly queryCacheKey: string; readonly direction?: string };
  };
}

const readType = `${api.reducerPath}/executeQuery/`;

/** How often to repeat the re-read of a list that changed meanwhile: this could go on forever. */
const repeats = 2;

function isOfRead(action: unknown): action is ReadAction {
  return isAction(action) && action.type.startsWith(readType);
}

function isPages(data: unknown): data is Pages {
  return typeof data === 'object' && data !== null && 'pages' in data && 'pageParams' in data;
}

/**
 * Keeps what live events change in a list while pages of it are on their way; RTK Query would
 * replace it by what was read before. The next page joins the pages as they are when it comes. Of
 * several pages that are read again, one after the other, any may be from before the change: the
 * list stays as it is, and they are read once more.
 */
export const joinPages: Middleware = (store) => {
  /** What was there when re-reads began, by request. */
  const began = new Map<string, unknown>();
  /** How often in a row a list was read again. */
  const repeated = new Map<string, number>();

  return (next) => (action) => {
    if (!isOfRead(action)) return next(action);
    const { payload, meta, type } = action;
    const { queryCacheKey, direction } = meta.arg;
    const { queries } = (store.getState() as { readonly api: ReturnType<typeof api.reducer> }).api; // the store's
    const now = queries[queryCacheKey]?.data;
    if (type === `${readType}pending`) {
      if (direction === undefined) began.set(meta.requestId, now);
      return next(action);
    }
    const before = began.get(meta.requestId);
    began.delete(meta.requestId);
    const times = repeated.get(queryCacheKey) ?? 0;
    repeated.delete(queryCacheKey);
    if (!isPages(payload) || !isPages(now)) return next(action);
    if (direction === 'forward' && now.pages.length === payload.pages.length - 1) {
      return next({ ...action, payload: { ...payload, pages: [...now.pages, payload.pages.at(-1)] } });
    }
    // Of one page, the call itself was repeated.
    if (direction !== undefined || payload.pages.length === 1 || now === before || times === repeats) {
      return next(action);
    }
    repeated.set(queryCacheKey, times + 1);
    const result = next({ ...action, payload: now });
    store.dispatch(refetchQuery(meta.arg) as never); // a thunk, of which this type knows nothing
    return result;
  };
};
