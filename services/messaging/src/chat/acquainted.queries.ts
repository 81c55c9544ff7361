import { canonicalName } from '@parlour/contracts/text/checks';
import type { Rpc } from '@parlour/contracts/rpc';
import { statement, type Tx } from '@parlour/kernel/database/database';

// Only what somebody does themselves shows them to others: anybody can begin a chat with them, or
// take them into a group. What they wrote before they left and were taken in again does not count.
const acquainted = statement(
  'chats.acquainted',
  `select p.id from people p
    where p.canonical_name = any($1::text[]) and not p.deleted and exists (
      select from chat_participants mine
        join chat_participants theirs on theirs.chat_id = mine.chat_id and theirs.user_id = p.id
       where mine.user_id = $2 and exists (
         select from chat_messages m
          where m.chat_id = theirs.chat_id and m.from_id = p.id and m.position > theirs.joined_position
            and m.notice is null))`,
);

/** The ids of those of these people who have written in a chat that this person is in. */
export async function readAcquainted(
  tx: Tx,
  { usernames }: Rpc['messaging.acquainted']['request'],
  userId: string,
): Promise<Rpc['messaging.acquainted']['reply']> {
  const found = await tx.query<{ id: string }>(acquainted, [usernames.map(canonicalName), userId]);
  return { userIds: found.map(({ id }) => id) };
}
