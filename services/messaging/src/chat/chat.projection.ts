import type { EnvelopeOf } from '@parlour/contracts/envelope';
import { messages } from '@parlour/contracts/messages';
import type {
  ChatRenamed,
  MessagePlace,
  MessageWire,
  MessagingEvent,
  ParticipantAdded,
  ParticipantLeft,
} from '@parlour/contracts/messaging/messaging';
import { type BoundStatement, statement } from '@parlour/kernel/database/database';
import { projection } from '@parlour/kernel/view/projection';
import { insert, patch, remove, type RowChange } from '@parlour/kernel/view/row-changes';
import { plainPostChanges, unedited } from '@parlour/posts/post-row';
import { ChatMessageRow, ChatParticipantRow, ChatRow } from './chat.entity.ts';

/** SQL: the message `m` counts as unread for the participant `p` until they have read it. */
const counts = 'm.chat_id = p.chat_id and m.from_id <> p.user_id and m.notice is null and m.deleted_by is null';

// Never back to an earlier position. Few messages follow those that were read, so they are counted
// again.
const readUpTo = `update chat_participants p
      set read_position = seen.position,
          unread = (select count(*) from chat_messages m
            where ${counts} and m.position > seen.position)
     from chat_reads seen
    where p.chat_id = seen.chat_id and p.user_id = seen.user_id and p.read_position < seen.position`;

/**
 * Chats: their messages, participants, and unread counts. What people have read is in a table of
 * its own.
 */
export const chatView = projection<MessagingEvent>({
  name: 'messaging.chats',
  source: 'messaging',
  entities: [ChatRow, ChatMessageRow, ChatParticipantRow],
  changes: {
    ChatCreated: ({ data: { chatId, participants }, position }) => [
      insert(ChatRow, { id: chatId, name: null, isGroup: participants.length > 2 }),
      ...participants.map((userId, place) => join(chatId, userId, position, place)),
    ],
    ParticipantAdded: (event) => {
      const { chatId, userId, addedBy } = event.data;
      return [
        join(chatId, userId, event.position, 0),
        noticeOf(event, addedBy, 'added', messages.chatAddedNotice, userId),
      ];
    },
    ParticipantLeft: (event) => [
      remove(ChatParticipantRow, { chatId: event.data.chatId, userId: event.data.userId }),
      noticeOf(event, event.data.userId, 'left', messages.chatLeftNotice),
    ],
    ChatRenamed: (event) => {
      const { chatId, name, renamedBy } = event.data;
      return [
        patch(ChatRow, { id: chatId }, { name }),
        noticeOf(
          event,
          renamedBy,
          'named',
          name === null ? messages.chatUnnamedNotice : messages.chatNamedNotice(name),
        ),
      ];
    },
    ChatMessagePosted: ({ data: { chatId, messageId, from, text }, position, occurredAt }) => [
      insert(ChatMessageRow, {
        id: messageId,
        chatId,
        position,
        fromId: from,
        text,
        postedAt: occurredAt,
        notice: null,
        aboutId: null,
        ...unedited,
      }),
    ],
    ...plainPostChanges<MessagePlace>(({ messageId: id, chatId }, set) =>
      chatId === null ? [] : [patch<ChatMessageRow>(ChatMessageRow, { id }, set)],
    ),
  },
  before: countStanding,
  after: countPosted,
  kept: statement('chat_participants.kept', readUpTo),
});

/** The events with a line in the history. */
type NoticedEvent = ParticipantAdded | ParticipantLeft | ChatRenamed;

/** Whether an event has a line in the history. Its id is that of the event. */
export function isNoticed(event: EnvelopeOf<MessagingEvent>): event is EnvelopeOf<NoticedEvent> {
  return event.type === 'ParticipantAdded' || event.type === 'ParticipantLeft' || event.type === 'ChatRenamed';
}

// People who join later may read earlier messages, but these do not count as unread.
function join(chatId: string, userId: string, position: number, place: number): RowChange {
  return insert(ChatParticipantRow, {
    chatId,
    userId,
    joinedPosition: position,
    place,
    readPosition: position,
    unread: 0,
  });
}

/** A line in the history about what somebody did, if need be to another person. */
function noticeOf(
  { eventId, data: { chatId }, position, occurredAt }: EnvelopeOf<NoticedEvent>,
  by: string,
  notice: MessageWire['notice'],
  text: string,
  aboutId: string | null = null,
): RowChange {
  return insert(ChatMessageRow, {
    id: eventId,
    chatId,
    position,
    fromId: by,
    text,
    postedAt: occurredAt,
    notice,
    aboutId,
    ...unedited,
  });
}

// The events don't name the participants. The messages from the batch's first position on are new.
const posted = statement(
  'chat_participants.posted',
  `update chat_participants p
      set last_position = (select max(m.position) from chat_messages m where m.chat_id = p.chat_id),
          unread = p.unread + (select count(*) from chat_messages m
            where ${counts} and m.position >= $2 and m.position > p.read_position)
    where p.chat_id = any($1::text[])`,
);

function countPosted(events: readonly EnvelopeOf<MessagingEvent>[]): BoundStatement[] {
  const own = events.filter((event) => event.type === 'ChatMessagePosted' || isNoticed(event));
  const [first] = own;
  if (!first) return [];
  return [{ statement: posted, values: [[...new Set(own.map(({ data }) => data.chatId))], first.position] }];
}

// For those who have not read it. Someone may be reading right now: the update waits for that and
// counts by the position that they have then, which it can do because it is in no join.
const standing = statement(
  'chat_participants.standing',
  `with changed as (
     select m.chat_id, m.position, m.from_id, case when w.deleted then -1 else 1 end as difference
       from unnest($1::text[], $2::boolean[]) as w(id, deleted)
       join chat_messages m on m.id = w.id and m.notice is null and (m.deleted_by is not null) <> w.deleted)
   update chat_participants p
      set unread = unread + (select coalesce(sum(c.difference), 0) from changed c
            where c.chat_id = p.chat_id and c.from_id <> p.user_id and c.position > p.read_position)
    where p.chat_id in (select chat_id from changed)
      and p.read_position < (select max(c.position) from changed c where c.chat_id = p.chat_id and c.from_id <> p.user_id)`,
);

/**
 * A deleted message no longer counts as unread, a restored one does again. Those that the same
 * batch posts are counted later, as they are then.
 */
function countStanding(events: readonly EnvelopeOf<MessagingEvent>[]): BoundStatement[] {
  const changed = new Map(
    events.flatMap(({ type, data }) =>
      type === 'PostDeleted' || type === 'PostRestored' ? [[data.messageId, type === 'PostDeleted']] : [],
    ),
  );
  return changed.size === 0 ? [] : [{ statement: standing, values: [[...changed.keys()], [...changed.values()]] }];
}
