import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { v7 as uuidv7 } from 'uuid';
import { Commands, originOf } from '@parlour/kernel/log/commands';
import { actorOf, type Call, Handles } from '@parlour/kernel/rpc/calls';
import { readReply } from '@parlour/kernel/log/reply';
import { type PostMessage, roomKey, roomMessageDecider, roomMessageStream } from './room-message.decider.ts';
import { readRoomMessages } from './room-message.queries.ts';

/** Calls about the global room. */
@Controller()
export class RoomController {
  constructor(private readonly commands: Commands) {}

  @Handles('messaging.addMessage')
  addMessage(@Payload() call: Call<'messaging.addMessage'>) {
    const from = actorOf(call).id;
    const messageId = uuidv7();
    return this.commands.execute(originOf(call), {
      streamId: roomMessageStream(messageId),
      orderingKey: roomKey,
      decider: roomMessageDecider,
      command: (): PostMessage => ({ type: 'PostMessage', messageId, from, text: call.request.msg }),
      reply: readReply(readRoomMessages, messageId),
    });
  }
}
