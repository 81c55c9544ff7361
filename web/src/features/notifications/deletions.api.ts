import type { ReplyOf } from '@parlour/contracts/rpc';
import { api } from '../../shared/api.ts';
import { change, pathTo, type Submitted } from '../../shared/http/endpoint.ts';
import type { Thunk } from '../../shared/state/store.ts';
import { changeLists, has } from './notifications.api.ts';

export const deletionsApi = api.injectEndpoints({
  endpoints: (build) => ({
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
    deleteAllNotifications: build.mutation<ReplyOf<'notifications.deleteAll'>, Submitted<object>>({
      query: change('/notifications/all', 'DELETE'),
      invalidatesTags: ['Notifications'],
    }),
    restoreNotifications: build.mutation<ReplyOf<'notifications.restore'>, Submitted<object>>({
      query: change('/notifications/restore'),
      invalidatesTags: ['Notifications'],
    }),
  }),
});

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
