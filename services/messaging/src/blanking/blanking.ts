import type { Blanked, Written } from '@parlour/contracts/blanking';
import { limits } from '@parlour/contracts/limits';
import { messages } from '@parlour/contracts/messages';
import { type Database, statement, type Tx } from '@parlour/kernel/database/database';
import { isBlanked } from '@parlour/kernel/database/row-expressions';
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

// The event keeps its shape: every reader of the log still understands it. Nothing is erased if it
// was decided against.
const eraseEvents = statement(
  'blanking.events',
  `with erased as (
     update events e set data = jsonb_set(data, '{text}', '""')
      where position = any($1::bigint[])
        and ${isBlanked("(e.data ->> 'messageId')")}
      returning position, event_id)
   select event_id as "eventId" from erased order by array_position($1::bigint[], position)`,
);

const eraseEdits = statement(
  'blanking.edits',
  `update events set data = jsonb_set(data, '{text}', '""')
    where stream_id = any($1::text[]) and type = 'MessageEdited'
      and ${isBlanked("(events.data ->> 'messageId')")}`,
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
  const { reply, positions } = await commands.execute(origin, {
    streamId: blankingStream(messageId),
    orderingKey: chatId ?? roomKey,
    decider: blankingDecider,
    command: (): BlankMessage => ({ type: 'BlankMessage', messageId, chatId }),
    reply: { read: erase, argument: { messageId, position } },
  });
  return { ...reply, changed: positions.messaging !== undefined };
}

/** A message, and where it was posted. */
export interface Posted {
  readonly messageId: string;
  readonly position: number;
}

/**
 * Erases the texts of blanked messages from all their events; returns the events that posted them.
 */
export async function erase(tx: Tx, posted: readonly Posted[]): Promise<{ readonly eventId: string }[]> {
  await tx.query(eraseEdits, [posted.map(({ messageId }) => messageChangeStream(messageId))]);
  return tx.query<{ eventId: string }>(eraseEvents, [posted.map(({ position }) => position)]);
}

/** A person's last messages that are neither blanked nor deleted, newest first. */
export function readMessagesOf(database: Database, userId: string): Promise<Written[]> {
  return database.query<Written>(ofSender, [userId, messages.removedByOperator]);
}
