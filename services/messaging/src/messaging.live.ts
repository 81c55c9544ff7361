import type { EnvelopeOf } from '@parlour/contracts/envelope';
import type { Room, LiveMessage } from '@parlour/contracts/live';
import type { ChatUpdateType, MessageWire, MessagingEvent } from '@parlour/contracts/messaging';
import type { TellableChat } from './chat/chat-page.view.ts';

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
  const { position } = event;
  if (event.type === 'MessagePosted' || event.type === 'MessageBlanked') {
    const msg = rows.messages.get(event.data.messageId);
    return msg ? [{ to: ['public'], event: 'messageUpdate', payload: { msg }, position }] : [];
  }
  const { chatId } = event.data;
  const chat = rows.chats.get(chatId);
  if (!chat) return [];
  switch (event.type) {
    case 'ChatCreated':
      return messagePerMember(chatId, chat, 'created', position);
    case 'ParticipantAdded':
      return messagePerMember(chatId, chat, 'newParticipant', position);
    case 'ChatMessagePosted': {
      const message = rows.messages.get(event.data.messageId);
      return messagePerMember(chatId, message ? { ...chat, messages: [message] } : chat, 'newMessage', position);
    }
    case 'ChatMessageBlanked': {
      const message = rows.messages.get(event.data.messageId);
      if (!message) return [];
      const to = chat.members.map(({ id }): Room => `user:${id}`);
      return [{ to, event: 'chatMessageUpdate', payload: { chatId, msg: message }, position }];
    }
    case 'ChatRead': {
      const reader = chat.members.find((member) => member.id === event.data.userId);
      if (!reader) return [];
      const payload = { chatId, unread: reader.unread, total: reader.total };
      return [{ to: [`user:${reader.id}`], event: 'chatRead', payload, position }];
    }
    default:
      event satisfies never;
      return [];
  }
}

/** One message per person, because unread counts differ. */
function messagePerMember(chatId: string, chat: TellableChat, type: ChatUpdateType, position: number): LiveMessage[] {
  const { members, participants, messages } = chat;
  return members.map(({ id, unread, total }) => ({
    to: [`user:${id}`],
    event: 'chatUpdate',
    payload: { chat: { _id: chatId, participants, messages, unread }, type, total },
    position,
  }));
}
