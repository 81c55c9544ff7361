import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { DomainError, type Fault } from '@parlour/contracts/errors';
import { messages } from '@parlour/contracts/messages';
import type { MessageWire } from '@parlour/contracts/messaging/messaging';
import type { PlainText } from '@parlour/contracts/posts/posts.events';
import { Database } from '@parlour/kernel/database/database';
import { type CommandOrigin, Commands, type Facts, originOf, type Outcome } from '@parlour/kernel/log/commands';
import { actorOf, type Call, Handles } from '@parlour/kernel/rpc/calls';
import { withCurrent } from '@parlour/posts/stale-edits';
import { readReply } from '@parlour/kernel/log/reply';
import { isOperator } from '@parlour/people/operators';
import type { Moderating } from '@parlour/posts/deletion.decider';
import { blankingGuard } from '@parlour/posts/erasing.decider';
import type { PostCommand } from '@parlour/posts/post.decider';
import { findChatFault } from '../chat/blocked.queries.ts';
import { chatDecider, type ChatState, chatStream } from '../chat/chat.decider.ts';
import { readChatMessages } from '../chat/chat.queries.ts';
import { roomKey } from '../room/room-message.decider.ts';
import { readRoomMessages } from '../room/room-message.queries.ts';
import { type ChangeMessage, messageChangeDecider, messageChangeStream } from './editing.decider.ts';
import { findMessage, type FoundMessage } from './editing.queries.ts';

/** A message that was found, and why its author cannot reach others of its chat. */
interface Changed extends FoundMessage {
  readonly blocked?: Fault | undefined;
}

/** Calls that change messages of the global room and of chats. */
@Controller()
export class EditingController {
  constructor(
    private readonly commands: Commands,
    private readonly database: Database,
  ) {}

  /** @throws {DomainError} `edit.stale` with the message as it is now */
  @Handles('messaging.editMessage')
  async editMessage(@Payload() call: Call<'messaging.editMessage'>) {
    const { mid, msg: text, version } = call.request;
    const actorId = actorOf(call).id;
    const found = await this.find(mid);
    const blocked = await this.findFault(found, actorId);
    const origin = originOf(call);
    return withCurrent(
      () =>
        this.change(origin, mid, { ...found, blocked }, (isErased) => ({
          ...{ type: 'EditPost', actorId, texts: { text }, version, isErased },
        })),
      async () => (await readerOf(found)(this.database, [mid]))[0],
    );
  }

  @Handles('messaging.deleteMessage')
  async deleteMessage(@Payload() call: Call<'messaging.deleteMessage'>) {
    const { mid, reason } = call.request;
    const actorId = actorOf(call).id;
    const found = await this.find(mid);
    const rights = await this.rightsOf(actorId);
    return this.change(originOf(call), mid, found, (isErased, now) => ({
      ...{ type: 'DeletePost', actorId, ...rights, reason, isErased, now },
    }));
  }

  @Handles('messaging.restoreMessage')
  async restoreMessage(@Payload() call: Call<'messaging.restoreMessage'>) {
    const { mid } = call.request;
    const actorId = actorOf(call).id;
    const found = await this.find(mid);
    const rights = await this.rightsOf(actorId);
    const blocked = await this.findFault(found, actorId);
    const origin = originOf(call);
    return this.change(origin, mid, { ...found, blocked }, (isErased, now) => ({
      ...{ type: 'RestorePost', actorId, ...rights, reason: '', isErased, now },
    }));
  }

  /** @throws {DomainError} `message.unknown` */
  private async find(messageId: string): Promise<FoundMessage> {
    const found = await findMessage(this.database, messageId);
    if (!found) throw new DomainError('message.unknown', messages.messageUnknown);
    return found;
  }

  private async findFault({ chatId }: FoundMessage, actorId: string): Promise<Fault | undefined> {
    return chatId === null ? undefined : findChatFault(this.database, chatId, actorId);
  }

  /** Nobody moderates messages. */
  private async rightsOf(actorId: string): Promise<Moderating> {
    return { communityId: null, leads: false, isOperator: await isOperator(this.database, actorId) };
  }

  private change(
    origin: CommandOrigin,
    messageId: string,
    changed: Changed,
    commandOf: (isErased: boolean, now: string) => PostCommand<PlainText>,
  ): Promise<Outcome<MessageWire>> {
    const { chatId, author, text: before, blocked } = changed;
    const erased = blankingGuard(messageId);
    return this.commands.execute(origin, {
      streamId: messageChangeStream(messageId),
      orderingKey: chatId ?? roomKey,
      decider: messageChangeDecider,
      guards: chatId === null ? [erased] : [erased, { streamId: chatStream(chatId), decider: chatDecider }],
      command: ({ now, guards: [isErased, chat] }: Facts<readonly [boolean, ChatState?]>): ChangeMessage => ({
        ...commandOf(isErased, now),
        ...{ place: { messageId, chatId }, author, before, chat: chat ?? null, blocked },
      }),
      reply: readReply(readerOf(changed), messageId),
    });
  }
}

function readerOf({ chatId }: FoundMessage): typeof readRoomMessages {
  return chatId === null ? readRoomMessages : readChatMessages;
}
