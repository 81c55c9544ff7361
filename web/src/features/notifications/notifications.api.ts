import type { NotificationType, NotificationWire } from '@parlour/contracts/notifications';
import { api } from '../../shared/api.ts';
import { toListPage, type ListPage } from '../../shared/http/pages.ts';
import { selectUsername } from '../../shared/state/session.slice.ts';
import type { Thunk } from '../../shared/state/store-types.ts';

/** The address of the viewer's notifications. */
export const listAddress = '/notifications';

const rooms: Record<NotificationType, string> = {
  comment: 'question',
  answer: 'question',
  follower: 'user',
  gameInvite: 'games',
};

/** The address of the page a notification is about. */
export function addressOf({ type, id }: Pick<NotificationWire, 'type' | 'id'>): string {
  return `/${rooms[type]}/${encodeURIComponent(id)}`;
}

type Pages = readonly ListPage<NotificationWire>[];

interface Unread {
  readonly unread: number;
}

/** The wanted notification types. */
interface Preferences {
  readonly wanted: readonly NotificationType[];
}

export const notificationsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** The viewer's own, newest first. */
    getNotifications: build.infiniteQuery<ListPage<NotificationWire>, string, string>({
      infiniteQueryOptions: { initialPageParam: '', getNextPageParam: (page) => page.next },
      query: ({ queryArg, pageParam }) => ({
        path: `/getNotifications/${encodeURIComponent(queryArg)}`,
        query: { cursor: pageParam === '' ? undefined : pageParam },
      }),
      transformResponse: toListPage<NotificationWire>,
      providesTags: ['Notifications'],
    }),
    getUnreadNotifications: build.query<Unread, undefined>({
      query: () => ({ path: '/notifications/unread' }),
      providesTags: ['UnreadNotifications'],
    }),
    deleteNotification: build.mutation<
      readonly NotificationWire[],
      { readonly viewer: string; readonly id: string; readonly submissionKey: string }
    >({
      query: ({ viewer, id, submissionKey }) => ({
        path: `/deleteNotification/${encodeURIComponent(viewer)}/${encodeURIComponent(id)}`,
        method: 'DELETE',
        submissionKey,
      }),
    }),
    markRead: build.mutation<Unread, { readonly upTo: string; readonly submissionKey: string }>({
      query: ({ submissionKey, ...body }) => ({
        path: '/notifications/markRead',
        method: 'POST',
        body,
        submissionKey,
      }),
    }),
    getPreferences: build.query<Preferences, undefined>({
      query: () => ({ path: '/notifications/preferences' }),
    }),
    changePreferences: build.mutation<Preferences, Preferences & { readonly submissionKey: string }>({
      query: ({ submissionKey, ...body }) => ({
        path: '/notifications/preferences',
        method: 'POST',
        body,
        submissionKey,
      }),
    }),
  }),
});

export const { useGetNotificationsInfiniteQuery, useGetUnreadNotificationsQuery, useGetPreferencesQuery } =
  notificationsApi;

function changeList(change: (pages: Pages) => Pages): Thunk {
  return (dispatch, getState) => {
    const viewer = selectUsername(getState()) ?? '';
    dispatch(
      notificationsApi.util.updateQueryData('getNotifications', viewer, (draft) => {
        Object.assign(draft, { pages: change(draft.pages) });
      }),
    );
  };
}

/** Prepends a new notification, once. */
export function enterNotification(notification: NotificationWire): Thunk {
  return changeList((pages) => {
    if (pages.some(({ rows }) => rows.some(({ _id }) => _id === notification._id))) return pages;
    return pages.map((page, index) => ({
      ...page,
      total: page.total + 1,
      rows: index === 0 ? [notification, ...page.rows] : page.rows,
    }));
  });
}

/** Removes a deleted notification. */
export function forgetNotification(id: string): Thunk {
  return changeList((pages) =>
    pages.map((page) => ({
      ...page,
      total: Math.max(0, page.total - 1),
      rows: page.rows.filter(({ _id }) => _id !== id),
    })),
  );
}

/** Marks one and all older ones as read; later ones have not been shown yet. */
export function noteRead(upTo: string): Thunk {
  return changeList((pages) => {
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

/** Saves the preferences and caches the reply. */
export function changePreferences(
  wanted: readonly NotificationType[],
  submissionKey: string,
): Thunk<Promise<{ readonly data?: Preferences | undefined; readonly error?: unknown }>> {
  return async (dispatch) => {
    const { changePreferences: call } = notificationsApi.endpoints;
    const answer = await dispatch(call.initiate({ wanted, submissionKey }));
    dispatch(
      notificationsApi.util.updateQueryData('getPreferences', undefined, (draft) => {
        Object.assign(draft, answer.data);
      }),
    );
    return answer;
  };
}
