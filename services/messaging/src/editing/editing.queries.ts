import { statement, type Tx } from '@parlour/kernel/database/database';

/** A message as far as changing it needs. */
export interface FoundMessage {
  /** Null for a message of the global room. */
  readonly chatId: string | null;
  readonly author: string;
  readonly text: string;
  /** Of the event that posted it. */
  readonly position: number;
}

// What somebody did is in the history too, but is no message of theirs.
const find = statement(
  'messages.find',
  `select null as "chatId", from_id as author, text, position from room_messages where id = $1
   union all
   select chat_id, from_id, text, position from chat_messages where id = $1 and notice is null`,
);

/** Finds a message of the global room or of a chat. */
export async function findMessage(tx: Tx, messageId: string): Promise<FoundMessage | undefined> {
  const [found] = await tx.query<FoundMessage>(find, [messageId]);
  return found;
}

/**
 * SQL: the versions of the row `message`, of the room or of a chat: that of the event that posted
 * it, and its edits. The log has every one; erasing a message erases them all.
 */
export function versionsOf(message: string): string {
  return `(select 1 as version, e.data ->> 'text' as text from events e where e.position = ${message}.position
    union all
    select (e.data ->> 'version')::int, e.data ->> 'text' from events e
     where e.stream_id = 'messagechange/' || ${message}.id and e.type = 'PostEdited')`;
}
