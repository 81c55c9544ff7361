import { Body, Controller, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { ChatWire } from '@parlour/contracts/messaging';
import type { Answered } from '../http/answer.ts';
import { Caller, From } from '../http/caller.ts';
import { pageOf } from '../http/page-request.ts';
import { PrivateCalls } from '../http/private-calls.ts';
import { Change, Read } from '../http/route.ts';
import { IdPipe } from '../http/validation.ts';
import { PageQuery } from '../identity/user.dto.ts';
import { Limited } from '../limits/limits-guard.ts';
import { AddParticipantDto, ChatDto, CreateChatDto, UnreadDto } from './chat.dto.ts';
import { chatOf, messagesOf } from './message-requests.ts';
import { GivenMessageDto, MessagesQuery } from './message.dto.ts';

@ApiTags('chat')
@Controller(['chat', 'api/chat'])
export class ChatController {
  constructor(private readonly calls: PrivateCalls) {}

  @Read('getChatsByUser/:username', {
    summary: 'One’s own chats, each with its last message only, most recent first',
    answers: [ChatDto],
  })
  getChatsByUser(
    @Param('username') username: string,
    @Query() query: PageQuery,
    @From() caller: Caller,
  ): Promise<Answered<readonly ChatWire[]>> {
    return this.calls.list('messaging.getChats', pageOf(query), caller.acting(username));
  }

  @Read('unread', { summary: 'The number of unread messages', answers: UnreadDto, extension: true })
  unread(@From() caller: Caller): Promise<Answered<UnreadDto>> {
    return this.calls.read('messaging.unread', {}, caller);
  }

  @Read(':chatId', { summary: 'A chat with its latest messages, oldest first', answers: ChatDto })
  getChat(
    @Param('chatId', IdPipe) chatId: string,
    @Query() query: MessagesQuery,
    @From() caller: Caller,
  ): Promise<Answered<ChatWire>> {
    return this.calls.read('messaging.getChat', { chatId, ...messagesOf(query) }, caller);
  }

  @Limited('message')
  @Change('createChat', { summary: 'Begin a chat; two people have one together', answers: ChatDto })
  createChat(@Body() body: CreateChatDto, @From() caller: Caller): Promise<Answered<ChatWire>> {
    return this.calls.command('messaging.createChat', chatOf(body, caller), caller);
  }

  @Limited('message')
  @Change(':chatId/addMessage', {
    summary: 'Write in a chat; its latest messages, this one the last',
    answers: ChatDto,
  })
  addMessage(
    @Param('chatId', IdPipe) chatId: string,
    @Body() { msg, msgFrom }: GivenMessageDto,
    @From() caller: Caller,
  ): Promise<Answered<ChatWire>> {
    return this.calls.command('messaging.addChatMessage', { chatId, msg }, caller.acting(msgFrom));
  }

  @Limited('message')
  @Change(':chatId/addParticipant', { summary: 'Add a person to a chat of three or more', answers: ChatDto })
  addParticipant(
    @Param('chatId', IdPipe) chatId: string,
    @Body() { username }: AddParticipantDto,
    @From() caller: Caller,
  ): Promise<Answered<ChatWire>> {
    return this.calls.command('messaging.addParticipant', { chatId, username }, caller);
  }

  @Change(':chatId/markRead', { summary: 'Mark a chat as read', answers: ChatDto, extension: true })
  markRead(@Param('chatId', IdPipe) chatId: string, @From() caller: Caller): Promise<Answered<ChatWire>> {
    return this.calls.command('messaging.markRead', { chatId }, caller);
  }
}
