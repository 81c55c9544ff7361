import { command, idempotent, type Page, read, type WholesRequest } from '../calls.ts';
import type { NamedPersonWire } from '../identity/identity.ts';
import type { GetMessages } from './messaging.requests.ts';
import type { ChatWire, MessageWire, RoomWire } from './messaging.ts';
import type { GetNotices, NoticeRow } from '../notifications/notices.ts';
import type { FoundWire } from '../search/found.ts';
import type { PageRequest } from '../page.requests.ts';
import type { GetReported, Reported } from '../communities/reports.ts';
import type { Search } from '../search/search.requests.ts';
import type { SiteLogEntryWire } from '../site.ts';

/** The calls that messaging answers. */
export const messagingCalls = {
  /** What operators did with others' messages, the latest first; for operators only. */
  'messaging.getOperatorActs': read<PageRequest, Page<SiteLogEntryWire>>(),
  /** The latest messages of the global room before `before`, oldest first. */
  'messaging.getMessages': read<GetMessages, { messages: readonly MessageWire[] }>(),
  'messaging.addMessage': command<{ msg: string }, MessageWire>(),
  'messaging.getChats': read<PageRequest, Page<ChatWire>>(),
  /** Chats of the caller with their latest messages. `next` is the first id left out. */
  'messaging.getWholeChats': read<WholesRequest, Page<ChatWire>>(),
  'messaging.getChat': read<GetMessages & { chatId: string }, ChatWire>(),
  'messaging.createChat': command<{ participants: readonly string[]; messages: readonly string[] }, ChatWire>(),
  'messaging.addChatMessage': command<{ chatId: string; msg: string }, ChatWire>(),
  'messaging.addParticipant': command<{ chatId: string; username: string }, ChatWire>(),
  /** Of the global room or of a chat, as the following two. */
  'messaging.editMessage': command<{ mid: string; msg: string; version: number }, MessageWire>(),
  /** The reason is that of an operator; authors need none. */
  'messaging.deleteMessage': command<{ mid: string; reason: string }, MessageWire>(),
  'messaging.restoreMessage': command<{ mid: string }, MessageWire>(),
  /** Answers the chat as the caller left it. */
  'messaging.leave': command<{ chatId: string }, ChatWire>(),
  'messaging.rename': command<{ chatId: string; name: string }, ChatWire>(),
  /** `chatId` may be the global room. */
  'messaging.mute': command<{ chatId: string; muted: boolean }, ChatWire | RoomWire>(),
  /** The caller has seen a chat up to its last message. */
  'messaging.markRead': idempotent<{ chatId: string }, ChatWire>(),
  /**
   * The caller opened a chat, through the gateway `place`: they have seen its messages, and see new
   * ones until they leave.
   */
  'messaging.enterChat': idempotent<{ chatId: string; place: string }, { entered: boolean }>(),
  'messaging.leaveChat': idempotent<{ chatId: string; place: string }, { entered: boolean }>(),
  /**
   * A gateway's regular report of who is in which chats; without it, they count as gone after a
   * while. `missing` are those that the service doesn't know to be there.
   */
  'messaging.stayInChats': idempotent<
    { place: string; present: readonly { chatId: string; userId: string }[] },
    { missing: readonly { chatId: string; userId: string }[] }
  >(),
  /**
   * The caller's number of unread messages in all chats that they have not muted, and whether they
   * have muted the global room.
   */
  'messaging.unread': read<object, { unread: number; roomMuted: boolean }>(),
  /** Those of these people who have written in a chat of the caller. Source: decisions P-9. */
  'messaging.acquainted': read<{ usernames: readonly string[] }, { userIds: readonly string[] }>(),
  /** Participants of a chat of the caller whose names begin so, by name. */
  'messaging.completePeople': read<{ prefix?: string; chatId: string }, readonly NamedPersonWire[]>(),
  /** For delivery: whom a new message in a chat may be told. */
  'messaging.getAddressees': read<{ messageId: string }, { userIds: readonly string[] }>(),
  /** For delivery, at the time of sending. */
  'messaging.getNotices': read<GetNotices, { rows: readonly NoticeRow[] }>(),
  /** Messages of the global room and of the caller’s chats that a search finds. */
  'messaging.search': read<Search, Page<FoundWire>>(),
  /** Describes messages, in order; null for what the caller may not see. */
  'messaging.getReported': read<GetReported, { things: readonly (Reported | null)[] }>(),
};
