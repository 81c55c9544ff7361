import { statement, type Tx } from '@parlour/kernel/database/database';

/** A message as far as changing it needs. */
export interface FoundMessage {
  /** Null for a message of the global room. */
  readonly chatId: string | null;
  readonly author: string;
  readonly text: string;
}

// What somebody did is in the history too, but is no message of theirs.
const find = statement(
  'messages.find',
  `select null as "chatId", from_id as author, text from room_messages where id = $1
   union all
   select chat_id, from_id, text from chat_messages where id = $1 and notice is null`,
);

/** Finds a message of the global room or of a chat. */
export async function findMessage(tx: Tx, messageId: string): Promise<FoundMessage | undefined> {
  const [found] = await tx.query<FoundMessage>(find, [messageId]);
  return found;
}
