import type { MessagingEvent } from '@parlour/contracts/messaging/messaging';
import { projection } from '@parlour/kernel/view/projection';
import { remove, upsert } from '@parlour/kernel/view/row-changes';
import { ChatParticipantRow, DeletedMessageRow } from './chat.entity.ts';

/** Who takes part in chats, and which messages are deleted. */
export const chatView = projection<MessagingEvent>({
  name: 'notifications.chats',
  source: 'messaging',
  entities: [ChatParticipantRow, DeletedMessageRow],
  changes: {
    ChatCreated: ({ data: { chatId, participants } }) =>
      participants.map((userId) => upsert(ChatParticipantRow, { chatId, userId })),
    ParticipantAdded: ({ data: { chatId, userId } }) => [upsert(ChatParticipantRow, { chatId, userId })],
    ParticipantLeft: ({ data: { chatId, userId } }) => [remove(ChatParticipantRow, { chatId, userId })],
    PostDeleted: ({ data: { messageId } }) => [upsert(DeletedMessageRow, { id: messageId })],
    PostRestored: ({ data: { messageId } }) => [remove(DeletedMessageRow, { id: messageId })],
  },
});
