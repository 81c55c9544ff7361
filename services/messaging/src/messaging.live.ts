import type { EnvelopeOf } from '@parlour/contracts/envelope';
import type { LiveMessage } from '@parlour/contracts/live';
import type { ChatUpdateType, MessageWire, MessagingEvent } from '@parlour/contracts/messaging/messaging';
import type { TellableChat } from './chat/chat.queries.ts';
import type { ChatReader } from './chat/reading.queries.ts';

/** The rows that the live messages of one batch show, read at the time of sending. */
export interface LiveRows {
  readonly chats: ReadonlyMap<string, TellableChat>;
  /** Messages of chats and of the room by id. */
  readonly messages: ReadonlyMap<string, MessageWire>;
}

/**
 * The live messages of an event: to everybody for the room, to participants for a chat, wherever
 * they are. Source: decisions M-4, E-1.
 */
export function live(event: EnvelopeOf<MessagingEvent>, rows: LiveRows): readonly LiveMessage[] {
  const { position, data } = event;
  if (event.type === 'ChatMuted') {
    const { chatId, userId, muted } = event.data;
    return [{ to: [`user:${userId}`], event: 'chatMuted', payload: { chatId, muted }, position }];
  }
  const chatId = 'chatId' in data ? data.chatId : null;
  if (chatId === null) {
    const msg = 'messageId' in data ? rows.messages.get(data.messageId) : undefined;
    if (!msg) return [];
    const message = { to: ['public'], event: 'messageUpdate', payload: { msg }, position } as const;
    // A new one is not obsolete by any later one: clients of the contract append it.
    return [event.type === 'MessagePosted' ? message : { ...message, latestOf: `message ${msg._id}` }];
  }
  const chat = rows.chats.get(chatId);
  if (!chat) return [];
  switch (event.type) {
    case 'ChatCreated':
      return messagePerMember(chatId, chat, 'created', position);
    case 'ParticipantAdded':
      return messagePerMember(chatId, ending(chat, rows, event.eventId), 'newParticipant', position);
    case 'ParticipantLeft':
      return [
        { to: [`user:${event.data.userId}`], event: 'chatLeft', payload: { chatId }, position },
        ...messagePerMember(chatId, ending(chat, rows, event.eventId), 'left', position),
      ];
    case 'ChatRenamed':
      return messagePerMember(chatId, ending(chat, rows, event.eventId), 'renamed', position);
    case 'ChatMessagePosted':
      return messagePerMember(chatId, ending(chat, rows, event.data.messageId), 'newMessage', position);
    case 'PostEdited':
    case 'PostDeleted':
    case 'PostRestored':
    case 'PostErased':
      return messagePerMember(chatId, ending(chat, rows, event.data.messageId), 'changedMessage', position);
    // Of the global room.
    case 'MessagePosted':
      return [];
    default:
      event satisfies never;
      return [];
  }
}

/** To a person who has read a chat, for their other tabs. */
export function liveReading({ chatId, id, unread, total }: ChatReader, position: number): LiveMessage {
  return { to: [`user:${id}`], event: 'chatRead', payload: { chatId, unread, total }, position };
}

/** A chat with this message as its last one. */
function ending(chat: TellableChat, rows: LiveRows, messageId: string): TellableChat {
  const message = rows.messages.get(messageId);
  return message ? { ...chat, messages: [message] } : chat;
}

/** One message per person, because unread counts differ. */
function messagePerMember(chatId: string, chat: TellableChat, type: ChatUpdateType, position: number): LiveMessage[] {
  const { members, ...shown } = chat;
  return members.map(({ id, unread, total, muted }) => ({
    to: [`user:${id}`],
    event: 'chatUpdate',
    payload: { chat: { _id: chatId, ...shown, unread, muted }, type, total },
    position,
  }));
}
