import {
  foldedTypes,
  notificationTypes,
  type NotificationType,
  type NotificationWire,
} from '@parlour/contracts/notifications';
import type { ChangePreferences, MarkRead, ViewNotification } from '@parlour/contracts/notifications.requests';
import type { Reportable } from '@parlour/contracts/reports';
import type { ReplyOf } from '@parlour/contracts/rpc';
import { QueryStatus } from '@reduxjs/toolkit/query';
import { api } from '../../shared/api.ts';
import { addressOfMessage } from '../../shared/navigation/message-address.ts';
import { change, paged, pathTo, type ListOf, type PageOf, type Submitted } from '../../shared/http/endpoint.ts';
import { newSubmissionKey } from '../../shared/http/submission-key.ts';
import { isShown, refetchQuery } from '../../shared/state/refetch-query.ts';
import type { State, Thunk } from '../../shared/state/store.ts';

/** The address of the viewer's notifications. */
export const listAddress = '/notifications';

const rooms: Record<NotificationType, string> = {
  comment: 'question',
  answer: 'question',
  follower: 'user',
  gameInvite: 'games',
  accepted: 'question',
  request: 'community',
  decision: 'community',
  ownership: 'community',
  mention: 'question',
  moderated: 'question',
  report: 'question',
};

/** Where a reported thing is that is no message and no post. */
const roomsOfReported: Partial<Record<Reportable, string>> = {
  person: 'user',
  poll: 'community',
  community: 'community',
};

/** The address of the page a notification is about. */
export function pageOf({
  type,
  id,
  messageId,
  reported,
}: Pick<NotificationWire, 'type' | 'id' | 'messageId' | 'reported'>): string {
  if (messageId) return addressOfMessage(id, messageId);
  // Requests are decided in the settings.
  const below = type === 'request' ? '/settings' : '';
  const room = (reported && roomsOfReported[reported]) ?? rooms[type];
  return `/${room}/${encodeURIComponent(id)}${below}`;
}

/** The address of what a notification is about: the page, and the answer or comment on it. */
export function addressOf(
  notification: Pick<NotificationWire, 'type' | 'id' | 'answerId' | 'commentId' | 'messageId' | 'reported'>,
): string {
  const { answerId, commentId, messageId } = notification;
  const page = pageOf(notification);
  // The page of a message names it already.
  if (messageId) return page;
  if (commentId) return `${page}#comment-${commentId}`;
  return answerId === null ? page : `${page}#answer-${answerId}`;
}

/** Which of the viewer's notifications: all, or those of one type. */
export type NotificationsOf = Pick<ListOf<'notifications.getNotifications'>, 'type'> & { readonly viewer: string };

type Pages = readonly PageOf<'notifications.getNotifications'>[];

export const notificationsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** The viewer's own, newest first. */
    getNotifications: build.infiniteQuery<PageOf<'notifications.getNotifications'>, NotificationsOf, string>({
      ...paged,
      query: ({ queryArg: { viewer, type }, pageParam }) => ({
        path: pathTo`/getNotifications/${viewer}`,
        query: { rows: 'folded', type, cursor: pageParam },
      }),
      providesTags: ['Notifications'],
    }),
    getUnreadNotifications: build.query<ReplyOf<'notifications.unread'>, undefined>({
      query: () => ({ path: '/notifications/unread' }),
      providesTags: ['UnreadNotifications'],
    }),
    deleteNotification: build.mutation<
      ReplyOf<'notifications.delete'>['deleted'],
      Submitted<{ readonly viewer: string; readonly id: string }>
    >({
      query: ({ viewer, id, submissionKey }) => ({
        path: pathTo`/deleteNotification/${viewer}/${id}`,
        query: { rows: 'folded' },
        method: 'DELETE',
        submissionKey,
      }),
    }),
    markNotificationsRead: build.mutation<ReplyOf<'notifications.markRead'>, Submitted<MarkRead>>({
      query: change('/notifications/markRead'),
    }),
    viewNotification: build.mutation<ReplyOf<'notifications.view'>, Submitted<ViewNotification>>({
      query: change('/notifications/view'),
    }),
    deleteAllNotifications: build.mutation<ReplyOf<'notifications.deleteAll'>, Submitted<object>>({
      query: change('/notifications/all', 'DELETE'),
      invalidatesTags: ['Notifications'],
    }),
    restoreNotifications: build.mutation<ReplyOf<'notifications.restore'>, Submitted<object>>({
      query: change('/notifications/restore'),
      invalidatesTags: ['Notifications'],
    }),
    getPreferences: build.query<ReplyOf<'notifications.getPreferences'>, undefined>({
      query: () => ({ path: '/notifications/preferences' }),
    }),
    changePreferences: build.mutation<ReplyOf<'notifications.changePreferences'>, Submitted<ChangePreferences>>({
      query: change('/notifications/preferences'),
    }),
  }),
});

/**
 * The list and the count are read with each visit: no event tells that something is hidden now,
 * such as with a deleted post.
 */
export const everyVisit = { refetchOnMountOrArgChange: true } as const;

export const { useGetNotificationsInfiniteQuery, useGetUnreadNotificationsQuery, useGetPreferencesQuery } =
  notificationsApi;

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

function changeLists(change: (pages: Pages) => Pages): Thunk {
  return (dispatch, getState) => {
    for (const { list } of cachedLists(getState())) dispatch(changeList(list, change));
  };
}

function has(pages: Pages, matches: (row: NotificationWire) => boolean): boolean {
  return pages.some(({ rows }) => rows.some(matches));
}

/**
 * Refetches the lists that are on screen, or those of them that may have a matching row. The others
 * keep their pages for whoever comes back to them, and are refetched then: invalidating their tag
 * would remove them.
 */
export function refetchShown(matches?: (row: NotificationWire) => boolean): Thunk {
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

/** Removes a deleted notification. */
export function forgetNotification(id: string): Thunk {
  return changeLists((pages) => {
    if (!has(pages, ({ _id }) => _id === id)) return pages;
    return pages.map((page) => ({
      ...page,
      total: page.total - 1,
      rows: page.rows.filter(({ _id }) => _id !== id),
    }));
  });
}

/** Marks one and all older ones as read; later ones have not been shown yet. */
export function noteRead(upTo: string): Thunk {
  return changeLists((pages) => {
    let reached = false;
    return pages.map((page) => ({
      ...page,
      rows: page.rows.map((row) => {
        reached ||= row._id === upTo;
        return reached ? { ...row, isRead: true } : row;
      }),
    }));
  });
}

/** Marks a row as read, on the page and then on the server, because its View was used. */
export function viewRow({ _id: id, isRead }: NotificationWire): Thunk {
  return (dispatch) => {
    if (isRead) return;
    dispatch(
      changeLists((pages) =>
        pages.map((page) => ({
          ...page,
          rows: page.rows.map((row) => (row._id === id ? { ...row, isRead: true } : row)),
        })),
      ),
    );
    const { viewNotification } = notificationsApi.endpoints;
    // If it fails, the row is unread again in the next list.
    void dispatch(viewNotification.initiate({ id, submissionKey: newSubmissionKey() })).then(({ data }) => {
      if (data) dispatch(noteUnread(data.unread));
    });
  };
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

/**
 * Applies the difference between two lists of types to the preferences that the server has now, and
 * caches the reply. Applied twice, it changes nothing, so every attempt has its own key: a repeated
 * key would bring back the list of the first one.
 */
export function changePreferences(
  from: readonly NotificationType[],
  to: readonly NotificationType[],
): Thunk<
  Promise<{ readonly data?: ReplyOf<'notifications.changePreferences'> | undefined; readonly error?: unknown }>
> {
  return async (dispatch) => {
    const { getPreferences, changePreferences: call } = notificationsApi.endpoints;
    const current = await dispatch(getPreferences.initiate(undefined, { forceRefetch: true, subscribe: false }));
    // A failed read still has the data of the one before.
    if (current.error !== undefined || !current.data) return { error: current.error };
    const { wanted: stored } = current.data;
    const wanted = notificationTypes.filter((type) =>
      from.includes(type) === to.includes(type) ? stored.includes(type) : to.includes(type),
    );
    const answer = await dispatch(call.initiate({ wanted, submissionKey: newSubmissionKey() }));
    dispatch(
      notificationsApi.util.updateQueryData('getPreferences', undefined, (draft) => {
        Object.assign(draft, answer.data);
      }),
    );
    return answer;
  };
}
