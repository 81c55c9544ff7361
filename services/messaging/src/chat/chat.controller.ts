import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { v7 as uuidv7 } from 'uuid';
import type { Actor } from '@parlour/contracts/envelope';
import { DomainError, type Fault } from '@parlour/contracts/errors';
import { messages } from '@parlour/contracts/messages';
import type { ChatWire } from '@parlour/contracts/messaging/messaging';
import { Database } from '@parlour/kernel/database/database';
import { type CommandOrigin, Commands, originOf, Outcome } from '@parlour/kernel/log/commands';
import { doneReply, madeReply, readReply } from '@parlour/kernel/log/reply';
import { actorOf, type Call, Handles } from '@parlour/kernel/rpc/calls';
import type { Json } from '@parlour/kernel/rpc/json';
import { findBlockFault } from '@parlour/people/block-view';
import { KnownPeople } from '@parlour/people/known-people';
import { findChatFault } from './blocked.queries.ts';
import { chatMessageDecider, chatMessageStream, type PostChatMessages } from './chat-message.decider.ts';
import {
  type AddParticipant,
  chatDecider,
  chatStream,
  type CreateChat,
  type LeaveChat,
  type RenameChat,
  type WrittenMessage,
} from './chat.decider.ts';
import { readChangedChat, readLeftChats } from './chat.queries.ts';
import { findPair, pairOf, pairScope } from './pair.queries.ts';

const taken: Fault = { code: 'command.conflict', text: messages.conflict };

/** Calls about chats. */
@Controller()
export class ChatController {
  constructor(
    private readonly commands: Commands,
    private readonly database: Database,
    private readonly people: KnownPeople,
  ) {}

  /**
   * Begins a chat. Two people have one chat: beginning it again answers the existing one, with the
   * messages added. Source: decisions M-3.
   * @throws {DomainError} `chat.participants`, `chat.self`, `chat.full`, `user.unknown`,
   * `person.unavailable`, `block.own`; an invalid message
   */
  @Handles('messaging.createChat')
  async createChat(@Payload() call: Call<'messaging.createChat'>) {
    const creator = actorOf(call);
    const participants = await this.people.idsOf(call.request.participants, creator);
    const written = call.request.messages.map((text): WrittenMessage => ({ messageId: uuidv7(), text }));
    const origin = originOf(call);
    const blocked = await findBlockFault(this.database, creator.id, participants);
    const beginning = { creator, participants, written, blocked, pair: pairOf(participants, creator.id) };
    try {
      return await this.enter(origin, beginning);
    } catch (failure) {
      // Both began it at the same moment, and the other one was first.
      if (beginning.pair === undefined || !isTaken(failure)) throw failure;
      return this.enter(origin, beginning);
    }
  }

  /** @throws {DomainError} `chat.unknown` for outsiders; an invalid message */
  @Handles('messaging.addChatMessage')
  addChatMessage(@Payload() call: Call<'messaging.addChatMessage'>) {
    const { chatId, msg: text } = call.request;
    const origin = originOf(call);
    return this.post(origin, chatId, actorOf(call).id, [{ messageId: uuidv7(), text }]);
  }

  @Handles('messaging.addParticipant')
  async addParticipant(@Payload() call: Call<'messaging.addParticipant'>) {
    const { chatId, username } = call.request;
    const actor = actorOf(call);
    const [userId = null] = await this.people.idsOf([username], actor);
    const blocked = await findBlockFault(this.database, actor.id, [userId]);
    const origin = originOf(call);
    const command: AddParticipant = { type: 'AddParticipant', chatId, addedBy: actor.id, userId, blocked };
    return this.change(origin, chatId, actor.id, command);
  }

  @Handles('messaging.leave')
  leave(@Payload() call: Call<'messaging.leave'>) {
    const { chatId } = call.request;
    const userId = actorOf(call).id;
    return this.commands.execute(originOf(call), {
      streamId: chatStream(chatId),
      orderingKey: chatId,
      decider: chatDecider,
      command: (): LeaveChat => ({ type: 'LeaveChat', chatId, userId }),
      reply: readReply(readLeftChats, chatId),
    });
  }

  @Handles('messaging.rename')
  rename(@Payload() call: Call<'messaging.rename'>) {
    const { chatId, name } = call.request;
    const renamedBy = actorOf(call).id;
    const origin = originOf(call);
    return this.change(origin, chatId, renamedBy, { type: 'RenameChat', chatId, renamedBy, name });
  }

  private async change(
    origin: CommandOrigin,
    chatId: string,
    by: string,
    command: AddParticipant | RenameChat,
  ): Promise<Outcome<Json<ChatWire>>> {
    const { positions } = await this.commands.execute(origin, {
      streamId: chatStream(chatId),
      orderingKey: chatId,
      decider: chatDecider,
      command: () => command,
      reply: doneReply,
    });
    return new Outcome(await readChangedChat(this.database.byKeys, chatId, by), positions);
  }

  private async enter(origin: CommandOrigin, beginning: Beginning): Promise<Outcome<Json<ChatWire>>> {
    const { creator, written, pair } = beginning;
    const chatId = pair === undefined ? undefined : await findPair(this.database, pair);
    if (chatId !== undefined && written.length > 0) return this.post(origin, chatId, creator.id, written);
    return this.begin(origin, chatId ?? uuidv7(), beginning);
  }

  private async begin(
    origin: CommandOrigin,
    chatId: string,
    { creator, participants, written, blocked, pair }: Beginning,
  ): Promise<Outcome<Json<ChatWire>>> {
    const outcome = await this.commands.execute(origin, {
      streamId: chatStream(chatId),
      orderingKey: chatId,
      decider: chatDecider,
      command: (): CreateChat => ({
        type: 'CreateChat',
        chatId,
        createdBy: creator.id,
        participants,
        messages: written,
        blocked,
      }),
      reservations: pair === undefined ? [] : [{ scope: pairScope, key: pair, owner: chatId, fault: taken }],
      reply: madeReply(postedIn(chatId, written)),
    });
    return this.answer(outcome, creator.id);
  }

  /** Posts messages; the answer ends with the last of them. */
  private async post(
    origin: CommandOrigin,
    chatId: string,
    from: string,
    written: readonly WrittenMessage[],
  ): Promise<Outcome<Json<ChatWire>>> {
    const [first] = written;
    const blocked = await findChatFault(this.database, chatId, from);
    const outcome = await this.commands.execute(origin, {
      streamId: chatMessageStream(first?.messageId ?? chatId),
      orderingKey: chatId,
      decider: chatMessageDecider,
      guards: [{ streamId: chatStream(chatId), decider: chatDecider }],
      command: ({ guards: [chat] }): PostChatMessages => {
        return { type: 'PostChatMessages', chatId, from, messages: written, chat, blocked };
      },
      reply: madeReply(postedIn(chatId, written)),
    });
    return this.answer(outcome, from);
  }

  private async answer(
    { reply: { _id: chatId, messages: posted }, positions }: Outcome<Posted>,
    viewer: string,
  ): Promise<Outcome<Json<ChatWire>>> {
    return new Outcome(await readChangedChat(this.database.byKeys, chatId, viewer, posted.at(-1)?._id), positions);
  }
}

/** What is stored of a chat in which messages were posted. */
interface Posted {
  readonly _id: string;
  readonly messages: readonly { readonly _id: string }[];
}

function postedIn(chatId: string, written: readonly WrittenMessage[]): Posted {
  return { _id: chatId, messages: written.map(({ messageId }) => ({ _id: messageId })) };
}

interface Beginning {
  readonly creator: Actor;
  readonly participants: readonly (string | null)[];
  readonly written: readonly WrittenMessage[];
  readonly blocked: Fault | undefined;
  /** The reservation's key, if the chat is one of two people. */
  readonly pair: string | undefined;
}

function isTaken(failure: unknown): boolean {
  return failure instanceof DomainError && failure.code === taken.code;
}
