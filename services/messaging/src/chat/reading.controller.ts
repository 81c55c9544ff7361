import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { Database } from '@parlour/kernel/database/database';
import { StateChanges } from '@parlour/kernel/log/state-changes';
import { actorOf, type Call, Handles } from '@parlour/kernel/rpc/calls';
import { readChangedChat } from './chat.queries.ts';
import { cleanPresence, endPresence, extendPresence, notePresence } from './presence.queries.ts';
import { markChatRead, readingKey } from './reading.queries.ts';

/** Calls about what people have read, and which chats they have open. */
@Controller()
export class ReadingController {
  constructor(
    private readonly database: Database,
    private readonly states: StateChanges,
  ) {}

  @Handles('messaging.markRead')
  async markRead(@Payload() call: Call<'messaging.markRead'>) {
    await this.mark(call);
    return readChangedChat(this.database, call.request.chatId, actorOf(call).id);
  }

  @Handles('messaging.enterChat')
  async enterChat(@Payload() call: Call<'messaging.enterChat'>) {
    const { chatId, place } = call.request;
    // First, because it is refused to outsiders.
    await this.mark(call);
    await notePresence(this.database, place, { userId: actorOf(call).id, chatId });
    return { entered: true };
  }

  @Handles('messaging.leaveChat')
  async leaveChat(@Payload() call: Call<'messaging.leaveChat'>) {
    const { chatId, place } = call.request;
    // First, so that no message in between stays unread.
    await endPresence(this.database, place, { userId: actorOf(call).id, chatId });
    await this.mark(call);
    return { entered: false };
  }

  @Handles('messaging.stayInChats')
  async stayInChats(@Payload() { request }: Call<'messaging.stayInChats'>) {
    const missing = await extendPresence(this.database, request.place, request.present);
    await cleanPresence(this.database);
    return { missing };
  }

  /** @throws {DomainError} `chat.unknown` for outsiders */
  private async mark(call: Call<'messaging.markRead' | 'messaging.enterChat' | 'messaging.leaveChat'>): Promise<void> {
    const { chatId } = call.request;
    const { id: userId } = actorOf(call);
    if (await markChatRead(this.database, chatId, userId)) this.states.announce(readingKey(chatId, userId));
  }
}
