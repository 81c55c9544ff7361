import { limits } from '@parlour/contracts/limits';
import { messages } from '@parlour/contracts/messages';
import { roomId } from '@parlour/contracts/messaging/messaging';
import type { GetReported, Reported } from '@parlour/contracts/communities/reports';
import { statement, type Tx } from '@parlour/kernel/database/database';
import { isoTime, nameOf } from '@parlour/kernel/database/row-expressions';
import { filesNamed } from '@parlour/people/file-address-sql';
import { isOperatorOf } from '@parlour/people/operators';
import { reportedTexts, versionsOfThings } from '@parlour/people/reported-texts';
import { versionsOf } from '../editing/editing.queries.ts';

const excerptOf = (row: string): string =>
  `case when ${row}.deleted_by is null then left(search_plain(${row}.text), ${limits.reportedLength}) else '' end`;

/** SQL: whether the viewer $1 is in the chat of the message `m`; everybody is in the room. */
const isThere = `(m.chat_id is null or exists (
  select from chat_participants me where me.chat_id = m.chat_id and me.user_id = $1::text))`;

/** SQL: whether the viewer $1 is an operator. */
const operates = isOperatorOf('$1::text');

// The message before it is all that a report shows of its chat besides. Source: decisions M-20.
const before = (table: string, chat: string): string =>
  `(select json_build_object('by', ${nameOf('author')}, 'excerpt', ${excerptOf('b')})
      from (select * from ${table} x where x.position < m.position ${chat} order by x.position desc limit 1) b
      left join people author on author.id = b.from_id)`;

const reportedOfMessage = reportedTexts({
  versions: `(select x.version, '' as title, x.text from ${versionsOf('m')} x)`,
  current: 'm.version',
  deletedBy: 'm.deleted_by',
  isMarkdown: true,
});

// $2: whether they get the reports of these messages; $3, $4: ids and reported versions.
const reported = statement(
  'reports.messages',
  `select case when m.id is not null and ($2::boolean and ${operates} or ${isThere} and m.deleted_by is null)
       then json_build_object('title', case when m.chat_id is null then '${messages.globalRoom}'
           else coalesce((select chat.name from chats chat where chat.id = m.chat_id), '') end,
         'excerpt', ${excerptOf('m')}, 'files', case when m.deleted_by is null then ${filesNamed('m.text')} else '[]' end,
         'at', ${isoTime('m.posted_at')}, 'deleted', m.deleted_by,
         'url', case when ${isThere} then case when m.chat_id is null then '/messaging?'
           else '/messaging/direct-message?chat=' || m.chat_id || '&' end || 'message=' || m.id end,
         'before', case when $2 then case when m.chat_id is null then ${before('room_messages', '')}
           else ${before('chat_messages', 'and x.chat_id = m.chat_id and x.notice is null')} end end,
         'reportedTexts', case when $2 and ${operates} then ${reportedOfMessage} else '[]' end, 'version', m.version,
         'personId', m.from_id, 'communityId', null, 'placeId', coalesce(m.chat_id, '${roomId}'),
         'removable', m.chat_id is null and ${operates}) end as thing
     from unnest($3::text[], $4::text[]) with ordinality as w(id, versions, n)
     left join lateral (
       select n.id, null as chat_id, n.position, n.from_id, n.text, n.version, n.posted_at, n.deleted_by from room_messages n where n.id = w.id
       union all
       select n.id, n.chat_id, n.position, n.from_id, n.text, n.version, n.posted_at, n.deleted_by from chat_messages n
        where n.id = w.id and n.notice is null) m on true
    order by w.n`,
);

/**
 * Describes messages, in order; null for those of chats that the viewer is not in. Only operators
 * get reports of messages.
 */
export async function readReported(
  tx: Tx,
  { things, granted }: GetReported,
  viewer: string,
): Promise<{ things: readonly (Reported | null)[] }> {
  const rows = await tx.query<{ thing: Reported | null }>(reported, [
    viewer,
    granted,
    things.map(({ id }) => id),
    versionsOfThings(things),
  ]);
  return { things: rows.map(({ thing }) => thing) };
}
