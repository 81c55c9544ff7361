import type { Actor } from '@parlour/contracts/envelope';
import { limits } from '@parlour/contracts/limits';
import type { LiveMessage } from '@parlour/contracts/live';
import type { ChatWire } from '@parlour/contracts/messaging/messaging';
import { type ServiceWorld, startServiceWorld } from '@parlour/kernel/testing/service-world';
import { registrationOf } from '@parlour/kernel/testing/people';
import { until } from '@parlour/kernel/testing/until';
import { messagingDefinition } from '../messaging.module.ts';

/** An unknown id. */
export const unknownId = '01890000-0000-7000-8000-0000000000ff';

/** The running service with helpers for its tests. */
export interface MessagingWorld extends ServiceWorld {
  begin(by: Actor, others: readonly Actor[], first?: readonly string[]): Promise<ChatWire>;
  say(as: Actor, chatId: string, msg: string): Promise<ChatWire>;
  open(as: Actor, chatId: string, more?: { before?: string; limit?: number }): Promise<ChatWire>;
  leave(as: Actor, chatId: string): Promise<ChatWire>;
  rename(as: Actor, chatId: string, name: string): Promise<ChatWire>;
  add(as: Actor, chatId: string, username: string): Promise<ChatWire>;
  markRead(as: Actor, chatId: string): Promise<ChatWire>;
  /** The ids of a person's chats, the most recent first. */
  chatsOf(as: Actor, limit?: number): Promise<string[]>;
  /** Unread messages in all chats. */
  unread(as: Actor): Promise<number>;
  /** How many events are in the log. */
  events(): Promise<number>;
  /** The live messages that were published since there were `from` batches. */
  liveSince(from: number): LiveMessage[];
  /** The live messages for this person's sockets during some work, up to the one with this text. */
  publishedTo(who: Actor, work: () => Promise<unknown>, text: string): Promise<unknown[]>;
}

/** The texts of a chat's messages. */
export function textsOf(chat: Pick<ChatWire, 'messages'>): string[] {
  return chat.messages.map((message) => message.msg);
}

/** Starts messaging on its own database, with these people. */
export async function startMessaging(...people: readonly Actor[]): Promise<MessagingWorld> {
  const world = await startServiceWorld(messagingDefinition);
  const { call } = world;
  await world.append('identity', ...people.map(registrationOf));
  const liveSince = (from: number): LiveMessage[] =>
    world.published.slice(from).flatMap(({ messages, state }) => [...messages, ...state]);
  return {
    ...world,
    begin: async (by, others, first = []) => {
      const request = { participants: [by, ...others].map(({ name }) => name), messages: first };
      return (await call('messaging.createChat', request, { as: by })).reply;
    },
    say: async (as, chatId, msg) => (await call('messaging.addChatMessage', { chatId, msg }, { as })).reply,
    open: async (as, chatId, more = {}) =>
      (await call('messaging.getChat', { chatId, limit: limits.messagesPage, ...more }, { as })).reply,
    leave: async (as, chatId) => (await call('messaging.leave', { chatId }, { as })).reply,
    rename: async (as, chatId, name) => (await call('messaging.rename', { chatId, name }, { as })).reply,
    add: async (as, chatId, username) => (await call('messaging.addParticipant', { chatId, username }, { as })).reply,
    markRead: async (as, chatId) => (await call('messaging.markRead', { chatId }, { as })).reply,
    chatsOf: async (as, limit = 100) =>
      (await call('messaging.getChats', { limit }, { as })).reply.rows.map((row) => row._id),
    unread: async (as) => (await call('messaging.unread', {}, { as })).reply.unread,
    events: async () => (await world.sql<{ head: number }>('select position as head from head'))[0]?.head ?? 0,
    liveSince,
    async publishedTo(who, work, text) {
      const from = world.published.length;
      await work();
      const toThem = () => liveSince(from).filter(({ to }) => to.includes(`user:${who.id}`));
      await until('the live messages', () => toThem().some((message) => JSON.stringify(message).includes(text)));
      return toThem().map(({ payload }) => payload);
    },
  };
}
