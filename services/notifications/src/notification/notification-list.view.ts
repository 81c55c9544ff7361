import { canonicalName } from '@parlour/contracts/checks';
import { DomainError } from '@parlour/contracts/errors';
import { deletedUserName, limits } from '@parlour/contracts/limits';
import { messages } from '@parlour/contracts/messages';
import type { NotificationType, NotificationWire } from '@parlour/contracts/notifications';
import type { Page, PageRequest, Rpc } from '@parlour/contracts/rpc';
import { statement, type Tx } from '@parlour/kernel/database/database';
import { cutPage, rowsRead } from '@parlour/kernel/database/pages';
import { nameOf } from '@parlour/kernel/database/row-expressions';
import type { MarkRead } from './reading.decider.ts';
import { visible } from './visibility.ts';

/** The viewer, and whether copies of rights can be trusted. */
export interface Viewer {
  readonly viewer: string;
  /** Their name, for `users`. */
  readonly name: string;
  readonly fresh: boolean;
}

interface Columns {
  id: string;
  position: number;
  about: NotificationType;
  target_id: string;
  game_type: string | null;
  notified_at: Date;
  is_read: boolean;
  title: string | null;
  actor_name: string | null;
}

/** SQL: the columns of notification `n`; needs `joins`. */
const columns = `n.id, n.position, n.about, n.target_id, n.game_type, n.notified_at, q.title, ${nameOf('actor')} as actor_name,
  n.position <= coalesce((select r.position from notification_reads r where r.user_id = n.user_id), 0) as is_read`;

const joins = `left join people actor on actor.id = n.actor_id
  left join questions q on q.id = n.target_id and n.about in ('answer', 'comment')`;

/**
 * A notification of the person with this name; its text uses current names and titles. Source:
 * decisions X.
 */
function wireOf(row: Columns, name: string): NotificationWire {
  const actor = row.actor_name ?? deletedUserName;
  return {
    _id: row.id,
    type: row.about,
    id: row.about === 'follower' ? actor : row.target_id,
    users: [name],
    message: messageOf(row, actor),
    notifyDateTime: row.notified_at.toISOString(),
    isRead: row.is_read,
  };
}

function messageOf({ about, title, game_type: gameType }: Columns, actor: string): string {
  switch (about) {
    case 'answer':
      return messages.notifiedAnswer(title ?? '');
    case 'comment':
      return messages.notifiedComment(title ?? '');
    case 'follower':
      return messages.notifiedFollower(actor);
    case 'gameInvite':
      return messages.notifiedGameInvite(actor, gameType ?? '');
  }
}

const total = statement(
  'notifications.total',
  `select count(*) as total from notifications n where n.user_id = $1 and not n.deleted and ${visible('$2::boolean')}`,
);

/**
 * The viewer's notifications, newest first: one statement for the rows, one for the total. Source:
 * decisions N-3.
 */
export async function readNotificationList(
  tx: Tx,
  request: PageRequest,
  { viewer, name, fresh }: Viewer,
): Promise<Page<NotificationWire>> {
  const most = rowsRead(request.limit);
  const list = statement(
    `notifications.list.${most}`,
    `select ${columns}
       from (select n.* from notifications n
              where n.user_id = $1 and not n.deleted and n.position < $3::bigint and ${visible('$2::boolean')}
              order by n.position desc limit ${most}) n ${joins}
      order by n.position desc`,
  );
  const [found, [counted]] = await Promise.all([
    tx.query<Columns>(list, [viewer, fresh, parseCursor(request.cursor)]),
    tx.query<{ total: number }>(total, [viewer, fresh]),
  ]);
  const { page, last } = cutPage(found, request.limit);
  return {
    rows: page.map((row) => wireOf(row, name)),
    total: counted?.total ?? 0,
    next: last ? String(last.position) : null,
  };
}

/** @throws {DomainError} `request.invalid` for an invalid cursor */
function parseCursor(text: string | undefined): string {
  if (text === undefined) return String(Number.MAX_SAFE_INTEGER);
  if (!/^\d{1,15}$/.test(text)) throw new DomainError('request.invalid', messages.requestInvalid);
  return text;
}

const unread = statement(
  'notifications.unread',
  `select u.user_id, (
     select count(*) from notifications n
      where n.user_id = u.user_id and not n.deleted
        and n.position > coalesce((select r.position from notification_reads r where r.user_id = u.user_id), 0)
        and ${visible('$2::boolean')}) as unread
     from unnest($1::text[]) as u(user_id)`,
);

/** The number of unread notifications per person. */
export async function readUnread(tx: Tx, userIds: readonly string[], fresh: boolean): Promise<Map<string, number>> {
  const rows = await tx.query<{ user_id: string; unread: number }>(unread, [userIds, fresh]);
  return new Map(rows.map((row) => [row.user_id, row.unread]));
}

/** The number that `readUnread` counts, as a reply of a command. */
export async function readUnreadReplies(tx: Tx, asked: readonly Viewer[]): Promise<{ unread: number }[]> {
  const replies: { unread: number }[] = [];
  for (const { viewer, fresh } of asked) {
    replies.push({ unread: (await readUnread(tx, [viewer], fresh)).get(viewer) ?? 0 });
  }
  return replies;
}

const shown = statement(
  'notifications.shown',
  `select n.position <= coalesce((select r.position from notification_reads r where r.user_id = n.user_id), 0) as is_read
     from notifications n where n.id = $1 and n.user_id = $2`,
);

/** The state of a notification for a person; includes ones deleted in another tab. */
export async function readShown(tx: Tx, id: string, userId: string): Promise<MarkRead['shown']> {
  const [row] = await tx.query<{ is_read: boolean }>(shown, [id, userId]);
  if (!row) return 'unknown';
  return row.is_read ? 'read' : 'unread';
}

/** A notification that matches an id, and whether its owner can see it. */
export interface Match {
  readonly id: string;
  readonly visible: boolean;
}

const matches = statement(
  'notifications.meant',
  `select n.id, not n.deleted and ${visible('$2::boolean')} as visible
     from notifications n
    where n.user_id = $1 and (n.id = $3 or n.target_id = $3
      or n.target_id in (select p.id from people p where p.canonical_name = $4 and not p.deleted))
    order by visible desc, n.position desc limit ${limits.namesListed}`,
);

/**
 * The person's notifications that match an id: one by its own, or all about a question, a game or
 * the person with that name, at most the newest thousand. Visible ones come first.
 */
export function readMatches(tx: Tx, id: string, { viewer, fresh }: Viewer): Promise<Match[]> {
  return tx.query<Match>(matches, [viewer, fresh, id, canonicalName(id)]);
}

const byIds = statement(
  'notifications.byIds',
  `select ${columns} from notifications n ${joins} where n.id = any($1::text[]) order by n.position desc`,
);

/** Deleted notifications, and their owner. */
export interface DeletedAsker {
  readonly ids: readonly string[];
  readonly name: string;
}

/** Deleted notifications, as replies of the commands that deleted them. */
export async function readDeleted(
  tx: Tx,
  asked: readonly DeletedAsker[],
): Promise<Rpc['notifications.delete']['reply'][]> {
  const rows = await tx.query<Columns>(byIds, [[...new Set(asked.flatMap(({ ids }) => ids))]]);
  return asked.map(({ ids, name }) => ({
    deleted: rows.filter(({ id }) => ids.includes(id)).map((row) => wireOf(row, name)),
  }));
}

const tellable = statement(
  'notifications.tellable',
  `select ${columns}, n.user_id, viewer.name as viewer_name
     from notifications n join people viewer on viewer.id = n.user_id ${joins}
    where n.id = any($1::text[]) and not n.deleted and ${visible('$2::boolean')}`,
);

/** A notification and its recipient. */
export interface TellableNotification {
  readonly userId: string;
  readonly notification: NotificationWire;
}

/** Those of these notifications that are not deleted and still visible. */
export async function readTellable(
  tx: Tx,
  ids: readonly string[],
  fresh: boolean,
): Promise<Map<string, TellableNotification>> {
  const rows = await tx.query<Columns & { user_id: string; viewer_name: string }>(tellable, [ids, fresh]);
  return new Map(rows.map((row) => [row.id, { userId: row.user_id, notification: wireOf(row, row.viewer_name) }]));
}
