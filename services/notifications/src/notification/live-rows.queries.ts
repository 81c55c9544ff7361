import type { EnvelopeOf } from '@parlour/contracts/envelope';
import type { NotificationsEvent } from '@parlour/contracts/notifications/notifications';
import type { Tx } from '@parlour/kernel/database/database';
import { type LiveRows, shownBy } from './notification.live.ts';
import { readTellable, readUnread } from './notification.queries.ts';

/** Reads the rows for the live messages of a batch, and only those needed. */
export async function readLiveRows(
  tx: Tx,
  events: readonly EnvelopeOf<NotificationsEvent>[],
  fresh: boolean,
): Promise<LiveRows> {
  const { ids, userIds } = shownBy(events);
  const viewers = userIds.map((viewer) => ({ viewer, fresh }));
  const unread = viewers.length > 0 ? await readUnread(tx, viewers) : [];
  return {
    notifications: ids.length > 0 ? await readTellable(tx, ids, fresh) : new Map(),
    unread: new Map(unread.map((row, index) => [userIds[index] ?? '', row.unread])),
  };
}
