import { checkMessage } from '@parlour/contracts/checks';
import { refuse } from '@parlour/contracts/errors';
import type { ChatMessagePosted } from '@parlour/contracts/messaging';
import type { Decider } from '@parlour/kernel/log/decider';
import { type ChatState, refuseOutsider } from './chat.decider.ts';

/** Whether the message's stream has begun. */
export type ChatMessageState = { readonly status: 'unposted' } | { readonly status: 'posted' };

/** Write a message in a chat. */
export interface PostChatMessage {
  readonly type: 'PostChatMessage';
  readonly chatId: string;
  readonly messageId: string;
  readonly from: string;
  readonly text: string;
  /** The chat as it is; its stream guards the decision. */
  readonly chat: ChatState;
}

/** The stream of one message of a chat. */
export function chatMessageStream(messageId: string): string {
  return `chatmessage/${messageId}`;
}

/** The rules of writing in a chat: its participants alone. Source: specification 1, section 5; decisions M-2, M-5. */
export const chatMessageDecider: Decider<ChatMessageState, PostChatMessage, ChatMessagePosted> = {
  initial: { status: 'unposted' },

  decide(command, state) {
    if (state.status === 'posted') return [];
    const { chatId, messageId, from } = command;
    refuseOutsider(command.chat, from);
    const text = command.text.trim();
    refuse(checkMessage(text));
    return [{ type: 'ChatMessagePosted', data: { chatId, messageId, from, text } }];
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
