import { eventsOf } from '@parlour/contracts/envelope';
import type { MessagingEvent } from '@parlour/contracts/messaging';
import {
  KernelTables1700000000000,
  Operators1761300000000,
  VerbatimReplies1760900000000,
} from '@parlour/kernel/database/kernel-tables';
import {
  SearchFolding1764910000000,
  SearchMarks1764210000000,
  SearchWords1762320000000,
} from '@parlour/kernel/search/search-words.migrations';
import type { ServiceDefinition } from '@parlour/kernel/service/service-module';
import { BlockRow, BlocksOfPeople1762310010000, blockView } from '@parlour/people/block-view';
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
import { Messages1760000000000 } from './migrations/1760000000000-messages.migrations.ts';
import { Presence1760100000000 } from './migrations/1760100000000-presence.migrations.ts';
import { ChatReads1761100000000 } from './migrations/1761100000000-chat-reads.migrations.ts';
import { Groups1761400000000 } from './migrations/1761400000000-groups.migrations.ts';
import { EditedMessages1762000000000 } from './migrations/1762000000000-edited-messages.migrations.ts';
import { FoundMessages1762320001000 } from './migrations/1762320001000-found-messages.migrations.ts';
import { MessagesByDay1762500000000 } from './migrations/1762500000000-messages-by-day.migrations.ts';
import { OperatorActs1762500100000 } from './migrations/1762500100000-operator-acts.migrations.ts';
import { AddedPeople1764320000000 } from './migrations/1764320000000-added-people.migrations.ts';
import { OperatorActsController } from './operator/operator-acts.controller.ts';
import { ErasedMessages1762600010000 } from './migrations/1762600010000-erased-messages.migrations.ts';
import { MuteController } from './mute/mute.controller.ts';
import { muteView } from './mute/mute.projection.ts';
import { MutedChatRow } from './mute/muted-chat.entity.ts';
import { RoomController } from './room/room.controller.ts';
import { RoomMessageRow } from './room/room-message.entity.ts';
import { roomMessageView } from './room/room-message.projection.ts';
import { ReportedController } from './reported/reported.controller.ts';
import { SearchController } from './search/search.controller.ts';

/** What people have read. */
const keptTables = ['chat_reads'];

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
    migrations: [
      KernelTables1700000000000,
      Messages1760000000000,
      Presence1760100000000,
      VerbatimReplies1760900000000,
      ChatReads1761100000000,
      Operators1761300000000,
      Groups1761400000000,
      EditedMessages1762000000000,
      BlocksOfPeople1762310010000,
      SearchWords1762320000000,
      FoundMessages1762320001000,
      MessagesByDay1762500000000,
      OperatorActs1762500100000,
      ErasedMessages1762600010000,
      SearchMarks1764210000000,
      SearchFolding1764910000000,
      AddedPeople1764320000000,
    ],
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
    RoomController,
    ChatController,
    ReadingController,
    MuteController,
    EditingController,
    SearchController,
    OperatorActsController,
    ReportedController,
  ],
  providers: [KnownPeople],
};
