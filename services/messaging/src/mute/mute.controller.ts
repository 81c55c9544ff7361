import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { roomId } from '@parlour/contracts/messaging/messaging';
import { Database } from '@parlour/kernel/database/database';
import { Commands, originOf, Outcome } from '@parlour/kernel/log/commands';
import { doneReply, readReply } from '@parlour/kernel/log/reply';
import { actorOf, type Call, Handles } from '@parlour/kernel/rpc/calls';
import { chatDecider, type ChatState, chatStream } from '../chat/chat.decider.ts';
import { readChangedChat } from '../chat/chat.queries.ts';
import { roomKey } from '../room/room-message.decider.ts';
import { type Mute, muteDecider, muteStream } from './mute.decider.ts';
import { readRoomOf } from './mute.queries.ts';

/** The call that mutes chats and the global room. */
@Controller()
export class MuteController {
  constructor(
    private readonly commands: Commands,
    private readonly database: Database,
  ) {}

  /** @throws {DomainError} `chat.unknown` for outsiders */
  @Handles('messaging.mute')
  async mute(@Payload() call: Call<'messaging.mute'>) {
    const { chatId, muted } = call.request;
    const userId = actorOf(call).id;
    const origin = originOf(call);
    const command = (chat: ChatState | null): Mute => ({ type: 'Mute', chatId, userId, muted, chat });
    const shared = { streamId: muteStream(chatId, userId), decider: muteDecider };
    if (chatId === roomId) {
      return this.commands.execute(origin, {
        ...shared,
        orderingKey: roomKey,
        command: () => command(null),
        reply: readReply(readRoomOf, userId),
      });
    }
    const { positions } = await this.commands.execute(origin, {
      ...shared,
      orderingKey: chatId,
      guards: [{ streamId: chatStream(chatId), decider: chatDecider }],
      command: ({ guards: [chat] }) => command(chat),
      reply: doneReply,
    });
    return new Outcome(await readChangedChat(this.database.byKeys, chatId, userId), positions);
  }
}
