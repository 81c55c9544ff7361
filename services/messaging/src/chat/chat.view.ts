import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { type Envelope, type EnvelopeOf, eventsOf } from '@parlour/contracts/envelope';
import { messages } from '@parlour/contracts/messages';
import type { ChatMessagePosted, ChatRead, MessagingEvent } from '@parlour/contracts/messaging';
import { statement, type Tx } from '@parlour/kernel/database/database';
import type { View } from '@parlour/kernel/view/view';

/** A message of a chat, in the order of posting. */
@Entity('chat_messages')
@Index('chat_messages_latest', { synchronize: false })
export class ChatMessageRow {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'chat_messages_pkey' })
  id!: string;

  @Column('text', { name: 'chat_id' })
  chatId!: string;

  @Column('bigint')
  position!: number;

  @Column('text', { name: 'from_id' })
  fromId!: string;

  @Column('text')
  text!: string;

  @Column('timestamptz', { name: 'posted_at' })
  postedAt!: Date;
}

/**
 * A participant of a chat, and what they have read. `last_position` is the chat's last message,
 * repeated per participant so that an index serves their list; `place` orders those who joined by
 * one event.
 */
@Entity('chat_participants')
@Index('chat_participants_latest', { synchronize: false })
@Index('chat_participants_unread', { synchronize: false })
export class ChatParticipantRow {
  @PrimaryColumn('text', { name: 'chat_id', primaryKeyConstraintName: 'chat_participants_pkey' })
  chatId!: string;

  @PrimaryColumn('text', { name: 'user_id', primaryKeyConstraintName: 'chat_participants_pkey' })
  userId!: string;

  @Column('bigint', { name: 'joined_position' })
  joinedPosition!: number;

  @Column('int')
  place!: number;

  @Column('bigint', { name: 'last_position' })
  lastPosition!: number;

  @Column('bigint', { name: 'read_position' })
  readPosition!: number;

  @Column('int')
  unread!: number;
}

const post = statement(
  'chatMessages.post',
  `insert into chat_messages (id, chat_id, position, from_id, text, posted_at)
   select * from unnest($1::text[], $2::text[], $3::bigint[], $4::text[], $5::text[], $6::timestamptz[])
   on conflict (id) do nothing`,
);

const blank = statement('chatMessages.blank', 'update chat_messages set text = $2 where id = any($1::text[])');

// People who join later may read earlier messages, but these do not count as unread.
const join = statement(
  'chatParticipants.join',
  `insert into chat_participants (chat_id, user_id, joined_position, place, last_position, read_position, unread)
   select chat_id, user_id, position, place,
          coalesce((select max(m.position) from chat_messages m where m.chat_id = j.chat_id), position), position, 0
     from unnest($1::text[], $2::text[], $3::bigint[], $4::int[]) as j(chat_id, user_id, position, place)
   on conflict (chat_id, user_id) do nothing`,
);

// The messages are already in their table. A person who read within the list is recounted: few
// messages came afterwards.
const move = statement(
  'chatParticipants.move',
  `with fresh as (
     select * from unnest($1::text[], $2::text[], $3::bigint[]) as f(chat_id, from_id, position)
   ), last as (
     select chat_id, max(position) as position from fresh group by chat_id
   ), seen as (
     select r.chat_id, r.user_id, max(m.position) as position
       from unnest($4::text[], $5::text[], $6::text[]) as r(chat_id, user_id, message_id)
       join chat_messages m on m.id = r.message_id and m.chat_id = r.chat_id
      group by r.chat_id, r.user_id
   ), moved as (
     select p.chat_id, p.user_id, greatest(p.last_position, last.position) as last_position,
            greatest(p.read_position, seen.position) as read_position,
            case when seen.position is null
                 then p.unread + (select count(*) from fresh f
                                   where f.chat_id = p.chat_id and f.from_id <> p.user_id and f.position > p.read_position)
                 else (select count(*) from chat_messages m
                        where m.chat_id = p.chat_id and m.from_id <> p.user_id
                          and m.position > greatest(p.read_position, seen.position)) end as unread
       from chat_participants p
       left join last on last.chat_id = p.chat_id
       left join seen on seen.chat_id = p.chat_id and seen.user_id = p.user_id
      where p.chat_id = any($7::text[]) and (last.chat_id is not null or seen.chat_id is not null)
   )
   update chat_participants p
      set last_position = moved.last_position, read_position = moved.read_position, unread = moved.unread
     from moved
    where p.chat_id = moved.chat_id and p.user_id = moved.user_id`,
);

interface Joining {
  readonly chatId: string;
  readonly userId: string;
  readonly position: number;
  readonly place: number;
}

/** Chats: their messages, participants, and unread counts. */
export const chatView: View = {
  name: 'messaging.chats',
  source: 'messaging',
  tables: ['chat_messages', 'chat_participants'],
  async apply(events: readonly Envelope[], tx: Tx): Promise<void> {
    const posted: Envelope<ChatMessagePosted>[] = [];
    const joined: Joining[] = [];
    const read: Envelope<ChatRead>[] = [];
    const blanked: string[] = [];
    for (const event of eventsOf<MessagingEvent>(events)) {
      switch (event.type) {
        case 'ChatCreated':
        case 'ParticipantAdded':
          joined.push(...joiningOf(event));
          break;
        case 'ChatMessagePosted':
          posted.push(event);
          break;
        case 'ChatRead':
          read.push(event);
          break;
        case 'ChatMessageBlanked':
          blanked.push(event.data.messageId);
          break;
        case 'MessagePosted':
        case 'MessageBlanked':
          break;
        default:
          event satisfies never;
      }
    }
    if (posted.length > 0) await insertMessages(tx, posted);
    if (joined.length > 0) await insertParticipants(tx, joined);
    if (posted.length + read.length > 0) await moveParticipants(tx, posted, read);
    if (blanked.length > 0) await tx.query(blank, [blanked, messages.removedByOperator]);
  },
};

function joiningOf({ type, data, position }: EnvelopeOf<MessagingEvent>): Joining[] {
  if (type === 'ParticipantAdded') return [{ chatId: data.chatId, userId: data.userId, position, place: 0 }];
  if (type !== 'ChatCreated') return [];
  return data.participants.map((userId, place) => ({ chatId: data.chatId, userId, position, place }));
}

async function insertMessages(tx: Tx, posted: readonly Envelope<ChatMessagePosted>[]): Promise<void> {
  await tx.query(post, [
    posted.map((event) => event.data.messageId),
    posted.map((event) => event.data.chatId),
    posted.map((event) => event.position),
    posted.map((event) => event.data.from),
    posted.map((event) => event.data.text),
    posted.map((event) => event.occurredAt),
  ]);
}

async function insertParticipants(tx: Tx, joined: readonly Joining[]): Promise<void> {
  await tx.query(join, [
    joined.map((one) => one.chatId),
    joined.map((one) => one.userId),
    joined.map((one) => one.position),
    joined.map((one) => one.place),
  ]);
}

async function moveParticipants(
  tx: Tx,
  posted: readonly Envelope<ChatMessagePosted>[],
  read: readonly Envelope<ChatRead>[],
): Promise<void> {
  await tx.query(move, [
    posted.map((event) => event.data.chatId),
    posted.map((event) => event.data.from),
    posted.map((event) => event.position),
    read.map((event) => event.data.chatId),
    read.map((event) => event.data.userId),
    read.map((event) => event.data.messageId),
    [...new Set([...posted, ...read].map((event) => event.data.chatId))],
  ]);
}
