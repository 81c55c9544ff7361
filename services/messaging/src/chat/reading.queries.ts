import { DomainError } from '@parlour/contracts/errors';
import { messages } from '@parlour/contracts/messages';
import { roomId } from '@parlour/contracts/messaging/messaging';
import type { Rpc } from '@parlour/contracts/rpc';
import { statement, type Tx } from '@parlour/kernel/database/database';
import { isMuted } from '../mute/mute.queries.ts';

/**
 * SQL: the number of unread messages of participant `p`. Messages in a chat that a person has open
 * count as read without being marked: that would be a write per message and reader.
 */
export function unreadOf(p: string): string {
  return `case when ${p}.unread > 0 and exists (
    select from chat_presence here
     where here.user_id = ${p}.user_id and here.chat_id = ${p}.chat_id and here.expires_at > now()) then 0 else ${p}.unread end`;
}

/**
 * The chats with unread messages that count in a person's total. Strangers can begin thousands with
 * them, and the page shows "99+".
 */
const chatsCounted = 1_000;

/**
 * SQL: the number of unread messages of a person in all chats that they have not muted. Source:
 * decisions M-4.
 */
export function totalUnreadOf(userId: string): string {
  return `(select coalesce(sum(${unreadOf('t')}), 0)::int from (
    select c.user_id, c.chat_id, c.unread from chat_participants c
     where c.user_id = ${userId} and c.unread > 0 and not ${isMuted('c.user_id', 'c.chat_id')} limit ${chatsCounted}) t)`;
}

const unread = statement(
  'chats.unread',
  `select ${totalUnreadOf('$1')} as unread, ${isMuted('$1', `'${roomId}'`)} as "roomMuted"`,
);

/**
 * Reads this person's number of unread messages in all chats that they have not muted, and whether
 * they have muted the room.
 */
export async function readUnread(tx: Tx, viewer: string): Promise<Rpc['messaging.unread']['reply']> {
  const [row] = await tx.query<Rpc['messaging.unread']['reply']>(unread, [viewer]);
  return row ?? { unread: 0, roomMuted: false };
}

// The count and the last message are of one row version, which holds a lock: a message that is
// posted at the same time either is in both or stays unread. The lock on the reader's row makes the
// deletion of their account wait, which then deletes what is written here.
const mark = statement(
  'chatReads.mark',
  `with reader as (
     select id from people
      where id = $2 and not deleted
        and exists (select from chat_participants p where p.chat_id = $1 and p.user_id = $2 and p.unread > 0)
        for share
   ), marked as (
     update chat_participants p set read_position = p.last_position, unread = 0 from reader
      where p.chat_id = $1 and p.user_id = reader.id and p.unread > 0
     returning p.user_id, p.chat_id, p.read_position
   ), kept as (
     insert into chat_reads (user_id, chat_id, position) select user_id, chat_id, read_position from marked
     on conflict (user_id, chat_id) do update set position = greatest(chat_reads.position, excluded.position)
   )
   select exists (select from marked) as changed from chat_participants me where me.chat_id = $1 and me.user_id = $2`,
);

/**
 * Marks a chat as read by a participant, up to its last message; false if there was nothing unread.
 * @throws {DomainError} `chat.unknown` for outsiders. Source: decisions M-2.
 */
export async function markChatRead(tx: Tx, chatId: string, userId: string): Promise<boolean> {
  const [row] = await tx.query<{ changed: boolean }>(mark, [chatId, userId]);
  if (!row) throw new DomainError('chat.unknown', messages.chatUnknown);
  return row.changed;
}

/** A participant of a chat, and how many messages they have not read. */
export interface ChatReader {
  readonly chatId: string;
  readonly id: string;
  readonly unread: number;
  /** In all chats together. */
  readonly total: number;
}

const readers = statement(
  'chats.readers',
  `select p.chat_id as "chatId", p.user_id as id, ${unreadOf('p')} as unread, ${totalUnreadOf('p.user_id')} as total
     from unnest($1::text[], $2::text[]) with ordinality as w(chat_id, user_id, n)
     join chat_participants p on p.chat_id = w.chat_id and p.user_id = w.user_id
    order by w.n`,
);

/** The key under which the service announces that a person has read a chat. */
export function readingKey(chatId: string, userId: string): string {
  return `${chatId} ${userId}`;
}

/** Reads participants by those keys. */
export function readChatReaders(tx: Tx, keys: readonly string[]): Promise<ChatReader[]> {
  const parts = keys.map((key) => key.split(' '));
  return tx.query<ChatReader>(readers, [parts.map(([chatId]) => chatId), parts.map(([, userId]) => userId)]);
}
