import { Body, Controller, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { MessageWire } from '@parlour/contracts/messaging';
import type { Answered } from '../http/answer.ts';
import { Caller, From } from '../http/caller.ts';
import { PrivateCalls } from '../http/private-calls.ts';
import { Change, Read } from '../http/route.ts';
import { Limited } from '../limits/limits-guard.ts';
import { messagesOf } from './message-requests.ts';
import { AddMessageDto, MessageDto, MessagesQuery } from './message.dto.ts';

@ApiTags('messaging')
@Controller(['messaging', 'api/messaging'])
export class MessagingController {
  constructor(private readonly calls: PrivateCalls) {}

  @Read('getMessages', { summary: 'The latest messages of the global room, oldest first', answers: [MessageDto] })
  async getMessages(@Query() query: MessagesQuery, @From() caller: Caller): Promise<Answered<readonly MessageWire[]>> {
    return (await this.calls.read('messaging.getMessages', messagesOf(query), caller)).map(({ messages }) => messages);
  }

  @Limited('message')
  @Change('addMessage', { summary: 'Write in the global room', answers: MessageDto })
  addMessage(@Body() { messageToAdd }: AddMessageDto, @From() caller: Caller): Promise<Answered<MessageWire>> {
    return this.calls.command('messaging.addMessage', { msg: messageToAdd.msg }, caller.acting(messageToAdd.msgFrom));
  }
}
