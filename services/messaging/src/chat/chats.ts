import { Inject, Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import type { Actor } from '@parlour/contracts/envelope';
import { DomainError, type Fault } from '@parlour/contracts/errors';
import { messages } from '@parlour/contracts/messages';
import type { ChatWire } from '@parlour/contracts/messaging';
import { Database, statement } from '@parlour/kernel/database/database';
import { type CommandOrigin, Commands, originOf, type Outcome } from '@parlour/kernel/log/commands';
import { actorOf, type Call } from '@parlour/kernel/rpc/calls';
import { KnownPeople } from '@parlour/kernel/view/known-people';
import { chatMessageDecider, chatMessageStream, type PostChatMessages } from './chat-message.decider.ts';
import { chatDecider, type ChatState, chatStream, type CreateChat, type WrittenMessage } from './chat.decider.ts';
import { changedChat, readChats } from './chat-page.view.ts';

/** The scope of two-person chats, which exist once per pair. */
const pairScope = 'chat of two';

const taken: Fault = { code: 'command.conflict', text: messages.conflict };

const findPair = statement(
  'chats.pair',
  'select owner from reservations where scope = $1 and key = $2 and expires_at is null',
);

/** Begins chats and writes in them. */
@Injectable()
export class Chats {
  constructor(
    @Inject(Commands) private readonly commands: Commands,
    @Inject(Database) private readonly database: Database,
    @Inject(KnownPeople) private readonly people: KnownPeople,
  ) {}

  /**
   * Begins a chat. Two people have one chat: beginning it again answers the existing one, with the
   * messages added. Source: decisions M-3.
   * @throws {DomainError} `chat.participants`, `chat.self`, `chat.full`, `user.unknown`; an invalid
   * message
   */
  async create(call: Call<'messaging.createChat'>): Promise<Outcome<ChatWire>> {
    const creator = actorOf(call);
    const participants = await this.people.idsOf(call.request.participants, creator);
    const written = call.request.messages.map((text): WrittenMessage => ({ messageId: uuidv7(), text }));
    const origin = originOf('messaging.createChat', call.context, uuidv7());
    const beginning = { creator, participants, written, pair: pairOf(participants, creator.id) };
    try {
      return await this.enter(origin, beginning);
    } catch (failure) {
      // Both began it at the same moment, and the other one was first.
      if (beginning.pair === undefined || !isTaken(failure)) throw failure;
      return this.enter(origin, beginning);
    }
  }

  /**
   * Writes messages in a chat; the answer ends with the last of them.
   * @throws {DomainError} `chat.unknown` for outsiders; an invalid message
   */
  post(
    origin: CommandOrigin,
    chatId: string,
    from: string,
    written: readonly WrittenMessage[],
  ): Promise<Outcome<ChatWire>> {
    const [first, last] = [written[0], written.at(-1)];
    return this.commands.execute(origin, {
      streamId: chatMessageStream(first?.messageId ?? chatId),
      orderingKey: chatId,
      decider: chatMessageDecider,
      guards: [{ streamId: chatStream(chatId), decider: chatDecider }],
      command: ({ guards: [chat] }): PostChatMessages => {
        return { type: 'PostChatMessages', chatId, from, messages: written, chat: chat as ChatState }; // of the guard above
      },
      reply: { read: readChats, argument: changedChat(chatId, from, last?.messageId) },
    });
  }

  private async enter(origin: CommandOrigin, beginning: Beginning): Promise<Outcome<ChatWire>> {
    const chatId = await this.chatOf(beginning.pair);
    const { creator, written } = beginning;
    if (chatId !== undefined && written.length > 0) return this.post(origin, chatId, creator.id, written);
    return this.begin(origin, chatId ?? uuidv7(), beginning);
  }

  private begin(
    origin: CommandOrigin,
    chatId: string,
    { creator, participants, written, pair }: Beginning,
  ): Promise<Outcome<ChatWire>> {
    return this.commands.execute(origin, {
      streamId: chatStream(chatId),
      orderingKey: chatId,
      decider: chatDecider,
      command: (): CreateChat => ({
        type: 'CreateChat',
        chatId,
        createdBy: creator.id,
        participants,
        messages: written,
      }),
      reservations: pair === undefined ? [] : [{ scope: pairScope, key: pair, owner: chatId, fault: taken }],
      reply: { read: readChats, argument: changedChat(chatId, creator.id) },
    });
  }

  private async chatOf(pair: string | undefined): Promise<string | undefined> {
    if (pair === undefined) return undefined;
    const [row] = await this.database.query<{ owner: string }>(findPair, [pairScope, pair]);
    return row?.owner;
  }
}

interface Beginning {
  readonly creator: Actor;
  readonly participants: readonly (string | null)[];
  readonly written: readonly WrittenMessage[];
  readonly pair: string | undefined;
}

/** The key of a pair, in either order. */
function pairOf(participants: readonly (string | null)[], creatorId: string): string | undefined {
  const ids = [...new Set(participants)];
  const isPair = ids.length === 2 && !ids.includes(null) && ids.includes(creatorId);
  return isPair ? ids.toSorted().join(' ') : undefined;
}

function isTaken(failure: unknown): boolean {
  return failure instanceof DomainError && failure.code === taken.code;
}
