import { Controller, Inject } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { v7 as uuidv7 } from 'uuid';
import type { ChatWire } from '@parlour/contracts/messaging';
import type { Rpc } from '@parlour/contracts/rpc';
import { Database, type Tx } from '@parlour/kernel/database/database';
import { Commands, originOf, type Outcome } from '@parlour/kernel/log/commands';
import type { ReplyReader } from '@parlour/kernel/log/event-log';
import { actorOf, type Call, Handles } from '@parlour/kernel/rpc/calls';
import { KnownPeople } from '@parlour/kernel/view/known-people';
import { changedChat, readChatList, readChats, readNewestUnseen, readUnread } from './chat-page.view.ts';
import { type AddParticipant, chatDecider, chatStream, type ChatState } from './chat.decider.ts';
import { Chats } from './chats.ts';
import { cleanPresence, endPresence, extendPresence, notePresence, type Present } from './chat-presence.ts';
import { type MarkRead, readingDecider, readingStream } from './reading.decider.ts';

/** Calls about chats. */
@Controller()
export class ChatController {
  constructor(
    @Inject(Commands) private readonly commands: Commands,
    @Inject(Database) private readonly database: Database,
    @Inject(Chats) private readonly chats: Chats,
    @Inject(KnownPeople) private readonly people: KnownPeople,
  ) {}

  @Handles('messaging.getChats')
  getChats(@Payload() call: Call<'messaging.getChats'>): Promise<Rpc['messaging.getChats']['reply']> {
    return readChatList(this.database, call.request, actorOf(call).id);
  }

  @Handles('messaging.getChat')
  async getChat(@Payload() call: Call<'messaging.getChat'>): Promise<ChatWire> {
    const [chat] = await readChats(this.database, [{ ...call.request, viewer: actorOf(call).id }]);
    return chat as ChatWire; // one reply per request, or an error
  }

  @Handles('messaging.unread')
  async unread(@Payload() call: Call<'messaging.unread'>): Promise<Rpc['messaging.unread']['reply']> {
    return { unread: await readUnread(this.database, actorOf(call).id) };
  }

  @Handles('messaging.createChat')
  createChat(@Payload() call: Call<'messaging.createChat'>): Promise<Outcome<ChatWire>> {
    return this.chats.create(call);
  }

  @Handles('messaging.addChatMessage')
  addChatMessage(@Payload() call: Call<'messaging.addChatMessage'>): Promise<Outcome<ChatWire>> {
    const { chatId, msg: text } = call.request;
    const origin = originOf('messaging.addChatMessage', call.context, uuidv7());
    return this.chats.post(origin, chatId, actorOf(call).id, [{ messageId: uuidv7(), text }]);
  }

  @Handles('messaging.addParticipant')
  async addParticipant(@Payload() call: Call<'messaging.addParticipant'>): Promise<Outcome<ChatWire>> {
    const { chatId, username } = call.request;
    const actor = actorOf(call);
    const [userId = null] = await this.people.idsOf([username], actor);
    return this.commands.execute(originOf('messaging.addParticipant', call.context, uuidv7()), {
      streamId: chatStream(chatId),
      orderingKey: chatId,
      decider: chatDecider,
      command: (): AddParticipant => ({ type: 'AddParticipant', chatId, addedBy: actor.id, userId }),
      reply: { read: readChats, argument: changedChat(chatId, actor.id) },
    });
  }

  @Handles('messaging.markRead')
  markRead(@Payload() call: Call<'messaging.markRead'>): Promise<Outcome<ChatWire>> {
    const argument = changedChat(call.request.chatId, actorOf(call).id);
    return this.mark(call, { read: readChats, argument });
  }

  @Handles('messaging.enterChat')
  async enterChat(@Payload() call: Call<'messaging.enterChat'>): Promise<Outcome<{ entered: boolean }>> {
    const { chatId, place } = call.request;
    // First, because it is refused to outsiders.
    const outcome = await this.mark(call, { read: alike, argument: { entered: true } });
    await notePresence(this.database, place, { userId: actorOf(call).id, chatId });
    return outcome;
  }

  @Handles('messaging.leaveChat')
  async leaveChat(@Payload() call: Call<'messaging.leaveChat'>): Promise<Outcome<{ entered: boolean }>> {
    const { chatId, place } = call.request;
    // First, so that no message in between stays unread.
    await endPresence(this.database, place, { userId: actorOf(call).id, chatId });
    return this.mark(call, { read: alike, argument: { entered: false } });
  }

  @Handles('messaging.stayInChats')
  async stayInChats(@Payload() { request }: Call<'messaging.stayInChats'>): Promise<{ missing: readonly Present[] }> {
    const missing = await extendPresence(this.database, request.place, request.present);
    await cleanPresence(this.database);
    return { missing };
  }

  /** @throws {DomainError} `chat.unknown` for outsiders */
  private async mark<Argument, Reply extends object>(
    call: Call<'messaging.markRead' | 'messaging.enterChat' | 'messaging.leaveChat'>,
    reply: { readonly read: ReplyReader<Argument, Reply>; readonly argument: Argument },
  ): Promise<Outcome<Reply>> {
    const { chatId } = call.request;
    const userId = actorOf(call).id;
    const messageId = await readNewestUnseen(this.database, chatId, userId);
    return this.commands.execute(originOf('messaging.markRead', call.context, uuidv7()), {
      streamId: readingStream(chatId, userId),
      orderingKey: chatId,
      decider: readingDecider,
      guards: [{ streamId: chatStream(chatId), decider: chatDecider }],
      command: ({ guards: [chat] }): MarkRead => {
        return { type: 'MarkRead', chatId, userId, messageId, chat: chat as ChatState }; // of the guard above
      },
      reply,
    });
  }
}

/** A reply that needs no read. */
function alike<Reply>(_tx: Tx, replies: readonly Reply[]): Promise<Reply[]> {
  return Promise.resolve([...replies]);
}
