import { roomId } from './messaging.ts';

/** The address of a message, in the global room (`global`) or in a chat. */
export function addressOfMessage(chatId: string, messageId: string): string {
  const message = `message=${encodeURIComponent(messageId)}`;
  if (chatId === roomId) return `/messaging?${message}`;
  return `${addressOfChat(chatId)}&${message}`;
}

/** The address of a chat, where it is read on. */
export function addressOfChat(chatId: string): string {
  return `/messaging/direct-message?chat=${encodeURIComponent(chatId)}`;
}
