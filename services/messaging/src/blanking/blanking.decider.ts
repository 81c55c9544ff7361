import type { ChatMessageBlanked, MessageBlanked } from '@parlour/contracts/messaging';
import { isPastRestoring } from '@parlour/contracts/editable';
import { once } from '@parlour/kernel/log/decider';

/** Blank an existing message. */
export interface BlankMessage {
  readonly type: 'BlankMessage';
  readonly messageId: string;
  /** Null for a message of the global room. */
  readonly chatId: string | null;
}

/** Erase the text of a deleted message that can no longer be restored. */
export interface EraseDeleted {
  readonly type: 'EraseDeleted';
  readonly messageId: string;
  readonly chatId: string | null;
  /** When it was deleted, ISO-8601; null if it is not deleted. */
  readonly deletedAt: string | null;
  /** ISO-8601. */
  readonly now: string;
}

/** The stream of the blanking of one message. */
export function blankingStream(messageId: string): string {
  return `blanked/${messageId}`;
}

/** The rules of blanking: once. Source: decisions O-1, E-3. */
export const blankingDecider = once<BlankMessage | EraseDeleted, MessageBlanked | ChatMessageBlanked>((command) => {
  const { messageId, chatId } = command;
  // It may have been restored meanwhile.
  if (command.type === 'EraseDeleted' && !(command.deletedAt && isPastRestoring(command.deletedAt, command.now)))
    return [];
  return chatId === null
    ? [{ type: 'MessageBlanked', data: { messageId } }]
    : [{ type: 'ChatMessageBlanked', data: { chatId, messageId } }];
});
