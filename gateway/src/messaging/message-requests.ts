import { limits } from '@parlour/contracts/limits';
import type { Rpc } from '@parlour/contracts/rpc';
import type { Caller } from '../http/caller.ts';
import type { CreateChatDto } from './chat.dto.ts';
import type { MessagesQuery } from './message.dto.ts';

/** The requested messages, at most one page. */
export function messagesOf({ limit, before }: MessagesQuery): Rpc['messaging.getMessages']['request'] {
  return {
    limit: Math.min(limit, limits.messagesPage),
    ...(before === undefined ? {} : { before: before.toLowerCase() }),
  };
}

/**
 * The chat to create; its first messages must be the caller's own (decisions M-3).
 * @throws {DomainError} `actor.other` for another person's message
 */
export function chatOf(
  { participants, messages }: CreateChatDto,
  caller: Caller,
): Rpc['messaging.createChat']['request'] {
  for (const message of messages) caller.acting(message.msgFrom);
  return { participants, messages: messages.map(({ msg }) => msg) };
}
