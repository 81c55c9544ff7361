import {
  foldedTypes,
  notificationTypes,
  type NotificationType,
  type NotificationWire,
} from '@parlour/contracts/notifications';
import type { ChangePreferences, MarkRead, ViewNotification } from '@parlour/contracts/notifications.requests';
import type { Reportable } from '@parlour/contracts/reports';
import type { ReplyOf } from '@parlour/contracts/rpc';
import { api } from '../../shared/api.ts';
import { addressOfMessage } from '../../shared/navigation/message-address.ts';
import { change, paged, pathTo, type PageOf, type Submitted } from '../../shared/http/endpoint.ts';
import { newSubmissionKey } from '../../shared/http/submission-key.ts';
import { selectUsername } from '../../shared/state/session.slice.ts';
import type { Thunk } from '../../shared/state/store.ts';

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

type Pages = readonly PageOf<'notifications.getNotifications'>[];

export const notificationsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** The viewer's own, newest first. */
    getNotifications: build.infiniteQuery<PageOf<'notifications.getNotifications'>, string, string>({
      ...paged,
      query: ({ queryArg, pageParam }) => ({
        path: pathTo`/getNotifications/${queryArg}`,
        query: { rows: 'folded', cursor: pageParam },
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
    markRead: build.mutation<ReplyOf<'notifications.markRead'>, Submitted<MarkRead>>({
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

/** Whether a row of the list takes a new notification in. */
function takesIn(row: NotificationWire, { type, id }: NotificationWire): boolean {
  const folds: readonly NotificationType[] = foldedTypes;
  return !row.isRead && row.type === type && row.id === id && folds.includes(type);
}

/** Prepends a new notification, once. The server knows the row of one that repeats another. */
export function enterNotification(notification: NotificationWire): Thunk {
  return (dispatch, getState) => {
    const viewer = selectUsername(getState()) ?? '';
    const { data } = notificationsApi.endpoints.getNotifications.select(viewer)(getState());
    const repeats = data?.pages.some(({ rows }) => rows.some((row) => takesIn(row, notification)));
    if (repeats) dispatch(api.util.invalidateTags(['Notifications']));
    else dispatch(prepend(notification));
  };
}

function prepend(notification: NotificationWire): Thunk {
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

/** Marks a row as read, on the page and then on the server, because its View was used. */
export function viewRow({ _id: id, isRead }: NotificationWire): Thunk {
  return (dispatch) => {
    if (isRead) return;
    dispatch(
      changeList((pages) =>
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
