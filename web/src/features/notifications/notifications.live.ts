import { canonicalName } from '@parlour/contracts/checks';
import { messages } from '@parlour/contracts/messages';
import type { ServerToClientEvents } from '@parlour/contracts/socket';
import { api } from '../../shared/api.ts';
import { showToast } from '../../shared/parts/toasts.ts';
import { selectUsername } from '../../shared/state/session.slice.ts';
import type { Dispatch, Thunk } from '../../shared/state/store-types.ts';
import { addressOf, enterNotification, listAddress, notificationsApi, noteUnread } from './notifications.api.ts';

/** Several may come at once: how many there are is asked for when that is over. */
const countAfterMs = 200;

/** What this feature does on live events, and after they were missed. `open` leads to a page. */
export function notificationsLive(
  dispatch: Dispatch,
  open: (path: string) => void,
): Pick<ServerToClientEvents, 'notification' | 'notificationsUpdate' | 'questionUpdate'> & {
  readonly catchUp: () => Promise<void>;
} {
  const told = new Set<string>();
  let counting = false;

  const toast = () =>
    void showToast('info', messages.notificationReceived, () => {
      open(listAddress);
    });

  // Asked for and not reckoned: what was read of the number before may hold more or less than one event.
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
      // An event that comes again, as it may after a reconnect, is no other event.
      if (!dispatch(concernsViewer(notification.users)) || told.has(notification._id)) return;
      told.add(notification._id);
      dispatch(enterNotification(notification));
      countSoon();
      if (!isOnScreen(listAddress) && !isOnScreen(addressOf(notification))) toast();
    },
    // Read or deleted, here or in another tab.
    notificationsUpdate: ({ unread }) => {
      dispatch(noteUnread(unread));
      dispatch(api.util.invalidateTags(['Notifications']));
    },
    // Its title stands in notifications as well.
    questionUpdate: ({ text }) => {
      if (text !== undefined) dispatch(api.util.invalidateTags(['Notifications']));
    },
    /** After a time without a connection: however many came meanwhile, one toast (decisions N-3). */
    catchUp: async () => {
      const { getUnreadNotifications } = notificationsApi.endpoints;
      const before = dispatch(knownUnread());
      const { data } = await dispatch(
        getUnreadNotifications.initiate(undefined, { forceRefetch: true, subscribe: false }),
      );
      if (data && before !== undefined && data.unread > before && !isOnScreen(listAddress)) toast();
    },
  };
}

/** Whether somebody looks at the page of this address, and sees there what has come. */
function isOnScreen(address: string): boolean {
  return document.visibilityState === 'visible' && comparable(location.pathname) === comparable(address);
}

/** Names and ids are the same regardless of case, and may be written with or without escapes. */
function comparable(address: string): string {
  try {
    return canonicalName(decodeURIComponent(address));
  } catch {
    return address;
  }
}

function concernsViewer(users: readonly string[]): Thunk<boolean> {
  return (_dispatch, getState) => users.includes(selectUsername(getState()) ?? '');
}

function knownUnread(): Thunk<number | undefined> {
  return (_dispatch, getState) =>
    notificationsApi.endpoints.getUnreadNotifications.select(undefined)(getState()).data?.unread;
}
