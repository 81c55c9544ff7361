import { canonicalName } from '@parlour/contracts/text/checks';
import { operator } from '@parlour/contracts/envelope';
import { deletedUserName } from '@parlour/contracts/limits';
import type { GetNotices, NoticeRow } from '@parlour/contracts/notifications/notices';
import { addressOf } from '@parlour/contracts/notifications/notification-address';
import { foldedTypes, type NotificationWire } from '@parlour/contracts/notifications/notifications';
import type { GetNotifications } from '@parlour/contracts/notifications/notifications.requests';
import { type Statement, statement, type Tx } from '@parlour/kernel/database/database';
import { type PageRow, positionOfCursor, readPage, rowsRead } from '@parlour/kernel/database/pages';
import type { JsonPage } from '@parlour/kernel/rpc/json';
import type { MarkRead } from './reading.decider.ts';
import { type Sweep, sweepStream } from './sweep.decider.ts';
import { isRead, joins, notificationJson, readOf, readUpTo, unlessPrivate } from './notification-json.queries.ts';
import { isPrivate, type Viewer, visible } from './visibility.ts';

/**
 * SQL: whether the notification `n` of this person was not deleted, neither itself nor with all of
 * them. With a parameter for the person, the index leads past what was.
 */
const keptOf = (userId: string): string =>
  `(not n.deleted and n.position > coalesce((select s.position from notification_sweeps s where s.user_id = ${userId}), 0))`;

/** SQL: whether the notification `n` of this person is unread, and not deleted. */
export const unreadOf = (userId: string): string => `(${keptOf(userId)} and not ${isRead})`;

const unreadInvitations = statement(
  'notifications.unreadInvitations',
  `select n.id as "notificationId", n.user_id as "userId" from notifications n
    where n.target_id = $1 and n.about = 'gameInvite' and not n.viewed and ($2::text is null or n.user_id = $2)
      and ${unreadOf('n.user_id')}
    order by n.position`,
);

/** Unread invitations to a game, of one person or of all: with rematches, there may be several. */
export function readUnreadInvitations(
  tx: Tx,
  gameId: string,
  userId: string | null,
): Promise<{ readonly notificationId: string; readonly userId: string }[]> {
  return tx.query<{ notificationId: string; userId: string }>(unreadInvitations, [gameId, userId]);
}

/** SQL: what the notifications have in common that are one row in a folded list. */
const foldOf = (n: string): string =>
  `(case when ${n}.about in (${foldedTypes.map((type) => `'${type}'`).join(', ')}) then ${n}.about || ' ' || ${n}.target_id else ${n}.id end)`;

interface ListRow extends PageRow {
  readonly position: number;
}

/** SQL: the notifications `n` in the list of the viewer $1. */
const listed = `notifications n where n.user_id = $1 and ${keptOf('$1')} and ${visible('$2::boolean')}`;

/** SQL: those of one type, unless that is null. */
const listedOf = (type: string): string => `${listed} and (${type}::text is null or n.about = ${type})`;

const countOf = (type: string): string => `(select count(*) from ${listedOf(type)})`;
const total = statement('notifications.total', `select ${countOf('$3')} as total`);

function listOf(most: number): Statement {
  return statement(
    `notifications.list.${most}`,
    `select ${notificationJson('$4::text')}::text as json, n.position, ${countOf('$5')} as total
       from (select n.* from ${listedOf('$5')} and n.position < $3::bigint order by n.position desc limit ${most}) n ${joins}
      order by n.position desc`,
  );
}

/** How many people a row names. */
const actorsNamed = 5;

/**
 * SQL: the viewer's rows, in which unread notifications of one type about one target are one, and
 * read ones likewise: the newest, with their number and who caused them.
 */
const folded = (type: string): string => foldedOf(listedOf(type));

/** SQL: the same of these notifications `n`. */
const foldedOf = (rows: string): string => `with own as materialized (
    select n.*, ${foldOf('n')} as fold, ${isRead} as is_read from ${rows}),
  folded as (
    select distinct on (fold, is_read) own.*, count(*) over (partition by fold, is_read) as count
      from own order by fold, is_read, position desc)`;

const actorsOf = `(select json_agg(a.name order by a.position desc) from (
    select coalesce(p.name, case when o.actor_id = '${operator.id}' then '${operator.id}' else '${deletedUserName}' end) as name,
           max(o.position) as position
      from own o left join people p on p.id = o.actor_id and not p.deleted
     where o.fold = n.fold and o.is_read = n.is_read group by 1 order by 2 desc limit ${actorsNamed}) a)`;

const foldedTotal = statement('notifications.foldedTotal', `${folded('$3')} select count(*) as total from folded`);

function foldedListOf(most: number): Statement {
  return statement(
    `notifications.folded.${most}`,
    `${folded('$5')}
     select ${notificationJson('$4::text', 'n.count')}::text as json, n.position, (select count(*) from folded) as total
       from (select n.*, ${actorsOf} as actors
               from folded n where n.position < $3::bigint order by n.position desc limit ${most}) n ${joins}
      order by n.position desc`,
  );
}

/** Reads one page of the viewer's notifications, newest first. Source: decisions N-3. */
export async function readNotificationList(
  tx: Tx,
  request: GetNotifications,
  { viewer, name, fresh }: Viewer,
): Promise<JsonPage<NotificationWire>> {
  const { rows, type = null } = request;
  const isFolded = rows === 'folded';
  return readPage<NotificationWire, ListRow>(tx, request, {
    rows: {
      statement: (isFolded ? foldedListOf : listOf)(rowsRead(request.limit)),
      values: [viewer, fresh, positionOfCursor(request.cursor), name, type],
    },
    total: () => ({ statement: isFolded ? foldedTotal : total, values: [viewer, fresh, type] }),
    cursorOf: ({ position }) => String(position),
  });
}

const unread = statement(
  'notifications.unread',
  `select (select count(*) from notifications n
            where n.user_id = w.viewer and ${keptOf('w.viewer')} and n.position > ${readUpTo('w.viewer')} and not n.viewed
              and ${visible('w.fresh')}) as unread
     from unnest($1::text[], $2::boolean[]) with ordinality as w(viewer, fresh, n)
    order by w.n`,
);

/** Reads each viewer's number of unread notifications. */
export function readUnread(
  tx: Tx,
  viewers: readonly Pick<Viewer, 'viewer' | 'fresh'>[],
): Promise<{ unread: number }[]> {
  return tx.query<{ unread: number }>(unread, [viewers.map(({ viewer }) => viewer), viewers.map(({ fresh }) => fresh)]);
}

/** The same of one viewer. */
export async function readUnreadOf(tx: Tx, viewer: Viewer): Promise<{ unread: number }> {
  const [found] = await readUnread(tx, [viewer]);
  return found ?? { unread: 0 };
}

const shown = statement(
  'notifications.shown',
  `select case when n.position <= ${readUpTo('n.user_id')} then 'read' else 'unread' end as reached,
          case when ${isRead} then 'read' else 'unread' end as itself
     from notifications n where n.id = $1 and n.user_id = $2`,
);

/** Whether a person has read up to a notification, and whether they have read that one. */
export interface Shown {
  readonly reached: MarkRead['shown'];
  readonly itself: MarkRead['shown'];
}

/** Reads the state of a notification for a person; includes ones deleted in another tab. */
export async function readShown(tx: Tx, id: string, userId: string): Promise<Shown> {
  const [row] = await tx.query<Shown>(shown, [id, userId]);
  return row ?? { reached: 'unknown', itself: 'unknown' };
}

const newest = statement(
  'notifications.newest',
  `select n.id from notifications n where n.user_id = $1 and not n.deleted order by n.position desc limit 1`,
);

/**
 * Reads the id of a person's newest notification, also of one that they can't see, or deleted with
 * all others.
 */
export async function readNewest(tx: Tx, userId: string): Promise<string | undefined> {
  const [row] = await tx.query<{ id: string }>(newest, [userId]);
  return row?.id;
}

const sweepable = statement(
  'notifications.sweepable',
  `select exists (select from ${listed}) as any,
          (select e.data ->> 'sweepId' from events e
            where e.stream_id = $3 and e.type = 'NotificationsSwept' order by e.version desc limit 1) as last`,
);

/** Whether a person has notifications that they can see, and their last deletion of all. */
export type Sweepable = Pick<Sweep, 'any' | 'last'>;

/** Reads both in one statement: another deletion may come in between. */
export async function readSweepable(tx: Tx, { viewer, fresh }: Viewer): Promise<Sweepable> {
  const [row] = await tx.query<Sweepable>(sweepable, [viewer, fresh, sweepStream(viewer)]);
  return row as Sweepable; // always one row
}

/** A notification that matches an id, and whether its owner can see it. */
export interface Match {
  readonly id: string;
  readonly position: number;
  readonly visible: boolean;
}

const match = `n.id, n.position, ${keptOf('$1')} and ${visible('$2::boolean')} as visible`;

const matches = statement(
  'notifications.matches',
  `select ${match}
     from notifications n
    where n.user_id = $1 and (n.id = $3 or n.target_id = $3
      or n.target_id in (select p.id from people p where p.canonical_name = $4 and not p.deleted))
    order by visible desc, n.position desc`,
);

/**
 * Reads all of the person's notifications that match an id: one by its own, or those about a
 * question, a game or the person with that name. Visible ones come first, then newer ones.
 */
export function readMatches(tx: Tx, id: string, { viewer, fresh }: Viewer): Promise<Match[]> {
  return tx.query<Match>(matches, [viewer, fresh, id, canonicalName(id)]);
}

const ofRow = statement(
  'notifications.ofRow',
  `select ${match}
     from notifications named join notifications n on n.user_id = named.user_id and n.target_id = named.target_id
    where named.id = $3 and named.user_id = $1 and ${foldOf('n')} = ${foldOf('named')}
      and n.position <= named.position and ${isRead} = ${readOf('named')}
    order by visible desc, n.position desc`,
);

/**
 * Reads all of the person's notifications that are one row with this one in a folded list, in the
 * same order. A row is named by its newest one: those that came later were not shown in it. Source:
 * decisions U-14.
 */
export function readRow(tx: Tx, id: string, { viewer, fresh }: Viewer): Promise<Match[]> {
  return tx.query<Match>(ofRow, [viewer, fresh, id]);
}

const notices = statement(
  'notifications.notices',
  `${foldedOf(`${listed} and not ${isRead} and n.id = any($4::text[])`)}
   select ${notificationJson('$3::text', 'n.count', unlessPrivate('$5'))} as notification,
          coalesce(${isPrivate}, false) as "isPrivate", n.target_id as thread
     from (select n.*, ${actorsOf} as actors from folded n) n ${joins}
    order by n.position desc`,
);

interface NoticeOfRow extends Pick<NoticeRow, 'isPrivate' | 'thread'> {
  readonly notification: NotificationWire;
}

/**
 * Reads what is unread and visible of these notifications of a person, folded, as it is said away
 * from the page.
 */
export async function readNotices(
  tx: Tx,
  { userId, ids, quotesPrivate }: Pick<GetNotices, 'userId' | 'ids' | 'quotesPrivate'>,
): Promise<NoticeRow[]> {
  const rows = await tx.query<NoticeOfRow>(notices, [userId, true, '', ids, quotesPrivate]);
  return rows.map(({ notification, ...row }) => ({
    ...row,
    text: notification.message,
    path: addressOf(notification),
    actors: notification.actors ?? [notification.actor],
    at: notification.notifyDateTime,
  }));
}

const byIds = statement(
  'notifications.byIds',
  `select ${notificationJson('$4::text')} as notification
     from notifications n ${joins}
    where n.user_id = $1 and n.id = any($3::text[]) and ${visible('$2::boolean')}
    order by n.position desc`,
);

/** Reads the person's notifications with these ids, also deleted ones, if they may see them. */
export async function readDeleted(
  tx: Tx,
  ids: readonly string[],
  { viewer, fresh, name }: Viewer,
): Promise<NotificationWire[]> {
  const rows = await tx.query<{ notification: NotificationWire }>(byIds, [viewer, fresh, ids, name]);
  return rows.map(({ notification }) => notification);
}

const tellable = statement(
  'notifications.tellable',
  `select n.user_id as "userId", ${notificationJson('viewer.name')} as notification
     from notifications n join people viewer on viewer.id = n.user_id ${joins}
    where n.id = any($1::text[]) and ${keptOf('n.user_id')} and ${visible('$2::boolean')}`,
);

/** A notification and its recipient. */
export interface TellableNotification {
  readonly userId: string;
  readonly notification: NotificationWire;
}

/** Reads those of these notifications that are not deleted and still visible. */
export async function readTellable(
  tx: Tx,
  ids: readonly string[],
  fresh: boolean,
): Promise<Map<string, TellableNotification>> {
  const rows = await tx.query<TellableNotification>(tellable, [ids, fresh]);
  return new Map(rows.map((row) => [row.notification._id, row]));
}
