import type { ChatMessagePosted } from '@parlour/contracts/messaging';
import type { Decider } from '@parlour/kernel/log/decider';
import { type ChatState, postedBy, refuseOutsider, type WrittenMessage } from './chat.decider.ts';

/** Whether the stream of the messages has begun. */
export type ChatMessageState = { readonly status: 'unposted' } | { readonly status: 'posted' };

/** Write messages in a chat, usually one. */
export interface PostChatMessages {
  readonly type: 'PostChatMessages';
  readonly chatId: string;
  readonly from: string;
  readonly messages: readonly WrittenMessage[];
  /** The chat's state; its stream guards the decision. */
  readonly chat: ChatState;
}

/** The stream of one message of a chat, or of several written together. */
export function chatMessageStream(messageId: string): string {
  return `chatmessage/${messageId}`;
}

/**
 * The rules of writing in a chat: its participants alone.
 * Source: specification VA-8; decisions M-2, M-5.
 */
export const chatMessageDecider: Decider<ChatMessageState, PostChatMessages, ChatMessagePosted> = {
  initial: { status: 'unposted' },

  decide({ chatId, from, messages, chat }, state) {
    if (state.status === 'posted') return [];
    refuseOutsider(chat, from);
    return postedBy(from, chatId, messages);
  },

  evolve(state, event) {
    switch (event.type) {
      case 'ChatMessagePosted':
        return { status: 'posted' };
      default:
        event.type satisfies never;
        return state;
    }
  },
};
