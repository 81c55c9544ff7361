import type { AddressMail, MailStateWire } from '@parlour/contracts/delivery/delivery';
import { statement, type Tx } from '@parlour/kernel/database/database';
import { isoTime } from '@parlour/kernel/database/row-expressions';
import { Queue, type Queued } from '../queue.queries.ts';

/** A mail that is due. */
export interface QueuedMail extends AddressMail, Queued {}

/** The queue of mails about accounts. */
export const mailQueue = new Queue<QueuedMail>('mails');

// Some old ones go with each new one, so that the table stays small.
const queue = statement(
  'mails.queue',
  `with old as (
     delete from mails where id in (
       select id from mails where done_at < now() - interval '7 days' order by done_at limit 10 for update skip locked))
   insert into mails (id, kind, user_id, email_id) values ($1, $2, $3, $4) on conflict (id) do nothing`,
);

/** Queues the mail of an event, once. */
export async function queueMail(tx: Tx, id: string, { kind, userId, emailId }: AddressMail): Promise<void> {
  await tx.query(queue, [id, kind, userId, emailId]);
}

const due = statement(
  'mails.due',
  `select m.id, m.kind, m.user_id as "userId", m.email_id as "emailId", m.tries
     from mails m where m.done_at is null and m.next_at <= clock_timestamp() and not exists (
       select from mails o where o.user_id = m.user_id and o.email_id is not distinct from m.email_id
          and o.done_at is null and o.number < m.number)
    order by m.number limit $1`,
);

/** What can be sent now: the oldest mail to each address, the oldest first. */
export function readDue(tx: Tx, limit: number): Promise<QueuedMail[]> {
  return tx.query<QueuedMail>(due, [limit]);
}

/** SQL: both queues of mails; what waits to be read, or for the end of quiet hours, is not due. */
const all = `(select at, kind, done_at, failed_at, failure from mails
    union all select at, 'notice', done_at, failed_at, failure from notices
      where channel = 'mail' and (done_at is not null or tries > 0 or next_at <= now())) m`;

const state = statement(
  'mails.state',
  `select (select count(*) from ${all} where done_at is null) as waiting,
          (select ${isoTime('min(at)')} from ${all} where done_at is null) as "waitingSince",
          (select json_build_object('at', ${isoTime('failed_at')}, 'kind', kind, 'text', failure)
             from ${all} where failed_at is not null order by failed_at desc limit 1) as "lastFailure"`,
);

/** What waits, and the latest failure. */
export async function readMailState(tx: Tx): Promise<Omit<MailStateWire, 'on' | 'from'>> {
  const [row] = await tx.query<Omit<MailStateWire, 'on' | 'from'>>(state, []);
  return row ?? { waiting: 0, waitingSince: null, lastFailure: null };
}
