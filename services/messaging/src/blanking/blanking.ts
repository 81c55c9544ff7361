import type { Blanked, Written } from '@parlour/contracts/blanking';
import { limits } from '@parlour/contracts/limits';
import { messages } from '@parlour/contracts/messages';
import { type Erasure, erasing } from '@parlour/kernel/log/erase-texts';
import { type Database, statement } from '@parlour/kernel/database/database';
import type { CommandOrigin, Commands } from '@parlour/kernel/log/commands';
import { messageChangeStream } from '../editing/editing.decider.ts';
import { roomKey } from '../room/room-message.decider.ts';
import { blankingDecider, blankingStream, type BlankMessage } from './blanking.decider.ts';

const find = statement(
  'blanking.find',
  `select null as "chatId", position from room_messages where id = $1
   union all
   select chat_id, position from chat_messages where id = $1 and notice is null`,
);

// Rare, and for the operator only: there is no index by sender.
const ofSender = statement(
  'blanking.ofSender',
  `select 'message' as kind, id, posted_at as at, text from room_messages where from_id = $1 and text <> $2 and deleted_by is null
   union all
   select 'chat message', id, posted_at, text from chat_messages where from_id = $1 and text <> $2 and notice is null and deleted_by is null
   order by at desc limit ${limits.page.greatest}`,
);

/**
 * Blanks a message of the global room or of a chat: its text is gone from its row and its event by
 * the same commit. Undefined when there is none of this id. Source: decisions O-1;
 * docs/design/architecture.md#ids-not-names.
 */
export async function blankMessage(
  commands: Commands,
  database: Database,
  origin: CommandOrigin,
  messageId: string,
): Promise<Blanked | undefined> {
  const [found] = await database.query<{ chatId: string | null; position: number }>(find, [messageId]);
  if (!found) return undefined;
  const { chatId, position } = found;
  const { positions } = await commands.execute(origin, {
    streamId: blankingStream(messageId),
    orderingKey: chatId ?? roomKey,
    decider: blankingDecider,
    command: (): BlankMessage => ({ type: 'BlankMessage', messageId, chatId }),
    reply: erasing('messaging', textsOf({ messageId, position })),
  });
  return { changed: positions.messaging !== undefined };
}

/** A message, and where it was posted. */
export interface Posted {
  readonly messageId: string;
  readonly position: number;
}

/** What holds the texts of a message in the log: several may have been posted in one stream. */
export function textsOf({ messageId, position }: Posted): Erasure {
  const blanking = blankingStream(messageId);
  return { blanking, streams: [messageChangeStream(messageId)], positions: [position] };
}

/** A person's last messages that are neither blanked nor deleted, newest first. */
export function readMessagesOf(database: Database, userId: string): Promise<Written[]> {
  return database.query<Written>(ofSender, [userId, messages.removedByOperator]);
}
