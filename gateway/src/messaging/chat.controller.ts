import { Body, Controller, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  AddParticipant,
  CreateChat,
  GetMessages,
  GivenMessage,
  LeaveChat,
  MuteChat,
  RenameChat,
} from '@parlour/contracts/messaging/messaging.requests';
import { PageRequest } from '@parlour/contracts/page.requests';
import { Caller, From } from '../http/requests/caller.ts';
import { PrivateCalls } from '../http/requests/private-calls.ts';
import { Change, Read } from '../http/route.ts';
import { IdPipe } from '../http/answers/validation.ts';
import { Limited } from '../limits/limits-guard.ts';

@ApiTags('chat')
@Controller(['chat', 'api/chat'])
export class ChatController {
  constructor(private readonly calls: PrivateCalls) {}

  @Read('getChatsByUser/:username', {
    summary: 'One’s own chats, each with its last message only, most recent first',
    answers: 'messaging.getChats',
  })
  getChatsByUser(@Param('username') username: string, @Query() query: PageRequest, @From() caller: Caller) {
    return this.calls.list('messaging.getChats', query, caller.acting(username));
  }

  @Read('unread', { summary: 'The number of unread messages', answers: 'messaging.unread', extension: true })
  unread(@From() caller: Caller) {
    return this.calls.read('messaging.unread', {}, caller);
  }

  @Limited('reading')
  @Read(':chatId', { summary: 'A chat with its latest messages, oldest first', answers: 'messaging.getChat' })
  getChat(@Param('chatId', IdPipe) chatId: string, @Query() query: GetMessages, @From() caller: Caller) {
    return this.calls.read('messaging.getChat', { chatId, ...query }, caller);
  }

  @Limited('chat')
  @Change('createChat', {
    summary: 'Begin a chat; two people have one together',
    answers: 'messaging.createChat',
  })
  createChat(@Body() { participants, messages }: CreateChat, @From() caller: Caller) {
    return this.calls.command(
      'messaging.createChat',
      { participants, messages: messages.map(({ msg }) => msg) },
      caller.acting(...messages.map(({ msgFrom }) => msgFrom)),
    );
  }

  @Limited('message')
  @Change(':chatId/addMessage', {
    summary: 'Write in a chat; its latest messages, this one the last',
    answers: 'messaging.addChatMessage',
  })
  addMessage(@Param('chatId', IdPipe) chatId: string, @Body() { msg, msgFrom }: GivenMessage, @From() caller: Caller) {
    return this.calls.command('messaging.addChatMessage', { chatId, msg }, caller.acting(msgFrom));
  }

  @Limited('message')
  @Change(':chatId/addParticipant', {
    summary: 'Add a person to a chat of three or more',
    answers: 'messaging.addParticipant',
  })
  addParticipant(
    @Param('chatId', IdPipe) chatId: string,
    @Body() { username }: AddParticipant,
    @From() caller: Caller,
  ) {
    return this.calls.command('messaging.addParticipant', { chatId, username }, caller);
  }

  @Limited('message')
  @Change('leave', { summary: 'Leave a group', answers: 'messaging.leave' })
  leave(@Body() { chatId, username }: LeaveChat, @From() caller: Caller) {
    return this.calls.command('messaging.leave', { chatId }, caller.acting(username));
  }

  @Limited('message')
  @Change('rename', {
    method: 'PATCH',
    summary: 'Name a group, or take its name away',
    answers: 'messaging.rename',
  })
  rename(@Body() { chatId, name, username }: RenameChat, @From() caller: Caller) {
    return this.calls.command('messaging.rename', { chatId, name }, caller.acting(username));
  }

  @Limited('message')
  @Change('mute', {
    summary: 'Mute a chat or the global room (`global`), or no longer',
    answers: 'messaging.mute',
  })
  mute(@Body() { chatId, muted, username }: MuteChat, @From() caller: Caller) {
    return this.calls.command('messaging.mute', { chatId, muted }, caller.acting(username));
  }

  @Change(':chatId/markRead', { summary: 'Mark a chat as read', answers: 'messaging.markRead', extension: true })
  markRead(@Param('chatId', IdPipe) chatId: string, @From() caller: Caller) {
    return this.calls.read('messaging.markRead', { chatId }, caller);
  }
}
