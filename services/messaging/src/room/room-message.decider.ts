import { checkMessage } from '@parlour/contracts/checks';
import { refuse } from '@parlour/contracts/errors';
import type { MessagePosted } from '@parlour/contracts/messaging';
import type { Decider } from '@parlour/kernel/log/decider';

/** Whether the message's stream has begun. */
export type RoomMessageState = { readonly status: 'unposted' } | { readonly status: 'posted' };

/** Write a message in the global room. */
export interface PostMessage {
  readonly type: 'PostMessage';
  readonly messageId: string;
  readonly from: string;
  readonly text: string;
}

/** The ordering key of the global room's events. */
export const roomKey = 'global';

/** The stream of one message of the global room. */
export function roomMessageStream(messageId: string): string {
  return `message/${messageId}`;
}

/**
 * The rules of the global room: everybody may write there.
 * Source: specification VA-8; decisions M-5.
 */
export const roomMessageDecider: Decider<RoomMessageState, PostMessage, MessagePosted> = {
  initial: { status: 'unposted' },

  decide(command, state) {
    if (state.status === 'posted') return [];
    const { messageId, from } = command;
    const text = command.text.trim();
    refuse(checkMessage(text));
    return [{ type: 'MessagePosted', data: { messageId, from, text } }];
  },

  evolve(state, event) {
    switch (event.type) {
      case 'MessagePosted':
        return { status: 'posted' };
      default:
        event.type satisfies never;
        return state;
    }
  },
};
