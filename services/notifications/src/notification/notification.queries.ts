import { canonicalName } from '@parlour/contracts/text/checks';
import { operator } from '@parlour/contracts/envelope';
import { deletedUserName } from '@parlour/contracts/limits';
import { messages } from '@parlour/contracts/messages';
import { roomId } from '@parlour/contracts/messaging/messaging';
import { foldedTypes, type NotificationWire } from '@parlour/contracts/notifications/notifications';
import type { GetNotifications } from '@parlour/contracts/notifications/notifications.requests';
import { type Statement, statement, type Tx } from '@parlour/kernel/database/database';
import { type PageRow, positionOfCursor, readPage, rowsRead } from '@parlour/kernel/database/pages';
import { isoTime, nameOf } from '@parlour/kernel/database/row-expressions';
import type { JsonPage } from '@parlour/kernel/rpc/json';
import type { MarkRead } from './reading.decider.ts';
import { type Sweep, sweepStream } from './sweep.decider.ts';
import { type Viewer, visible } from './visibility.ts';

// The operator on the server is no person; nobody else can have that name.
const actorName = `coalesce(${nameOf('actor')}, case when n.actor_id = '${operator.id}' then '${operator.id}' else '${deletedUserName}' end)`;

/** SQL: the title of the question `q`, or what stands in its place. */
const title = `case when q.deleted_by is null then q.title when q.deleted_by = 'author' then '${messages.deletedByAuthor}'
    else '${messages.deletedByOthers}' end`;

/** SQL: the post of `n` that others removed or restored. */
const moderatedPost = `case n.moderated ->> 'kind' when 'question' then '${messages.ownQuestion}'
    when 'poll' then '${messages.ownPoll}'
    when 'answer' then format('${messages.ownAnswer('%s')}', ${title})
    else format('${messages.ownComment('%s')}', ${title}) end`;

/** SQL: the text for a value of the notification. */
const textOf = (value: string, texts: Readonly<Record<string, string>>): string =>
  `case ${value} ${Object.entries(texts)
    .map(([one, text]) => `when '${one}' then '${text}'`)
    .join(' ')} end`;

/**
 * SQL: what the viewer was warned about. It quotes no title, because they see the warning even if
 * they may no longer see the question. Source: decisions M-22.
 */
const warnedAbout = textOf("n.moderated ->> 'kind'", messages.warnedThings);

const reportTexts = [
  textOf("n.report ->> 'type'", messages.reportedThings),
  textOf("n.report ->> 'action'", messages.reportOutcomes),
];

/** SQL: what was reported, of an outcome or a warning; `person` of a rename; `poll` of a poll. */
const reportedType = `coalesce(n.report ->> 'type', case when n.moderated ->> 'act' in ('warned', 'renamed')
    or n.moderated ->> 'kind' = 'poll' then n.moderated ->> 'kind' end)`;

/** SQL: the position up to which a person has read their notifications. */
const readUpTo = (userId: string): string =>
  `coalesce((select r.position from notification_reads r where r.user_id = ${userId}), 0)`;

/** SQL: whether a notification is read. */
const readOf = (n: string): string => `(${n}.viewed or ${n}.position <= ${readUpTo(`${n}.user_id`)})`;
const isRead = readOf('n');

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

/** SQL: the texts of a row that stands for several. One follower is one, however often. */
const foldedTexts = (count: string): string => `
    when case when ${count} > 1 then 'answer' end then format('${messages.notifiedAnswers('%s', '%s')}', ${count}, ${title})
    when case when ${count} > 1 then 'comment' end then format('${messages.notifiedComments('%s', '%s')}', ${count}, ${title})
    when case when ${count} > 1 then 'request' end then format('${messages.notifiedRequests('%s', '%s')}', ${count}, n.community_name)`;

/**
 * SQL: the notification `n` as JSON (`NotificationWire`), with `joins`, for the person with this
 * name. Its text uses current names and titles; `messages` adds no single quotes or percent signs.
 * Source: decisions X.
 */
const notificationJson = (name: string, count?: string): string => `json_build_object('_id', n.id, 'type', n.about,
  'id', case when n.about = 'follower' then ${actorName} when ${reportedType} = 'person' then coalesce(${nameOf('target')}, '${deletedUserName}') else n.target_id end,
  'answerId', n.answer_id, 'commentId', n.comment_id, 'messageId', n.message_id, 'users', json_build_array(${name}), 'actor', ${actorName},
  'message', case n.about ${count === undefined ? '' : foldedTexts(count)}
    when 'answer' then format('${messages.notifiedAnswer('%s')}', ${title})
    when 'accepted' then format('${messages.notifiedAccepted('%s')}', ${title})
    when 'comment' then format('${messages.notifiedComment('%s')}', ${title})
    when 'mention' then case
      when n.message_id is null then format('${messages.notifiedMention('%s', '%s')}', ${actorName}, ${title})
      when n.target_id = '${roomId}' then format('${messages.notifiedMentionInRoom('%s')}', ${actorName})
      else format('${messages.notifiedMentionInChat('%s')}', ${actorName}) end
    when 'follower' then format('${messages.notifiedFollower('%s')}', ${actorName})
    when 'moderated' then case n.moderated ->> 'act'
      when 'warned' then format('${messages.notifiedWarned('%s', '%s')}', ${warnedAbout}, n.moderated ->> 'reason')
      when 'renamed' then format('${messages.notifiedRenamed('%s')}', ${nameOf('target')})
      when 'removed' then format('${messages.notifiedRemoved('%s', '%s')}', ${moderatedPost}, n.moderated ->> 'reason')
      else format('${messages.notifiedRestored('%s')}', ${moderatedPost}) end
    when 'report' then format('${messages.notifiedReport('%s', '%s')}', ${reportTexts.join(', ')})
    when 'gameInvite' then format('${messages.notifiedGameInvite('%s', '%s')}', ${actorName}, n.game_type)
    else case n.what
      when 'requested' then format('${messages.notifiedRequested('%s', '%s')}', ${actorName}, n.community_name)
      when 'approved' then format('${messages.notifiedApproved('%s')}', n.community_name)
      when 'denied' then format('${messages.notifiedDenied('%s')}', n.community_name)
      when 'offered' then format('${messages.notifiedOffered('%s', '%s')}', ${actorName}, n.community_name)
      when 'accepted' then format('${messages.notifiedTakenOver('%s', '%s')}', ${actorName}, n.community_name)
      when 'inherited' then format('${messages.notifiedInherited('%s')}', n.community_name)
      when 'declined' then format('${messages.notifiedDeclined('%s', '%s')}', ${actorName}, n.community_name) end end,
  'notifyDateTime', ${isoTime('n.notified_at')}, 'isRead', ${isRead}, 'reported', ${reportedType}${count === undefined ? '' : `, 'count', ${count}, 'actors', n.actors`})`;

const joins = `left join people actor on actor.id = n.actor_id
  left join lateral (
    select p.* from people p where p.id = n.target_id and ${reportedType} = 'person' limit 1
  ) target on true
  left join questions q on q.id = n.target_id and n.about in ('answer', 'comment', 'accepted', 'mention', 'moderated')`;

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
const folded = (type: string): string => `with own as materialized (
    select n.*, ${foldOf('n')} as fold, ${isRead} as is_read from ${listedOf(type)}),
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
