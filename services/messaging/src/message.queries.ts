import type { MessageWire } from '@parlour/contracts/messaging/messaging';
import { statement, type Tx } from '@parlour/kernel/database/database';
import { isoTime, nameOf } from '@parlour/kernel/database/row-expressions';
import { editableJson } from '@parlour/posts/post-row';

/** The global room's messages, or those of chats. */
type MessageTable = 'room_messages' | 'chat_messages';

const authorJoin = 'left join people author on author.id = m.from_id';

/** SQL: what differs: only chats have lines about what somebody did, which may name a person. */
const parts = {
  room_messages: { text: 'm.text', notice: 'null', people: authorJoin },
  chat_messages: {
    text: `concat_ws(' ', m.text, ${nameOf('about')})`,
    notice: 'm.notice',
    people: `${authorJoin} left join people about on about.id = m.about_id`,
  },
};

/** SQL: the message `m` as JSON (`MessageWire`), with the joined people. */
const messageOf = (table: MessageTable): string => `json_build_object('_id', m.id,
  'msg', case when m.deleted_by is null then ${parts[table].text} else '' end,
  'msgFrom', ${nameOf('author')}, 'msgDateTime', ${isoTime('m.posted_at')},
  'notice', ${parts[table].notice}, ${editableJson('m')})`;

/** SQL: the latest of those messages `c` that match a condition, as JSON, oldest first. */
export function latestMessages(table: MessageTable, condition: string, limit: string): string {
  return `(select coalesce(json_agg(${messageOf(table)} order by m.position), '[]')
    from (select * from ${table} c where ${condition} order by c.position desc limit ${limit}) m ${parts[table].people})`;
}

const byIdsOf = (table: MessageTable) =>
  statement(
    `${table}.byIds`,
    `select ${messageOf(table)} as message from unnest($1::text[]) with ordinality as w(id, n)
       join ${table} m on m.id = w.id ${parts[table].people} order by w.n`,
  );

const byIds = { room_messages: byIdsOf('room_messages'), chat_messages: byIdsOf('chat_messages') };

/** Reads messages in the order of the ids. */
export async function readMessages(tx: Tx, table: MessageTable, ids: readonly string[]): Promise<MessageWire[]> {
  return (await tx.query<{ message: MessageWire }>(byIds[table], [ids])).map((row) => row.message);
}
