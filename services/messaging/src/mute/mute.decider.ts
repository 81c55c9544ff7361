import type { ChatMuted } from '@parlour/contracts/messaging/messaging';
import type { Decider } from '@parlour/kernel/log/decider';
import { type ChatState, refuseOutsider } from '../chat/chat.decider.ts';

/** Mute a chat or the global room, or no longer. */
export interface Mute {
  readonly type: 'Mute';
  readonly chatId: string;
  readonly userId: string;
  readonly muted: boolean;
  /** The chat's state; null for the room, which has no outsiders. */
  readonly chat: ChatState | null;
}

/** The stream of what one person mutes of one chat. */
export function muteStream(chatId: string, userId: string): string {
  return `mute/${chatId}/${userId}`;
}

/** The rules of muting: chats that one is in, and the room. Source: decisions M-10. */
export const muteDecider: Decider<{ readonly muted: boolean }, Mute, ChatMuted> = {
  initial: { muted: false },
  snapshots: 'all',

  decide({ chatId, userId, muted, chat }, state) {
    if (chat) refuseOutsider(chat, userId);
    return muted === state.muted ? [] : [{ type: 'ChatMuted', data: { chatId, userId, muted } }];
  },

  evolve: (_, { data: { muted } }) => ({ muted }),
};
