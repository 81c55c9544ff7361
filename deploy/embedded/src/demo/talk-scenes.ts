import { type Cast, inParallel } from './commands.ts';
import { chats, globalRoom } from './conversations.ts';

/** Talks in the global room and in chats; whoever has not spoken last in a chat finds something unread. */
export async function talk({ commands, as }: Cast): Promise<void> {
  for (const [index, { by, text }] of globalRoom.entries()) {
    await commands.give(as(by), 'messaging.addMessage', { msg: text }, `message ${index}`);
  }
  await inParallel(
    chats.map((chat, number) => ({ ...chat, number })),
    async ({ participants, messages: [first, ...others], number }) => {
      if (!first) return;
      const request = { participants, messages: [first.text] };
      const { _id: chatId } = await commands.give(as(first.by), 'messaging.createChat', request, `chat ${number}`);
      for (const [index, { by, text }] of others.entries()) {
        const key = `chat ${number} ${index}`;
        await commands.give(as(by), 'messaging.markRead', { chatId }, `${key} read`);
        await commands.give(as(by), 'messaging.addChatMessage', { chatId, msg: text }, key);
      }
    },
  );
}
