import type { ChatMessagePosted } from '@parlour/contracts/messaging';
import { once } from '@parlour/kernel/log/decider';
import { type ChatState, postedBy, refuseOutsider, type WrittenMessage } from './chat.decider.ts';

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
export const chatMessageDecider = once<PostChatMessages, ChatMessagePosted>(({ chatId, from, messages, chat }) => {
  refuseOutsider(chat, from);
  return postedBy(from, chatId, messages);
});
