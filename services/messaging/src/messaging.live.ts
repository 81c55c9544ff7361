import type { EnvelopeOf } from '@parlour/contracts/envelope';
import type { Tell } from '@parlour/contracts/live';
import type { ChatUpdateType, MessageWire, MessagingEvent } from '@parlour/contracts/messaging';
import type { TellableChat } from './chat/chat-page.view.ts';

/** What the live messages of one batch of events show, read at the time of telling. */
export interface LiveRows {
  readonly chats: ReadonlyMap<string, TellableChat>;
  /** Messages of chats and of the room by their ids. */
  readonly messages: ReadonlyMap<string, MessageWire>;
}

/** Who is told what of an event: everybody of the room, the participants alone of a chat, wherever they are. Source: decisions M-4, E-1. */
export function live(event: EnvelopeOf<MessagingEvent>, rows: LiveRows): readonly Tell[] {
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
      return tellEach(chatId, chat, 'created', position);
    case 'ParticipantAdded':
      return tellEach(chatId, chat, 'newParticipant', position);
    case 'ChatMessagePosted': {
      const message = rows.messages.get(event.data.messageId);
      return tellEach(chatId, message ? { ...chat, messages: [message] } : chat, 'newMessage', position);
    }
    case 'ChatMessageBlanked': {
      const message = rows.messages.get(event.data.messageId);
      if (!message) return [];
      // The last message stays the last, and what brings none a second time brings no news either.
      const messages = [message, ...chat.messages.filter(({ _id }) => _id !== message._id)];
      return tellEach(chatId, { ...chat, messages }, 'newParticipant', position);
    }
    case 'ChatRead': {
      // The reader's other tabs show the chat as it is now. Among the three types this is the one that brings no message a second time.
      const members = chat.members.filter((member) => member.id === event.data.userId);
      return tellEach(chatId, { ...chat, members }, 'newParticipant', position);
    }
    default:
      event satisfies never;
      return [];
  }
}

/** One message a person, for each has other messages that he has not seen. */
function tellEach(chatId: string, chat: TellableChat, type: ChatUpdateType, position: number): Tell[] {
  const { members, participants, messages } = chat;
  return members.map(({ id, unread }) => ({
    to: [`user:${id}`],
    event: 'chatUpdate',
    payload: { chat: { _id: chatId, participants, messages, unread }, type },
    position,
  }));
}
