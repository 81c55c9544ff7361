import type { ChatMessageBlanked, MessageBlanked } from '@parlour/contracts/messaging';
import type { Decider } from '@parlour/kernel/log/decider';

/** Whether the message was blanked before. */
export type BlankingState = { readonly status: 'shown' } | { readonly status: 'blanked' };

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
export const blankingDecider: Decider<BlankingState, BlankMessage, MessageBlanked | ChatMessageBlanked> = {
  initial: { status: 'shown' },

  decide({ messageId, chatId }, state) {
    if (state.status === 'blanked') return [];
    return chatId === null
      ? [{ type: 'MessageBlanked', data: { messageId } }]
      : [{ type: 'ChatMessageBlanked', data: { chatId, messageId } }];
  },

  evolve(state, event) {
    switch (event.type) {
      case 'MessageBlanked':
      case 'ChatMessageBlanked':
        return { status: 'blanked' };
      default:
        event satisfies never;
        return state;
    }
  },
};
