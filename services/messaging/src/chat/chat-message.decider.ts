import { type Fault, refuse } from '@parlour/contracts/errors';
import type { ChatMessagePosted } from '@parlour/contracts/messaging/messaging';
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
  /** Why the author cannot reach another participant, if there is a block. */
  readonly blocked?: Fault | undefined;
}

/** The stream of one message of a chat, or of several written together. */
export function chatMessageStream(messageId: string): string {
  return `chatmessage/${messageId}`;
}

/**
 * The rules of writing in a chat: its participants alone; of two, while neither blocks the other.
 * Source: specification VA-8; decisions M-2, M-5, M-16.
 */
export const chatMessageDecider = once<PostChatMessages, ChatMessagePosted>((command) => {
  const { chatId, from, messages, chat } = command;
  refuseOutsider(chat, from);
  if (!chat.isGroup) refuse(command.blocked);
  return postedBy(from, chatId, messages);
});
