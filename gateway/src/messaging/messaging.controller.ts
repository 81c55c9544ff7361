import { Body, Controller, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  AddMessage,
  DeleteMessage,
  DeleteMessageQuery,
  EditMessage,
  GetMessages,
  RestoreMessage,
} from '@parlour/contracts/messaging/messaging.requests';
import { Caller, From } from '../http/requests/caller.ts';
import { PrivateCalls } from '../http/requests/private-calls.ts';
import { Change, Read } from '../http/route.ts';
import { Limited } from '../limits/limits-guard.ts';
import { deletionOf } from './message-requests.ts';

@ApiTags('messaging')
@Controller(['messaging', 'api/messaging'])
export class MessagingController {
  constructor(private readonly calls: PrivateCalls) {}

  @Limited('reading')
  @Read('getMessages', {
    summary: 'The latest messages of the global room, oldest first',
    answers: ['messaging.getMessages', 'messages'],
  })
  async getMessages(@Query() query: GetMessages, @From() caller: Caller) {
    return (await this.calls.read('messaging.getMessages', query, caller)).map(({ messages }) => messages);
  }

  @Limited('message')
  @Change('addMessage', { summary: 'Write in the global room', answers: 'messaging.addMessage' })
  addMessage(@Body() { messageToAdd }: AddMessage, @From() caller: Caller) {
    return this.calls.command('messaging.addMessage', { msg: messageToAdd.msg }, caller.acting(messageToAdd.msgFrom));
  }

  @Limited('message')
  @Change('editMessage', {
    method: 'PATCH',
    summary: 'Give one’s message another text, in the global room or in a chat',
    answers: 'messaging.editMessage',
  })
  editMessage(@Body() { mid, msg, version, username }: EditMessage, @From() caller: Caller) {
    return this.calls.command('messaging.editMessage', { mid, msg, version }, caller.acting(username));
  }

  @Limited('message')
  @Change('deleteMessage', {
    method: 'DELETE',
    summary: 'Delete one’s message; operators can delete those of others in the global room',
    answers: 'messaging.deleteMessage',
  })
  deleteMessage(@Body() body: DeleteMessage, @Query() query: DeleteMessageQuery, @From() caller: Caller) {
    return this.calls.command(
      'messaging.deleteMessage',
      deletionOf(body, query),
      caller.acting(body.username, query.username),
    );
  }

  @Limited('message')
  @Change('restoreMessage', { summary: 'Undo the deletion of a message', answers: 'messaging.restoreMessage' })
  restoreMessage(@Body() { mid, username }: RestoreMessage, @From() caller: Caller) {
    return this.calls.command('messaging.restoreMessage', { mid }, caller.acting(username));
  }
}
