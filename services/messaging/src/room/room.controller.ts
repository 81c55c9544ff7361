import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { v7 as uuidv7 } from 'uuid';
import type { MessageWire } from '@parlour/contracts/messaging/messaging';
import type { Rpc } from '@parlour/contracts/rpc';
import { Database } from '@parlour/kernel/database/database';
import { Commands, originOf, type Outcome } from '@parlour/kernel/log/commands';
import { actorOf, type Call, Handles } from '@parlour/kernel/rpc/calls';
import type { Json } from '@parlour/kernel/rpc/json';
import { type PostMessage, roomKey, roomMessageDecider, roomMessageStream } from './room-message.decider.ts';
import { readRoom, readRoomMessages } from './room-message.queries.ts';

/** Calls about the global room. */
@Controller()
export class RoomController {
  constructor(
    private readonly commands: Commands,
    private readonly database: Database,
  ) {}

  @Handles('messaging.getMessages')
  async getMessages(
    @Payload() call: Call<'messaging.getMessages'>,
  ): Promise<Json<Rpc['messaging.getMessages']['reply']>> {
    actorOf(call);
    return readRoom(this.database, call.request);
  }

  @Handles('messaging.addMessage')
  addMessage(@Payload() call: Call<'messaging.addMessage'>): Promise<Outcome<MessageWire>> {
    const from = actorOf(call).id;
    const messageId = uuidv7();
    return this.commands.execute(originOf('messaging.addMessage', call.context), {
      streamId: roomMessageStream(messageId),
      orderingKey: roomKey,
      decider: roomMessageDecider,
      command: (): PostMessage => ({ type: 'PostMessage', messageId, from, text: call.request.msg }),
      reply: { read: readRoomMessages, argument: messageId },
    });
  }
}
