import { Column, Entity, PrimaryColumn } from 'typeorm';
import { limits } from '@parlour/contracts/limits';
import { statement, type Tx } from '@parlour/kernel/database/database';

/** Somebody who has a chat open, through the gateway `place`, which says so again before it expires. */
@Entity('chat_presence')
export class ChatPresenceRow {
  @PrimaryColumn('text', { name: 'user_id', primaryKeyConstraintName: 'chat_presence_pkey' })
  userId!: string;

  @PrimaryColumn('text', { name: 'chat_id', primaryKeyConstraintName: 'chat_presence_pkey' })
  chatId!: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'chat_presence_pkey' })
  place!: string;

  @Column('timestamptz', { name: 'expires_at' })
  expiresAt!: Date;
}

/**
 * SQL: how many messages the participant `p` has not seen. What is said in a chat that is open before one's eyes is seen: an event for each
 * message and each of its readers would be no more truth, but as many entries in the log as there are people in the chat.
 */
export const unseenOf = (p: string): string => `case when ${p}.unread > 0 and exists (
    select from chat_presence here
     where here.user_id = ${p}.user_id and here.chat_id = ${p}.chat_id and here.expires_at > now()) then 0 else ${p}.unread end`;

const enter = statement(
  'chatPresence.enter',
  `insert into chat_presence (user_id, chat_id, place, expires_at) values ($1, $2, $3, now() + make_interval(secs => $4))
   on conflict (user_id, chat_id, place) do update set expires_at = excluded.expires_at`,
);

const extend = statement(
  'chatPresence.extend',
  `with present as (select * from unnest($1::text[], $2::text[]) as p(user_id, chat_id)),
     extended as (
       update chat_presence here set expires_at = now() + make_interval(secs => $4) from present
        where here.user_id = present.user_id and here.chat_id = present.chat_id and here.place = $3
       returning here.user_id, here.chat_id)
   select user_id as "userId", chat_id as "chatId" from (table present except table extended) as missing`,
);

const leave = statement(
  'chatPresence.leave',
  'delete from chat_presence where user_id = $1 and chat_id = $2 and place = $3',
);

const clean = statement('chatPresence.clean', 'delete from chat_presence where expires_at < now()');

/** Who has which chat open. */
export interface Present {
  readonly userId: string;
  readonly chatId: string;
}

/** Notes that this person has this chat open, for the next while. */
export async function notePresence(tx: Tx, place: string, { userId, chatId }: Present): Promise<void> {
  await tx.query(enter, [userId, chatId, place, limits.presenceSeconds]);
}

/**
 * Notes that these people have these chats still open, and returns those who are not known to: what
 * is said of them may have been overtaken by their leaving, so it makes nobody present.
 */
export async function extendPresence(tx: Tx, place: string, present: readonly Present[]): Promise<Present[]> {
  const [userIds, chatIds] = [present.map(({ userId }) => userId), present.map(({ chatId }) => chatId)];
  return tx.query<Present>(extend, [userIds, chatIds, place, limits.presenceSeconds]);
}

/** Notes that this person has this chat open no more, as far as this gateway knows. */
export async function endPresence(tx: Tx, place: string, { userId, chatId }: Present): Promise<void> {
  await tx.query(leave, [userId, chatId, place]);
}

/** Forgets who was present through a gateway that is gone. */
export async function cleanPresence(tx: Tx): Promise<void> {
  await tx.query(clean, []);
}
