import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import type { Actor } from '@parlour/contracts/envelope';
import { DomainError, type Fault } from '@parlour/contracts/errors';
import { messages } from '@parlour/contracts/messages';
import type { MessageWire } from '@parlour/contracts/messaging';
import { Database } from '@parlour/kernel/database/database';
import { type CommandOrigin, Commands, type Facts, originOf, type Outcome } from '@parlour/kernel/log/commands';
import { actorOf, type Call, Handles } from '@parlour/kernel/rpc/calls';
import { withCurrent } from '@parlour/kernel/rpc/stale-edits';
import { isOperator } from '@parlour/people/operators';
import { blankingDecider, blankingStream } from '../blanking/blanking.decider.ts';
import { findChatFault } from '../chat/blocked.queries.ts';
import { chatDecider, type ChatState, chatStream } from '../chat/chat.decider.ts';
import { readChatMessages } from '../chat/chat.queries.ts';
import { roomKey } from '../room/room-message.decider.ts';
import { readRoomMessages } from '../room/room-message.queries.ts';
import {
  type DeleteMessage,
  type EditMessage,
  messageChangeDecider,
  messageChangeStream,
  type RestoreMessage,
} from './editing.decider.ts';
import { findMessage, type FoundMessage } from './editing.queries.ts';

/** What is the same in the commands that change a message. */
type Shared = Pick<EditMessage, 'messageId' | 'chatId' | 'author' | 'actor' | 'chat' | 'isBlanked'>;

/** Calls that change messages of the global room and of chats. */
@Controller()
export class EditingController {
  constructor(
    private readonly commands: Commands,
    private readonly database: Database,
  ) {}

  /** @throws {DomainError} `edit.stale` with the message as it is now */
  @Handles('messaging.editMessage')
  async editMessage(@Payload() call: Call<'messaging.editMessage'>): Promise<Outcome<MessageWire>> {
    const { mid, msg: text, version } = call.request;
    const actor = actorOf(call);
    const found = await this.find(mid);
    const blocked = await this.findFault(found, actor);
    const origin = originOf('messaging.editMessage', call.context);
    const edit = (shared: Shared): EditMessage => {
      return { type: 'EditMessage', ...shared, text, before: found.text, version, blocked };
    };
    return withCurrent(
      () => this.change(origin, actor, mid, found, edit),
      async () => (await readerOf(found)(this.database, [mid]))[0],
    );
  }

  @Handles('messaging.deleteMessage')
  async deleteMessage(@Payload() call: Call<'messaging.deleteMessage'>): Promise<Outcome<MessageWire>> {
    const { mid, reason } = call.request;
    const actor = actorOf(call);
    const found = await this.find(mid);
    const operates = await isOperator(this.database, actor.id);
    const origin = originOf('messaging.deleteMessage', call.context);
    return this.change(origin, actor, mid, found, (shared, now) => ({
      type: 'DeleteMessage',
      ...shared,
      isOperator: operates,
      reason,
      now,
    }));
  }

  @Handles('messaging.restoreMessage')
  async restoreMessage(@Payload() call: Call<'messaging.restoreMessage'>): Promise<Outcome<MessageWire>> {
    const { mid } = call.request;
    const actor = actorOf(call);
    const found = await this.find(mid);
    const operates = await isOperator(this.database, actor.id);
    const blocked = await this.findFault(found, actor);
    const origin = originOf('messaging.restoreMessage', call.context);
    return this.change(origin, actor, mid, found, (shared, now) => ({
      type: 'RestoreMessage',
      ...shared,
      isOperator: operates,
      now,
      blocked,
    }));
  }

  /** @throws {DomainError} `message.unknown` */
  private async find(messageId: string): Promise<FoundMessage> {
    const found = await findMessage(this.database, messageId);
    if (!found) throw new DomainError('message.unknown', messages.messageUnknown);
    return found;
  }

  private async findFault({ chatId }: FoundMessage, actor: Actor): Promise<Fault | undefined> {
    return chatId === null ? undefined : findChatFault(this.database, chatId, actor.id);
  }

  private change(
    origin: CommandOrigin,
    actor: Actor,
    messageId: string,
    found: FoundMessage,
    commandOf: (shared: Shared, now: string) => EditMessage | DeleteMessage | RestoreMessage,
  ): Promise<Outcome<MessageWire>> {
    const { chatId, author } = found;
    const blanked = { streamId: blankingStream(messageId), decider: blankingDecider };
    return this.commands.execute(origin, {
      streamId: messageChangeStream(messageId),
      orderingKey: chatId ?? roomKey,
      decider: messageChangeDecider,
      guards: chatId === null ? [blanked] : [blanked, { streamId: chatStream(chatId), decider: chatDecider }],
      command: ({ now, guards: [isBlanked, chat] }: Facts<readonly [boolean, ChatState?]>) =>
        commandOf({ messageId, chatId, author, actor: actor.id, chat: chat ?? null, isBlanked }, now),
      reply: { read: readerOf(found), argument: messageId },
    });
  }
}

function readerOf({ chatId }: FoundMessage): typeof readRoomMessages {
  return chatId === null ? readRoomMessages : readChatMessages;
}
