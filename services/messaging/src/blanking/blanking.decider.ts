import type { ChatMessageBlanked, MessageBlanked } from '@parlour/contracts/messaging';
import { once } from '@parlour/kernel/log/decider';

/** Blank an existing message. */
export interface BlankMessage {
  readonly type: 'BlankMessage';
  readonly messageId: string;
  /** Null for a message of the global room. */
  readonly chatId: string | null;
}

/** The stream of the blanking of one message. */
export function blankingStream(messageId: string): string {
  return `blanked/${messageId}`;
}

/** The rules of blanking: once. Source: decisions O-1. */
export const blankingDecider = once<BlankMessage, MessageBlanked | ChatMessageBlanked>(({ messageId, chatId }) => {
  return chatId === null
    ? [{ type: 'MessageBlanked', data: { messageId } }]
    : [{ type: 'ChatMessageBlanked', data: { chatId, messageId } }];
});
