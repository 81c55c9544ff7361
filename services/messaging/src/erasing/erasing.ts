import type { Blanked, Written } from '@parlour/contracts/posts/blanking';
import { limits } from '@parlour/contracts/limits';
import { messages } from '@parlour/contracts/messages';
import type { MessagePlace } from '@parlour/contracts/messaging/messaging';
import { type Database, statement } from '@parlour/kernel/database/database';
import type { CommandOrigin, Commands } from '@parlour/kernel/log/commands';
import { blank, type ErasablePost, erasingPolicyOf } from '@parlour/posts/erasing';
import { messageChangeDecider, messageChangeStream } from '../editing/editing.decider.ts';
import { findMessage } from '../editing/editing.queries.ts';
import { roomKey } from '../room/room-message.decider.ts';
import { type Posted, readDue } from './erasing.queries.ts';

// Rare, and for the operator only: there is no index by sender.
const ofSender = statement(
  'blanking.ofSender',
  `select 'message' as kind, id, posted_at as at, text from room_messages where from_id = $1 and text <> $2 and deleted_by is null
   union all
   select 'chat message', id, posted_at, text from chat_messages where from_id = $1 and text <> $2 and notice is null and deleted_by is null
   order by at desc limit ${limits.page.greatest}`,
);

/**
 * Blanks a message of the global room or of a chat. Undefined when there is none of this id.
 * Source: decisions O-1.
 */
export async function blankMessage(
  commands: Commands,
  database: Database,
  origin: CommandOrigin,
  id: string,
): Promise<Blanked | undefined> {
  const found = await findMessage(database, id);
  return found && blank(commands, origin, erasable({ id, ...found }));
}

/** A message for erasing it: several may have been posted in one stream. */
function erasable({ id, chatId, position }: Posted): ErasablePost<MessagePlace> {
  const changes = messageChangeStream(id);
  return {
    ...{ source: 'messaging', id, orderingKey: chatId ?? roomKey, place: { messageId: id, chatId } },
    texts: { streams: [changes], positions: [position] },
    deletion: { streamId: changes, decider: messageChangeDecider },
  };
}

/** Erases the texts of messages that were deleted 30 days ago. Source: decisions E-3. */
export const erasingPolicy = erasingPolicyOf('erasing deleted messages', readDue, erasable);

/** A person's last messages that are neither blanked nor deleted, newest first. */
export function readMessagesOf(database: Database, userId: string): Promise<Written[]> {
  return database.query<Written>(ofSender, [userId, messages.removedByOperator]);
}
