import type { EnvelopeOf } from '@parlour/contracts/envelope';
import type { Room, LiveMessage } from '@parlour/contracts/live';
import type { ChatUpdateType, MessageWire, MessagingEvent } from '@parlour/contracts/messaging';
import type { TellableChat } from './chat/chat-page.view.ts';

/** What the live messages of one batch of events show, read at the time of telling. */
export interface LiveRows {
  readonly chats: ReadonlyMap<string, TellableChat>;
  /** Messages of chats and of the room by their ids. */
  readonly messages: ReadonlyMap<string, MessageWire>;
}

/** Who is told what of an event: everybody of the room, the participants alone of a chat, wherever they are. Source: decisions M-4, E-1. */
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

/** One message a person, for each has other messages that he has not seen. */
function messagePerMember(chatId: string, chat: TellableChat, type: ChatUpdateType, position: number): LiveMessage[] {
  const { members, participants, messages } = chat;
  return members.map(({ id, unread, total }) => ({
    to: [`user:${id}`],
    event: 'chatUpdate',
    payload: { chat: { _id: chatId, participants, messages, unread }, type, total },
    position,
  }));
}
