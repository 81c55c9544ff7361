import { postedText } from '@parlour/contracts/text/checks';
import { checkMessage } from '@parlour/contracts/posts/post-checks';
import { refuse } from '@parlour/contracts/errors';
import { type MessagePosted, roomId } from '@parlour/contracts/messaging/messaging';
import { once } from '@parlour/kernel/log/decider';

/** Write a message in the global room. */
export interface PostMessage {
  readonly type: 'PostMessage';
  readonly messageId: string;
  readonly from: string;
  readonly text: string;
}

/** The ordering key of the global room's events. */
export const roomKey = roomId;

/** The stream of one message of the global room. */
export function roomMessageStream(messageId: string): string {
  return `message/${messageId}`;
}

/**
 * The rules of the global room: everybody may write there.
 * Source: specification VA-8; decisions M-5.
 */
export const roomMessageDecider = once<PostMessage, MessagePosted>((command) => {
  const { messageId, from } = command;
  const text = postedText(command.text);
  refuse(checkMessage(text));
  return [{ type: 'MessagePosted', data: { messageId, from, text } }];
});
