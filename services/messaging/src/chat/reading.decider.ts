import type { ChatRead } from '@parlour/contracts/messaging';
import type { Decider } from '@parlour/kernel/log/decider';
import { type ChatState, refuseOutsider } from './chat.decider.ts';

/** Up to which message a participant has read a chat. */
export type ReadingState = { readonly status: 'unread' } | { readonly status: 'read'; readonly messageId: string };

/** Mark a chat as read. */
export interface MarkRead {
  readonly type: 'MarkRead';
  readonly chatId: string;
  readonly userId: string;
  /** The newest message, or null if there are no unread ones. */
  readonly messageId: string | null;
  /** The chat's state; its stream guards the decision. */
  readonly chat: ChatState;
}

/** The stream of one participant's reads of one chat. */
export function readingStream(chatId: string, userId: string): string {
  return `chatread/${chatId}/${userId}`;
}

/**
 * The rules of reading: participants only, and an event only if there was something unread. Source:
 * decisions M-2.
 */
export const readingDecider: Decider<ReadingState, MarkRead, ChatRead> = {
  initial: { status: 'unread' },

  decide({ chatId, userId, messageId, chat }, state) {
    refuseOutsider(chat, userId);
    if (messageId === null || (state.status === 'read' && state.messageId === messageId)) return [];
    return [{ type: 'ChatRead', data: { chatId, userId, messageId } }];
  },

  evolve(state, event) {
    switch (event.type) {
      case 'ChatRead':
        return { status: 'read', messageId: event.data.messageId };
      default:
        event.type satisfies never;
        return state;
    }
  },
};
