import { messages } from '@parlour/contracts/messages';
import type { ServerToClientEvents } from '@parlour/contracts/socket';
import { api } from '../../shared/api.ts';
import { showToast } from '../../design/parts/feedback/toasts.ts';
import { isOnScreen } from '../../shared/navigation/is-on-screen.ts';
import { selectUsername } from '../../shared/state/session.slice.ts';
import type { Dispatch, Thunk } from '../../shared/state/store.ts';
import { pageOf } from '@parlour/contracts/notifications/notification-address';
import {
  enterNotification,
  listAddress,
  notificationsApi,
  noteUnread,
  refetchShownLists,
} from './notifications.api.ts';

/** Debounces refetching the count, because several may come at once. */
const countAfterMs = 200;

/**
 * Live event handlers of this feature, and catching up after a lost connection. `open` navigates.
 */
export function notificationsLive(
  dispatch: Dispatch,
  open: (path: string) => void,
): Pick<ServerToClientEvents, 'notification' | 'notificationsUpdate' | 'questionUpdate' | 'invitationDeclined'> & {
  readonly catchUp: () => Promise<void>;
} {
  const seenIds = new Set<string>();
  let counting = false;

  const toast = () => void showToast('info', messages.notificationReceived, { address: listAddress, open });

  // Refetched, not incremented: the cached number may be off by more than one event.
  const countSoon = () => {
    if (counting) return;
    counting = true;
    setTimeout(() => {
      counting = false;
      dispatch(api.util.invalidateTags(['UnreadNotifications']));
    }, countAfterMs);
  };

  return {
    notification: (notification) => {
      // A repeated event, possible after a reconnect, is the same notification.
      if (!dispatch(concernsViewer(notification.users)) || seenIds.has(notification._id)) return;
      seenIds.add(notification._id);
      dispatch(enterNotification(notification));
      countSoon();
      if (!isOnScreen(listAddress) && !isOnScreen(pageOf(notification))) toast();
    },
    // Read or deleted, here or in another tab.
    notificationsUpdate: ({ unread }) => {
      dispatch(noteUnread(unread));
      dispatch(refetchShownLists());
    },
    // Notifications contain the question's title.
    questionUpdate: ({ _id: question, text }) => {
      if (text !== undefined) dispatch(refetchShownLists(({ id }) => id === question));
    },
    // The notification of it is hidden from now on.
    invitationDeclined: ({ gameID: game }) => {
      dispatch(refetchShownLists(({ id }) => id === game));
      countSoon();
    },
    /** After a lost connection: one toast, however many there are (decisions N-3). */
    catchUp: async () => {
      const { getUnreadNotifications } = notificationsApi.endpoints;
      const before = dispatch(knownUnread());
      // One under way would be taken for the new answer.
      await dispatch(notificationsApi.util.getRunningQueryThunk('getUnreadNotifications', undefined));
      const { data } = await dispatch(
        getUnreadNotifications.initiate(undefined, { forceRefetch: true, subscribe: false }),
      );
      if (data && before !== undefined && data.unread > before && !isOnScreen(listAddress)) toast();
    },
  };
}

function concernsViewer(users: readonly string[]): Thunk<boolean> {
  return (_dispatch, getState) => users.includes(selectUsername(getState()) ?? '');
}

function knownUnread(): Thunk<number | undefined> {
  return (_dispatch, getState) =>
    notificationsApi.endpoints.getUnreadNotifications.select(undefined)(getState()).data?.unread;
}
