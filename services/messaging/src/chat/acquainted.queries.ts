import { canonicalName } from '@parlour/contracts/checks';
import { statement, type Tx } from '@parlour/kernel/database/database';

const acquainted = statement(
  'chats.acquainted',
  `select p.id from people p
    where p.canonical_name = any($1::text[]) and not p.deleted and exists (
      select from chat_participants mine
        join chat_participants theirs on theirs.chat_id = mine.chat_id and theirs.user_id = p.id
       where mine.user_id = $2)`,
);

/** The ids of those of these people with whom this person is in a chat. */
export async function readAcquainted(tx: Tx, usernames: readonly string[], userId: string): Promise<string[]> {
  return (await tx.query<{ id: string }>(acquainted, [usernames.map(canonicalName), userId])).map(({ id }) => id);
}
