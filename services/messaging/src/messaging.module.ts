import type { DynamicModule } from '@nestjs/common';
import { eventsOf } from '@parlour/contracts/envelope';
import type { MessagingEvent } from '@parlour/contracts/messaging';
import { KernelTables1700000000000, VerbatimReplies1760900000000 } from '@parlour/kernel/database/kernel-tables';
import type { MakeLive } from '@parlour/kernel/log/relay';
import { type ServiceDefinition, type ServiceEnvironment, ServiceModule } from '@parlour/kernel/service/service-module';
import { KnownPeople } from '@parlour/kernel/view/known-people';
import { peopleView } from '@parlour/kernel/view/people-view';
import { readChatMessages, readTellableChats } from './chat/chat-page.view.ts';
import { ChatController } from './chat/chat.controller.ts';
import { ChatMessageRow, ChatParticipantRow, chatView } from './chat/chat.view.ts';
import { ChatPresenceRow } from './chat/chat-presence.ts';
import { Chats } from './chat/chats.ts';
import { live } from './messaging.live.ts';
import { Messages1760000000000 } from './migrations/1760000000000-messages.migrations.ts';
import { Presence1760100000000 } from './migrations/1760100000000-presence.migrations.ts';
import { readRoomMessages, RoomMessageRow, roomMessageView } from './room/room-message.view.ts';
import { RoomController } from './room/room.controller.ts';

const makeLive: MakeLive = async (envelopes, database) => {
  const events = eventsOf<MessagingEvent>(envelopes);
  const inRoom = events.flatMap(({ type, data }) =>
    type === 'MessagePosted' || type === 'MessageBlanked' ? [data.messageId] : [],
  );
  const inChats = events.flatMap(({ type, data }) =>
    type === 'ChatMessagePosted' || type === 'ChatMessageBlanked' ? [data.messageId] : [],
  );
  const chatIds = new Set(events.flatMap(({ data }) => ('chatId' in data ? [data.chatId] : [])));
  const messages = [
    ...(inRoom.length > 0 ? await readRoomMessages(database, inRoom) : []),
    ...(inChats.length > 0 ? await readChatMessages(database, inChats) : []),
  ];
  const rows = {
    chats: chatIds.size > 0 ? await readTellableChats(database, [...chatIds]) : new Map(),
    messages: new Map(messages.map((message) => [message._id, message])),
  };
  return { liveMessages: events.flatMap((event) => live(event, rows)), endedSessions: [] };
};

/** The global room, and chats. */
export const messagingDefinition: ServiceDefinition = {
  source: 'messaging',
  database: {
    entities: [RoomMessageRow, ChatMessageRow, ChatParticipantRow, ChatPresenceRow],
    migrations: [KernelTables1700000000000, Messages1760000000000, Presence1760100000000, VerbatimReplies1760900000000],
  },
  fleetingTables: ['chat_presence'],
  views: [peopleView('messaging'), roomMessageView, chatView],
  live: makeLive,
  controllers: [RoomController, ChatController],
  providers: [Chats, KnownPeople],
};

/** The service as a Nest module. */
export function messagingModule(environment: ServiceEnvironment): DynamicModule {
  return ServiceModule.register(messagingDefinition, environment);
}
