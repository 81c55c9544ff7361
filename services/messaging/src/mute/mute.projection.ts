import type { MessagingEvent } from '@parlour/contracts/messaging/messaging';
import { projection } from '@parlour/kernel/view/projection';
import { remove, upsert } from '@parlour/kernel/view/row-changes';
import { MutedChatRow } from './muted-chat.entity.ts';

/** What each person has muted; it stays so if they leave the chat and are added again. */
export const muteView = projection<MessagingEvent>({
  name: 'messaging.mutes',
  source: 'messaging',
  entities: [MutedChatRow],
  changes: {
    ChatMuted: ({ data: { chatId, userId, muted } }) => {
      const key = { userId, chatId };
      return [muted ? upsert(MutedChatRow, key) : remove(MutedChatRow, key)];
    },
  },
});
