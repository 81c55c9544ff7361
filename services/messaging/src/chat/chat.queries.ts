import { DomainError } from '@parlour/contracts/errors';
import { limits } from '@parlour/contracts/limits';
import { messages as texts } from '@parlour/contracts/messages';
import type { ChatWire, MessageWire } from '@parlour/contracts/messaging/messaging';
import type { PageRequest } from '@parlour/contracts/rpc';
import { type Statement, statement, type Tx } from '@parlour/kernel/database/database';
import { afterAll, type PageRow, positionOfCursor, readPage, rowsRead } from '@parlour/kernel/database/pages';
import { nameOf } from '@parlour/kernel/database/row-expressions';
import { readWholes, wholesOf } from '@parlour/kernel/database/wholes';
import { Json, type JsonPage } from '@parlour/kernel/rpc/json';
import { latestMessages, readMessages } from '../message.queries.ts';
import { isMuted } from '../mute/mute.queries.ts';
import { totalUnreadOf, unreadOf } from './reading.queries.ts';

/** SQL: the names of the participants of chat `chatId`, in the order of joining. */
const participantsOf = (chatId: string): string => `(
  select coalesce(json_agg(${nameOf('person')} order by o.joined_position, o.place), '[]')
    from chat_participants o left join people person on person.id = o.user_id where o.chat_id = ${chatId})`;

/** SQL: the last message of chat `chatId`, as a list. */
const lastMessageOf = (chatId: string): string => latestMessages('chat_messages', `c.chat_id = ${chatId}`, '1');

/** SQL: the name of chat `chatId`, if it has one. */
const chatNameOf = (chatId: string): string => `(select chat.name from chats chat where chat.id = ${chatId})`;

/** SQL: whether chat `chatId` is a group; an older process may not have written that. */
const isGroup = (chatId: string): string => `coalesce((select chat.is_group from chats chat where chat.id = ${chatId}),
  (select count(*) > 2 from chat_participants o where o.chat_id = ${chatId}))`;

/** SQL: the chat of the participant `me` as JSON (`ChatWire`), with some of its messages. */
const chatJson = (messages: string): string => `json_build_object('_id', me.chat_id,
  'participants', ${participantsOf('me.chat_id')}, 'messages', ${messages}, 'unread', ${unreadOf('me')},
  'name', ${chatNameOf('me.chat_id')}, 'group', ${isGroup('me.chat_id')},
  'muted', ${isMuted('me.user_id', 'me.chat_id')})::text`;

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

const askedFor = `c.chat_id = me.chat_id and c.position <
  coalesce((select b.position from chat_messages b where b.id = $4::text),
           (select u.position + 1 from chat_messages u where u.id = $5::text), ${afterAll})`;

const page = statement(
  'chats.page',
  `select ${chatJson(latestMessages('chat_messages', askedFor, '$3::int'))} as json,
          $4::text is null or exists (select from chat_messages b where b.id = $4::text and b.chat_id = me.chat_id) as known
     from chat_participants me where me.chat_id = $1 and me.user_id = $2`,
);

/**
 * Reads a chat as one of its participants sees it.
 * @throws {DomainError} `chat.unknown` if it does not exist or the viewer is not in it;
 * `request.invalid` if `before` is not one of its messages
 */
export async function readChat(tx: Tx, { chatId, viewer, limit, before, upTo }: ChatAsker): Promise<Json<ChatWire>> {
  const values = [chatId, viewer, limit, before ?? null, upTo ?? null];
  const [row] = await tx.query<{ json: string; known: boolean }>(page, values);
  if (!row) throw new DomainError('chat.unknown', texts.chatUnknown);
  if (!row.known) throw new DomainError('request.invalid', texts.requestInvalid);
  return new Json(row.json);
}

const wholes = wholesOf(
  'chats.wholes',
  `select me.chat_id as id, w.n,
          ${chatJson(latestMessages('chat_messages', 'c.chat_id = me.chat_id', String(limits.messagesPage)))} as json
     from unnest($1::text[]) with ordinality as w(id, n)
     join chat_participants me on me.chat_id = w.id and me.user_id = $2`,
);

/** Reads chats of a person with their latest messages, as many as fit into a reply. */
export function readWholeChats(tx: Tx, ids: readonly string[], viewer: string): Promise<JsonPage<ChatWire>> {
  return readWholes(tx, wholes, ids, viewer);
}

const left = statement(
  'chats.left',
  `select json_build_object('_id', w.id, 'participants', ${participantsOf('w.id')}, 'messages', '[]'::json, 'unread', 0,
          'name', ${chatNameOf('w.id')}, 'group', ${isGroup('w.id')}, 'muted', false)::text as json
     from unnest($1::text[]) with ordinality as w(id, n)
    order by w.n`,
);

/** Reads chats as those see them who have just left: without messages. */
export async function readLeftChats(tx: Tx, ids: readonly string[]): Promise<Json<ChatWire>[]> {
  return (await tx.query<{ json: string }>(left, [ids])).map(({ json }) => new Json(json));
}

/**
 * Reads a chat as changing calls answer it: with its latest messages, ending with the one posted.
 */
export function readChangedChat(tx: Tx, chatId: string, viewer: string, posted?: string): Promise<Json<ChatWire>> {
  const upTo = posted === undefined ? {} : { upTo: posted };
  return readChat(tx, { chatId, viewer, limit: limits.messagesAnswered, ...upTo });
}

interface ListRow extends PageRow {
  readonly position: number;
}

const countChats = '(select count(*) from chat_participants mine where mine.user_id = $1)';
const total = statement('chats.total', `select ${countChats} as total`);

function listOf(most: number): Statement {
  return statement(
    `chats.list.${most}`,
    `select ${chatJson(lastMessageOf('me.chat_id'))} as json, me.last_position as position, ${countChats} as total
       from chat_participants me
      where me.user_id = $1 and me.last_position < $2
      order by me.last_position desc limit ${most}`,
  );
}

/**
 * Reads one page of a person's chats, each with its last message only, the most recent chat first.
 * Source: decisions M-1.
 */
export async function readChatList(tx: Tx, request: PageRequest, viewer: string): Promise<JsonPage<ChatWire>> {
  return readPage<ChatWire, ListRow>(tx, request, {
    rows: { statement: listOf(rowsRead(request.limit)), values: [viewer, positionOfCursor(request.cursor)] },
    total: () => ({ statement: total, values: [viewer] }),
    cursorOf: ({ position }) => String(position),
  });
}

/** A participant, for whom the chat is shown with their unread count. */
export interface Member {
  readonly id: string;
  readonly unread: number;
  /** In all chats together. */
  readonly total: number;
  readonly muted: boolean;
}

/** A chat with its participants: for live messages, with their audience. */
export interface TellableChat {
  readonly members: readonly Member[];
  readonly participants: readonly string[];
  /** Its last message, if any. */
  readonly messages: readonly MessageWire[];
  readonly name: string | null;
  readonly group: boolean;
}

// The chats of a batch often have the same participants: each one’s total is summed up only once.
const tellable = statement(
  'chats.tellable',
  `with totals as materialized (
     select person.user_id, ${totalUnreadOf('person.user_id')} as total
       from (select distinct p.user_id from chat_participants p where p.chat_id = any($1::text[])) person)
   select w.id, ${participantsOf('w.id')} as participants, ${lastMessageOf('w.id')} as messages,
          ${chatNameOf('w.id')} as name, ${isGroup('w.id')} as "group", coalesce(m.members, '[]') as members
     from unnest($1::text[]) as w(id)
     left join (
       select o.chat_id, json_agg(json_build_object('id', o.user_id, 'unread', ${unreadOf('o')},
                'total', t.total, 'muted', ${isMuted('o.user_id', 'o.chat_id')})
                                  order by o.joined_position, o.place) as members
         from chat_participants o join totals t on t.user_id = o.user_id
        where o.chat_id = any($1::text[]) group by o.chat_id) m on m.chat_id = w.id`,
);

/** Reads chats by id, with their participants. */
export async function readTellableChats(tx: Tx, ids: readonly string[]): Promise<Map<string, TellableChat>> {
  const rows = await tx.query<{ id: string } & TellableChat>(tellable, [ids]);
  return new Map(rows.map(({ id, ...chat }) => [id, chat]));
}

/** Reads messages of chats in the order of the ids. */
export function readChatMessages(tx: Tx, ids: readonly string[]): Promise<MessageWire[]> {
  return readMessages(tx, 'chat_messages', ids);
}
