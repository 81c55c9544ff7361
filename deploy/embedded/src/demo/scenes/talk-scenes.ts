import { limits } from '@parlour/contracts/limits';
import type { Cast } from '../commands.ts';
import { chats, globalRoom, roomTopics } from '../conversations.ts';
import { roomTalkedAgo, talkedAgo } from '../timetable.ts';

/**
 * How long ago the most recent chat's last message was written, and the step to each further chat.
 */
const chatEnded = 14;
const chatEndedMore = 170;

/**
 * Writes messages in the global room and in chats; all but the last writer have something unread.
 */
export async function talk(cast: Cast): Promise<void> {
  const times = roomTalkedAgo(roomTopics.map(({ length }) => length));
  for (const [index, { by, text, removed }] of globalRoom.entries()) {
    const occasion = { key: `message ${index}`, ago: times[index]! }; // as many
    const msg = await cast.withFiles(by, text);
    const { _id: mid } = await cast.give(by, 'messaging.addMessage', { msg }, occasion);
    if (!removed) continue;
    const request = { mid, reason: removed.reason };
    await cast.give(removed.by, 'messaging.deleteMessage', request, { ...occasion, key: `remove ${occasion.key}` });
  }
  // The most recent chat is the first in everybody's list.
  for (const [number, { participants, messages }] of [...chats.entries()].toReversed()) {
    const spoken = talkedAgo(`chat ${number}`, messages.length, chatEnded + number * chatEndedMore);
    let chatId: string | undefined;
    let posted = 0;
    for (const [index, { by, text }] of messages.entries()) {
      const ago = spoken[index]!; // as many
      const msg = await cast.withFiles(by, text);
      if (chatId === undefined) {
        const request = { participants, messages: [msg] };
        chatId = (await cast.give(by, 'messaging.createChat', request, { key: `chat ${number}`, ago }))._id;
        const limit = limits.messagesPage;
        posted = (await cast.read(by, 'messaging.getChat', { chatId, limit })).messages.length;
      } else {
        const key = `chat ${number} ${index}`;
        // Not again before a message of an interrupted start: it would mark what follows as well.
        if (index >= posted) await cast.give(by, 'messaging.markRead', { chatId }, { key: `${key} read`, ago });
        await cast.give(by, 'messaging.addChatMessage', { chatId, msg }, { key, ago });
      }
    }
  }
}
