import type { GetNotices, NoticeRow } from '@parlour/contracts/notifications/notices';
import { addressOfChat } from '@parlour/contracts/messaging/message-address';
import type { Rpc } from '@parlour/contracts/rpc';
import { statement, type Tx } from '@parlour/kernel/database/database';
import { isoTime, nameOf } from '@parlour/kernel/database/row-expressions';
import { blockIsBetween } from '@parlour/people/block-view';
import { isMuted } from '../mute/mute.queries.ts';

/**
 * SQL: whether a person, who is participant `p`, may be told of message `m` of their chat: they
 * have neither read it nor have the chat open, and nothing else speaks against it.
 */
const isNews = `m.from_id <> p.user_id and m.notice is null and m.deleted_by is null and m.position > p.read_position
  and not ${isMuted('p.user_id', 'p.chat_id')}
  and not exists (select from chat_presence here
     where here.user_id = p.user_id and here.chat_id = p.chat_id and here.expires_at > now())
  and not exists (select from blocks b where ${blockIsBetween('m.from_id', 'p.user_id')})`;

const addressees = statement(
  'chats.addressees',
  `select p.user_id as id from chat_messages m join chat_participants p on p.chat_id = m.chat_id and ${isNews}
    where m.id = $1`,
);

/** The ids of those who may be told of a message in a chat. */
export async function readAddressees(
  tx: Tx,
  { messageId }: Rpc['messaging.getAddressees']['request'],
): Promise<Rpc['messaging.getAddressees']['reply']> {
  const rows = await tx.query<{ id: string }>(addressees, [messageId]);
  return { userIds: rows.map(({ id }) => id) };
}

/** What is new to a person in a chat. */
interface ChatNews extends Pick<NoticeRow, 'actors' | 'at'> {
  readonly chatId: string;
  readonly isGroup: boolean;
  readonly name: string | null;
  readonly count: number;
}

const news = statement(
  'chats.news',
  `with news as (
     select m.chat_id, m.from_id, m.position, m.posted_at from chat_messages m
       join chat_participants p on p.chat_id = m.chat_id and p.user_id = $1 and ${isNews}
      where m.id = any($2::text[]))
   select n.chat_id as "chatId", c.is_group as "isGroup", c.name, count(*)::int as count,
          ${isoTime('max(n.posted_at)')} as at,
          array(select ${nameOf('person')} from people person
                  join (select a.from_id, max(a.position) as latest from news a where a.chat_id = n.chat_id group by 1) a
                    on a.from_id = person.id
                 order by a.latest desc limit 5) as actors
     from news n join chats c on c.id = n.chat_id group by n.chat_id, c.is_group, c.name`,
);

/** Of these messages, what a person has not seen yet: a row for each chat. */
export async function readMessageNotices(tx: Tx, { userId, ids }: GetNotices): Promise<{ rows: readonly NoticeRow[] }> {
  const found = await tx.query<ChatNews>(news, [userId, ids]);
  return {
    rows: found.map(({ chatId, actors, at, ...chat }) => ({
      text: textOf({ actors, ...chat }),
      path: addressOfChat(chatId),
      isPrivate: true,
      thread: chatId,
      actors,
      at,
    })),
  };
}

function textOf({ actors, isGroup, name, count }: Omit<ChatNews, 'chatId' | 'at'>): string {
  const what = count === 1 ? 'New message' : `${count} new messages`;
  // Several may have written in a group.
  const from = isGroup && count > 1 ? '' : ` from ${actors[0] ?? ''}`;
  return what + from + (isGroup ? ` in ${name ?? 'a group'}` : '');
}
