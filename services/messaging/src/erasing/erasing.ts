import { erasing } from '@parlour/kernel/log/erase-texts';
import type { Policy } from '@parlour/kernel/policy/policy';
import { blankingDecider, blankingStream, type EraseDeleted } from '../blanking/blanking.decider.ts';
import { textsOf } from '../blanking/blanking.ts';
import { messageChangeDecider, messageChangeStream } from '../editing/editing.decider.ts';
import { roomKey } from '../room/room-message.decider.ts';
import { type DueMessage, readDue } from './erasing.queries.ts';

/**
 * Erases the texts of messages that were deleted 30 days ago, or at the next start: what is due is
 * in a table, not in a timer. It does what blanking does. Source: decisions E-3.
 */
export const erasingPolicy: Policy<DueMessage> = {
  name: 'erasing deleted messages',
  reactions: {},
  async due(database, limit) {
    const found = await readDue(database, limit);
    return found.map((message) => ({
      id: `${blankingStream(message.messageId)}/${message.deletedAt}`,
      command: message,
    }));
  },
  execute: ({ messageId, chatId, position }, origin, { commands }) =>
    commands.execute(origin, {
      streamId: blankingStream(messageId),
      orderingKey: chatId ?? roomKey,
      decider: blankingDecider,
      guards: [{ streamId: messageChangeStream(messageId), decider: messageChangeDecider }],
      command: ({ now, guards: [state] }): EraseDeleted => ({
        ...{ type: 'EraseDeleted', messageId, chatId, now },
        deletedAt: state.deleted?.at ?? null,
      }),
      reply: erasing('messaging', textsOf({ messageId, position })),
    }),
};
