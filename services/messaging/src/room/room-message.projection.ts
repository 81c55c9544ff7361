import type { MessagePlace, MessagingEvent } from '@parlour/contracts/messaging/messaging';
import { projection } from '@parlour/kernel/view/projection';
import { insert, patch } from '@parlour/kernel/view/row-changes';
import { plainPostChanges, unedited } from '@parlour/posts/post-row';
import { RoomMessageRow } from './room-message.entity.ts';

/** Messages of the global room, as posted, changed and blanked. */
export const roomMessageView = projection<MessagingEvent>({
  name: 'messaging.room',
  source: 'messaging',
  entities: [RoomMessageRow],
  changes: {
    MessagePosted: ({ data: { messageId, from, text }, position, occurredAt }) => [
      insert(RoomMessageRow, { id: messageId, position, fromId: from, text, postedAt: occurredAt, ...unedited }),
    ],
    ...plainPostChanges<MessagePlace>(({ messageId: id, chatId }, set) =>
      chatId === null ? [patch<RoomMessageRow>(RoomMessageRow, { id }, set)] : [],
    ),
  },
});
