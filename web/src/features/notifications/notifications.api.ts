import {
  foldedTypes,
  type NotificationType,
  type NotificationWire,
} from '@parlour/contracts/notifications/notifications';
import type { ReplyOf } from '@parlour/contracts/rpc';
import { QueryStatus } from '@reduxjs/toolkit/query';
import { api } from '../../shared/api.ts';
import { paged, pathTo, type ListOf, type PageOf } from '../../shared/http/endpoint.ts';
import { isShown, refetchQuery } from '../../shared/state/refetch-query.ts';
import type { State, Thunk } from '../../shared/state/store.ts';

/** The address of the viewer's notifications. */
export const listAddress = '/notifications';

/** Which of the viewer's notifications: all, or those of one type. */
export type NotificationsOf = Pick<ListOf<'notifications.getNotifications'>, 'type'> & { readonly viewer: string };

type Pages = readonly PageOf<'notifications.getNotifications'>[];

/** Read with `everyVisit`: no event tells that one is hidden now, such as with a deleted post. */
export const notificationsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** The viewer's own, newest first. */
    getNotifications: build.infiniteQuery<PageOf<'notifications.getNotifications'>, NotificationsOf, string>({
      ...paged(({ viewer, type }) => ({ path: pathTo`/getNotifications/${viewer}`, query: { rows: 'folded', type } })),
      providesTags: ['Notifications'],
    }),
    getUnreadNotifications: build.query<ReplyOf<'notifications.unread'>, undefined>({
      query: () => ({ path: '/notifications/unread' }),
      providesTags: ['UnreadNotifications'],
    }),
  }),
});

export const { useGetNotificationsInfiniteQuery, useGetUnreadNotificationsQuery } = notificationsApi;

/** The cached lists, with their keys in the cache and whether they are being read. */
function cachedLists({ api: { queries } }: State) {
  return Object.entries(queries).flatMap(([key, read]) => {
    if (read?.endpointName !== 'getNotifications') return [];
    const list: unknown = read.originalArgs;
    return [{ key, list: list as NotificationsOf, isPending: read.status === QueryStatus.pending }]; // its argument
  });
}

function pagesOf(state: State, list: NotificationsOf): Pages {
  return notificationsApi.endpoints.getNotifications.select(list)(state).data?.pages ?? [];
}

function changeList(list: NotificationsOf, change: (pages: Pages) => Pages): Thunk {
  return (dispatch) => {
    dispatch(
      notificationsApi.util.updateQueryData('getNotifications', list, (draft) => {
        Object.assign(draft, { pages: change(draft.pages) });
      }),
    );
  };
}

/** Changes all cached lists. */
export function changeLists(change: (pages: Pages) => Pages): Thunk {
  return (dispatch, getState) => {
    for (const { list } of cachedLists(getState())) dispatch(changeList(list, change));
  };
}

/** Whether a list has such a row. */
export function has(pages: Pages, matches: (row: NotificationWire) => boolean): boolean {
  return pages.some(({ rows }) => rows.some(matches));
}

/**
 * Refetches the lists that are on screen, or those of them that may have a matching row. The others
 * keep their pages for whoever comes back to them, and are refetched then: invalidating their tag
 * would remove them.
 */
export function refetchShownLists(matches?: (row: NotificationWire) => boolean): Thunk {
  return (dispatch, getState) => {
    for (const { key, list, isPending } of cachedLists(getState())) {
      if (!matches || isPending || has(pagesOf(getState(), list), matches)) void dispatch(refetch(key, list));
    }
  };
}

function refetch(key: string, list: NotificationsOf): Thunk<Promise<void>> {
  return async (dispatch) => {
    // One under way may have begun before the change.
    await dispatch(notificationsApi.util.getRunningQueryThunk('getNotifications', list));
    if (dispatch(isShown(key))) dispatch(refetchQuery({ endpointName: 'getNotifications', originalArgs: list }));
  };
}

/**
 * Whether a list may have a row that takes a new notification in: one that is loaded, or one on the
 * pages that are not.
 */
function mayFold(pages: Pages, { type, id }: NotificationWire): boolean {
  const folds: readonly NotificationType[] = foldedTypes;
  if (!folds.includes(type)) return false;
  return pages.at(-1)?.next !== undefined || has(pages, (row) => !row.isRead && row.type === type && row.id === id);
}

/**
 * Prepends a new notification, once. The server knows the row of one that repeats another, and what
 * is read now replaces the rows.
 */
export function enterNotification(notification: NotificationWire): Thunk {
  return (dispatch, getState) => {
    for (const { key, list, isPending } of cachedLists(getState())) {
      if (list.type !== undefined && list.type !== notification.type) continue;
      if (isPending || mayFold(pagesOf(getState(), list), notification)) void dispatch(refetch(key, list));
      else dispatch(changeList(list, (pages) => prepend(pages, notification)));
    }
  };
}

function prepend(pages: Pages, notification: NotificationWire): Pages {
  if (has(pages, ({ _id }) => _id === notification._id)) return pages;
  return pages.map((page, index) => ({
    ...page,
    total: page.total + 1,
    rows: index === 0 ? [notification, ...page.rows] : page.rows,
  }));
}

/** Sets the unread count from an event. */
export function noteUnread(unread: number): Thunk {
  return (dispatch) => {
    dispatch(
      notificationsApi.util.updateQueryData('getUnreadNotifications', undefined, (draft) => {
        Object.assign(draft, { unread });
      }),
    );
  };
}
