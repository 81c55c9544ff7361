import { v7 as uuidv7 } from 'uuid';
import { limits } from '@parlour/contracts/limits';
import type { NoticeChannel } from '@parlour/contracts/notifications/notices';
import type { NoticeKind } from '@parlour/contracts/notifications/notifications';
import type { IsoTime } from '@parlour/contracts/time';
import { statement, type Tx } from '@parlour/kernel/database/database';
import { Queue, type Queued } from '../queue.queries.ts';

/** Something that a person may get a notice of. */
export interface NewNotice {
  readonly userId: string;
  readonly kind: NoticeKind;
  /** Notices with the same one fold while they wait. */
  readonly thread: string;
  /** Of the notification, the message or the game: the same id is sent once. */
  readonly itemId: string;
  /** When it happened. */
  readonly at: IsoTime;
}

/** A notice that is due. */
export interface QueuedNotice extends Queued {
  readonly userId: string;
  readonly kind: NoticeKind;
  readonly thread: string;
  readonly ids: readonly string[];
}

/** The queue of notices. One that another one folds into is sent with it. */
export const noticeQueue = new Queue<QueuedNotice>('notices', 'ids');

// What is older than a day is no news: a service that starts on a site with a history must not send
// it. Some old ones go with each new one, as in the other queue.
const queue = statement(
  'notices.queue',
  `with old as (
     delete from notices where id in (
       select id from notices where done_at < now() - interval '7 days' order by done_at limit 10 for update skip locked))
   insert into notices (id, channel, user_id, kind, thread, ids, next_at)
   select $1, $2, $3, $4, $5, array[$6], clock_timestamp() + make_interval(mins => $7)
    where $8::timestamptz > now() - interval '1 day'
      and not exists (
        select from notices n where n.channel = $2 and n.user_id = $3 and n.thread = $5 and $6 = any(n.ids))
   on conflict (channel, user_id, thread) where tries = 0 and done_at is null
   do update set ids = (notices.ids || excluded.ids)[greatest(1, cardinality(notices.ids) - ${limits.noticesFolded - 2}):]`,
);

/**
 * Queues a notice, once, or folds it into the one of its thread that waits.
 * @param waitMinutes how long it waits for others, and for being read
 */
export async function queueNotice(tx: Tx, channel: NoticeChannel, notice: NewNotice, waitMinutes = 0): Promise<void> {
  const { userId, kind, thread, itemId, at } = notice;
  await tx.query(queue, [uuidv7(), channel, userId, kind, thread, itemId, waitMinutes, at]);
}

const due = statement(
  'notices.due',
  `select id, user_id as "userId", kind, thread, ids, tries from notices
    where channel = $1 and done_at is null and next_at <= clock_timestamp() order by number limit $2`,
);

/** What can be sent now, the oldest first. */
export function readDueNotices(tx: Tx, channel: NoticeChannel, limit: number): Promise<QueuedNotice[]> {
  return tx.query<QueuedNotice>(due, [channel, limit]);
}

const postpone = statement('notices.postpone', 'update notices set next_at = $2 where id = $1');

/** Has a notice wait for the end of quiet hours; others of its thread still fold into it. */
export async function postponeNotice(tx: Tx, id: string, until: IsoTime): Promise<void> {
  await tx.query(postpone, [id, until]);
}

const sent = statement(
  'notices.sent',
  `select count(*) as count from notices
    where channel = $1 and user_id = $2 and tries > 0 and done_at > now() - interval '1 day'`,
);

/** How many notices a person was sent in a day. */
export async function countSentNotices(tx: Tx, channel: NoticeChannel, userId: string): Promise<number> {
  const [row] = await tx.query<{ count: number }>(sent, [channel, userId]);
  return row?.count ?? 0;
}
