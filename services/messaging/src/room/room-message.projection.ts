import type { MessagingEvent } from '@parlour/contracts/messaging';
import { projection } from '@parlour/kernel/view/projection';
import { insert, patch, type RowChange } from '@parlour/kernel/view/row-changes';
import { deletedLike, restored, unedited } from '@parlour/kernel/view/editable-row';
import { blanked, editedBy } from '../editing/edited.ts';
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
    MessageEdited: (event) => ofRoom(event.data, editedBy(event)),
    MessageDeleted: (event) => ofRoom(event.data, deletedLike(event.data)),
    MessageRestored: ({ data }) => ofRoom(data, restored),
    MessageBlanked: ({ data: { messageId } }) => [patch(RoomMessageRow, { id: messageId }, blanked)],
  },
});

/** New columns of a message, unless it is one of a chat. */
function ofRoom(
  { messageId: id, chatId }: { readonly messageId: string; readonly chatId: string | null },
  set: Parameters<typeof patch<RoomMessageRow>>[2],
): RowChange[] {
  return chatId === null ? [patch(RoomMessageRow, { id }, set)] : [];
}
