import { eventsOf } from '@parlour/contracts/envelope';
import type { MessagingEvent } from '@parlour/contracts/messaging/messaging';
import { KernelTables1795800000000 } from '@parlour/kernel/database/kernel-tables';
import { setSearchLanguage } from '@parlour/search/search-language';
import { SearchWords1795800000001 } from '@parlour/search/search-words.migrations';
import type { ServiceDefinition } from '@parlour/kernel/service/service-module';
import { BlockRow, blockView } from '@parlour/people/block-view';
import { KnownPeople } from '@parlour/people/known-people';
import { peopleView } from '@parlour/people/people-view';
import { ChatController } from './chat/chat.controller.ts';
import { ChatMessageRow, ChatParticipantRow, ChatRow } from './chat/chat.entity.ts';
import { chatView } from './chat/chat.projection.ts';
import { ChatPresenceRow } from './chat/presence.entity.ts';
import { ReadingController } from './chat/reading.controller.ts';
import { ChatReadRow } from './chat/reading.entity.ts';
import { readChatReaders } from './chat/reading.queries.ts';
import { EditingController } from './editing/editing.controller.ts';
import { erasingPolicy } from './erasing/erasing.ts';
import { readLiveRows } from './live-rows.queries.ts';
import { live, liveReading } from './messaging.live.ts';
import { MuteController } from './mute/mute.controller.ts';
import { muteView } from './mute/mute.projection.ts';
import { MutedChatRow } from './mute/muted-chat.entity.ts';
import { RoomController } from './room/room.controller.ts';
import { RoomMessageRow } from './room/room-message.entity.ts';
import { roomMessageView } from './room/room-message.projection.ts';
import { readsFor, readsOf } from '@parlour/kernel/service/reads';
import { inSearchTurn } from '@parlour/search/word-search';
import { readAcquainted } from './chat/acquainted.queries.ts';
import { readChat, readChatList, readWholeChats } from './chat/chat.queries.ts';
import { completePeople } from './chat/completion.queries.ts';
import { readAddressees, readMessageNotices } from './chat/notices.queries.ts';
import { readUnread } from './chat/reading.queries.ts';
import { readOperatorActs } from './operator/operator-acts.queries.ts';
import { readReported } from './reported/reported.queries.ts';
import { readRoom } from './room/room-message.queries.ts';
import { readFoundMessages } from './search/found.queries.ts';
import { Messaging1795800000002 } from './migrations/1795800000002-messaging.migrations.ts';

/** What people have read. */
const keptTables = ['chat_reads'];

const reads = readsOf({
  'messaging.getMessages': readRoom,
  'messaging.getChats': readChatList,
  'messaging.getChat': (tx, request, viewer) => readChat(tx, { ...request, viewer }),
  'messaging.getWholeChats': (tx, { ids }, viewer) => readWholeChats(tx, ids, viewer),
  'messaging.unread': (tx, _, viewer) => readUnread(tx, viewer),
  'messaging.acquainted': readAcquainted,
  'messaging.completePeople': completePeople,
  'messaging.search': inSearchTurn(readFoundMessages),
  'messaging.getReported': readReported,
  'messaging.getOperatorActs': readOperatorActs,
});

const readsOfDelivery = readsFor(() => null, {
  'messaging.getAddressees': readAddressees,
  'messaging.getNotices': readMessageNotices,
});

/** The global room, and chats. */
export const messagingDefinition: ServiceDefinition = {
  source: 'messaging',
  database: {
    entities: [
      RoomMessageRow,
      ChatRow,
      ChatMessageRow,
      ChatParticipantRow,
      ChatPresenceRow,
      ChatReadRow,
      MutedChatRow,
      BlockRow,
    ],
    migrations: [KernelTables1795800000000, SearchWords1795800000001, Messaging1795800000002],
    afterMigrations: setSearchLanguage,
  },
  daily: [
    { what: 'messages', table: 'room_messages', at: 'posted_at' },
    // Not the lines about what somebody did.
    { what: 'messages', table: 'chat_messages', at: 'posted_at', where: 'notice is null' },
  ],
  keptTables,
  fleetingTables: ['chat_presence'],
  views: [peopleView('messaging', keptTables), blockView('messaging'), roomMessageView, chatView, muteView],
  policies: [erasingPolicy],
  async live(envelopes, database) {
    const events = eventsOf<MessagingEvent>(envelopes);
    const rows = await readLiveRows(database, events);
    return { liveMessages: events.flatMap((event) => live(event, rows)), endedSessions: [] };
  },
  async liveState(keys, position, database) {
    return (await readChatReaders(database, keys)).map((reader) => liveReading(reader, position));
  },
  controllers: [
    reads,
    readsOfDelivery,
    RoomController,
    ChatController,
    ReadingController,
    MuteController,
    EditingController,
  ],
  providers: [KnownPeople],
};
