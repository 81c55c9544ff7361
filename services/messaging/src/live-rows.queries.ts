import type { EnvelopeOf } from '@parlour/contracts/envelope';
import type { MessagingEvent } from '@parlour/contracts/messaging/messaging';
import type { Tx } from '@parlour/kernel/database/database';
import { isNoticed } from './chat/chat.projection.ts';
import { readChatMessages, readTellableChats } from './chat/chat.queries.ts';
import type { LiveRows } from './messaging.live.ts';
import { readRoomMessages } from './room/room-message.queries.ts';

/**
 * Reads the rows for the live messages of a batch: one statement per kind, and only for the kinds
 * needed.
 */
export async function readLiveRows(tx: Tx, events: readonly EnvelopeOf<MessagingEvent>[]): Promise<LiveRows> {
  const inRoom: string[] = [];
  const inChats: string[] = [];
  const chatIds = new Set<string>();
  for (const event of events) {
    const { type, data } = event;
    if ('messageId' in data) ('chatId' in data && data.chatId !== null ? inChats : inRoom).push(data.messageId);
    if (isNoticed(event)) inChats.push(event.eventId);
    if ('chatId' in data && data.chatId !== null && type !== 'ChatMuted') chatIds.add(data.chatId);
  }
  const messages = [
    ...(inRoom.length > 0 ? await readRoomMessages(tx, inRoom) : []),
    ...(inChats.length > 0 ? await readChatMessages(tx, inChats) : []),
  ];
  return {
    chats: chatIds.size > 0 ? await readTellableChats(tx, [...chatIds]) : new Map(),
    messages: new Map(messages.map((message) => [message._id, message])),
  };
}
