import type { InfiniteData } from '@reduxjs/toolkit/query';
import { isAction, type Middleware } from 'redux';
import { api } from '../api.ts';

type Pages = InfiniteData<unknown, unknown>;

/** What RTK Query dispatches when the next page of a list has come. */
interface PageCame {
  readonly type: string;
  readonly payload: Pages;
  readonly meta: { readonly arg: { readonly queryCacheKey: string; readonly direction?: string } };
}

function isPageCame(action: unknown): action is PageCame {
  if (!isAction(action) || action.type !== `${api.reducerPath}/executeQuery/fulfilled`) return false;
  return (action as unknown as PageCame).meta.arg.direction === 'forward'; // of that type
}

/**
 * The next page of a list joins the pages as they are when it comes. RTK Query would join it to
 * those from when it was asked for: live events that came meanwhile would be gone.
 */
export const joinPages: Middleware = (store) => (next) => (action) => {
  if (!isPageCame(action)) return next(action);
  const { payload, meta } = action;
  const { queries } = (store.getState() as { readonly api: ReturnType<typeof api.reducer> }).api; // the store's
  const now = queries[meta.arg.queryCacheKey]?.data as Pages | undefined; // of the same list
  if (now?.pages.length !== payload.pages.length - 1) return next(action);
  const pages = [...now.pages, payload.pages.at(-1)];
  return next({ ...action, payload: { ...payload, pages } });
};
