import { roomId } from '@parlour/contracts/messaging/messaging';

/** The address of a message, in the global room (`global`) or in a chat. */
export function addressOfMessage(chatId: string, messageId: string): string {
  const message = `message=${encodeURIComponent(messageId)}`;
  if (chatId === roomId) return `/messaging?${message}`;
  return `/messaging/direct-message?chat=${encodeURIComponent(chatId)}&${message}`;
}
