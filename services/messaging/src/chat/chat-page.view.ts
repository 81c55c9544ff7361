import { DomainError } from '@parlour/contracts/errors';
import { limits } from '@parlour/contracts/limits';
import { messages as texts } from '@parlour/contracts/messages';
import type { ChatWire, MessageWire } from '@parlour/contracts/messaging';
import type { Page, PageRequest } from '@parlour/contracts/rpc';
import { statement, type Tx } from '@parlour/kernel/database/database';
import { nameOf } from '@parlour/kernel/database/row-expressions';
import { afterAll, authorJoin, messageObject } from '../message-columns.ts';
import { unseenOf } from './chat-presence.ts';

/** SQL: the names of the participants of chat `chatId`, in the order of joining. */
const participantsOf = (chatId: string): string => `(
  select json_agg(${nameOf('person')} order by o.joined_position, o.place)
    from chat_participants o left join people person on person.id = o.user_id where o.chat_id = ${chatId})`;

/** SQL: the number of unread messages of person `id` in all chats. */
const totalOf = (id: string): string => `(
  select coalesce(sum(${unseenOf('t')}), 0)::int from chat_participants t where t.user_id = ${id} and t.unread > 0)`;

/** SQL: the latest messages of chat `chatId` below position `below`, oldest first. */
const messagesOf = (chatId: string, below: string, limit: string): string => `(
  select coalesce(json_agg(${messageObject} order by m.position), '[]')
    from (select * from chat_messages cm where cm.chat_id = ${chatId} and cm.position < ${below}
           order by cm.position desc limit ${limit}) m ${authorJoin})`;

interface ChatColumns {
  id: string;
  participants: string[];
  messages: MessageWire[];
  unread: number;
}

function chatOf({ id, participants, messages, unread }: ChatColumns): ChatWire {
  return { _id: id, participants, messages, unread };
}

/** A chat, its viewer, and which of its messages. */
export interface ChatAsker {
  readonly chatId: string;
  readonly viewer: string;
  readonly limit: number;
  /** The messages before this one. */
  readonly before?: string;
  /** The messages up to this one. */
  readonly upTo?: string;
}

const pages = statement(
  'chats.pages',
  `select me.chat_id as id, ${unseenOf('me')} as unread, ${participantsOf('me.chat_id')} as participants,
          w.before is null or exists (select from chat_messages b where b.id = w.before and b.chat_id = w.chat_id) as known,
          ${messagesOf(
            'me.chat_id',
            `coalesce((select b.position from chat_messages b where b.id = w.before),
                      (select u.position + 1 from chat_messages u where u.id = w.up_to), ${afterAll})`,
            'w.size',
          )} as messages
     from unnest($1::text[], $2::text[], $3::int[], $4::text[], $5::text[]) with ordinality
            as w(chat_id, viewer, size, before, up_to, n)
     join chat_participants me on me.chat_id = w.chat_id and me.user_id = w.viewer
    order by w.n`,
);

/**
 * Chats, each as one of its participants sees it, in one statement.
 * @throws {DomainError} `chat.unknown` if one of them does not exist or its viewer is not in it;
 * `request.invalid` if `before` is not one of its messages
 */
export async function readChats(tx: Tx, asked: readonly ChatAsker[]): Promise<ChatWire[]> {
  const rows = await tx.query<ChatColumns & { known: boolean }>(pages, [
    asked.map((one) => one.chatId),
    asked.map((one) => one.viewer),
    asked.map((one) => one.limit),
    asked.map((one) => one.before ?? null),
    asked.map((one) => one.upTo ?? null),
  ]);
  if (rows.length !== asked.length) throw new DomainError('chat.unknown', texts.chatUnknown);
  if (!rows.every((row) => row.known)) throw new DomainError('request.invalid', texts.requestInvalid);
  return rows.map(chatOf);
}

/** A chat as changing calls answer it: with its latest messages, ending with the one posted. */
export function changedChat(chatId: string, viewer: string, posted?: string): ChatAsker {
  return { chatId, viewer, limit: limits.messagesAnswered, ...(posted === undefined ? {} : { upTo: posted }) };
}

const list = statement(
  'chats.list',
  `select me.chat_id as id, ${unseenOf('me')} as unread, me.last_position, ${participantsOf('me.chat_id')} as participants,
          ${messagesOf('me.chat_id', afterAll, '1')} as messages,
          (select count(*) from chat_participants mine where mine.user_id = $1) as total
     from chat_participants me
    where me.user_id = $1 and me.last_position < $2
    order by me.last_position desc limit $3`,
);

/**
 * One page of a person's chats, each with its last message only, the most recent chat first.
 * Source: decisions M-1.
 */
export async function readChatList(tx: Tx, request: PageRequest, viewer: string): Promise<Page<ChatWire>> {
  const values = [viewer, parseCursor(request.cursor), request.limit + 1];
  const rows = await tx.query<ChatColumns & { last_position: number; total: number }>(list, values);
  const page = rows.slice(0, request.limit);
  const last = page.at(-1);
  const next = rows.length > request.limit && last ? String(last.last_position) : null;
  return { rows: page.map(chatOf), total: rows[0]?.total ?? 0, next };
}

/** @throws {DomainError} `request.invalid` for an invalid cursor */
function parseCursor(text: string | undefined): string {
  if (text === undefined) return afterAll;
  if (!/^\d{1,15}$/.test(text)) throw new DomainError('request.invalid', texts.requestInvalid);
  return text;
}

const unread = statement('chats.unread', `select ${totalOf('$1')} as unread`);

/** This person's number of unread messages in all chats. */
export async function readUnread(tx: Tx, viewer: string): Promise<number> {
  const [row] = await tx.query<{ unread: number }>(unread, [viewer]);
  return row?.unread ?? 0;
}

/** A participant, for whom the chat is shown with their unread count. */
export interface Member {
  readonly id: string;
  readonly unread: number;
  /** In all chats together. */
  readonly total: number;
}

/** A chat with its participants: for live messages, with their audience. */
export interface TellableChat {
  readonly members: readonly Member[];
  readonly participants: readonly string[];
  /** Its last message, if any. */
  readonly messages: readonly MessageWire[];
}

const tellable = statement(
  'chats.tellable',
  `select w.id, ${participantsOf('w.id')} as participants, ${messagesOf('w.id', afterAll, '1')} as messages,
          (select json_agg(json_build_object('id', o.user_id, 'unread', ${unseenOf('o')}, 'total', ${totalOf('o.user_id')}) order by o.joined_position, o.place)
             from chat_participants o where o.chat_id = w.id) as members
     from unnest($1::text[]) as w(id)`,
);

/** Chats by id, with their participants. */
export async function readTellableChats(tx: Tx, ids: readonly string[]): Promise<Map<string, TellableChat>> {
  const rows = await tx.query<{ id: string } & { [Key in keyof TellableChat]: TellableChat[Key] | null }>(tellable, [
    ids,
  ]);
  return new Map(
    rows.map(({ id, members, participants, messages }) => [
      id,
      { members: members ?? [], participants: participants ?? [], messages: messages ?? [] },
    ]),
  );
}

const byIds = statement(
  'chatMessages.byIds',
  `select ${messageObject} as message from unnest($1::text[]) as w(id) join chat_messages m on m.id = w.id ${authorJoin}`,
);

/** Messages of chats by id, in any order. */
export async function readChatMessages(tx: Tx, ids: readonly string[]): Promise<MessageWire[]> {
  const rows = await tx.query<{ message: MessageWire }>(byIds, [ids]);
  return rows.map((row) => row.message);
}

const newest = statement(
  'chats.newest',
  `select case when me.unread > 0
               then (select m.id from chat_messages m where m.chat_id = me.chat_id order by m.position desc limit 1) end as id
     from chat_participants me where me.chat_id = $1 and me.user_id = $2`,
);

/** The chat's newest message if this participant has unread ones; otherwise null. */
export async function readNewestUnseen(tx: Tx, chatId: string, viewer: string): Promise<string | null> {
  const [row] = await tx.query<{ id: string | null }>(newest, [chatId, viewer]);
  return row?.id ?? null;
}
