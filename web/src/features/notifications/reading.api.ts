import type { NotificationWire } from '@parlour/contracts/notifications/notifications';
import type { MarkRead, ViewNotification } from '@parlour/contracts/notifications/notifications.requests';
import type { ReplyOf } from '@parlour/contracts/rpc';
import { api } from '../../shared/api.ts';
import { change, type Submitted } from '../../shared/http/endpoint.ts';
import { newSubmissionKey } from '../../shared/http/submission-key.ts';
import type { Thunk } from '../../shared/state/store.ts';
import { changeLists, noteUnread } from './notifications.api.ts';

export const readingApi = api.injectEndpoints({
  endpoints: (build) => ({
    markNotificationsRead: build.mutation<ReplyOf<'notifications.markRead'>, Submitted<MarkRead>>({
      query: change('/notifications/markRead'),
    }),
    viewNotification: build.mutation<ReplyOf<'notifications.view'>, Submitted<ViewNotification>>({
      query: change('/notifications/view'),
    }),
  }),
});

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
    const { viewNotification } = readingApi.endpoints;
    // If it fails, the row is unread again in the next list.
    void dispatch(viewNotification.initiate({ id, submissionKey: newSubmissionKey() })).then(({ data }) => {
      if (data) dispatch(noteUnread(data.unread));
    });
  };
}
