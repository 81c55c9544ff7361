import { limits } from '@parlour/contracts/limits';
import { statement, type Tx } from '@parlour/kernel/database/database';

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

/** A person who has a chat open. */
export interface Present {
  readonly userId: string;
  readonly chatId: string;
}

/** Notes that this person has this chat open, until it expires. */
export async function notePresence(tx: Tx, place: string, { userId, chatId }: Present): Promise<void> {
  await tx.query(enter, [userId, chatId, place, limits.presenceSeconds]);
}

/**
 * Renews these people's presence, and returns those who are not present: this may have been
 * overtaken by their leaving, so it must not make anybody present.
 */
export async function extendPresence(tx: Tx, place: string, present: readonly Present[]): Promise<Present[]> {
  const [userIds, chatIds] = [present.map(({ userId }) => userId), present.map(({ chatId }) => chatId)];
  return tx.query<Present>(extend, [userIds, chatIds, place, limits.presenceSeconds]);
}

/** Notes that this person has left this chat, at this gateway. */
export async function endPresence(tx: Tx, place: string, { userId, chatId }: Present): Promise<void> {
  await tx.query(leave, [userId, chatId, place]);
}

/** Deletes presence through a gateway that is gone. */
export async function cleanPresence(tx: Tx): Promise<void> {
  await tx.query(clean, []);
}
