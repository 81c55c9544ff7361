import { Injectable, UseFilters } from '@nestjs/common';
import {
  ConnectedSocket,
  MessageBody,
  type OnGatewayDisconnect,
  SubscribeMessage,
  WebSocketGateway,
} from '@nestjs/websockets';
import { messages } from '@parlour/contracts/messages';
import type { SocketAnswer } from '@parlour/contracts/socket';
import { IdPipe } from '../http/answers/validation.ts';
import type { LiveSocket } from '../socket/live-socket.ts';
import { maxEntered } from '../socket/socket-calls.ts';
import { done, SocketRefusals } from '../socket/socket-refusals.ts';
import { EnteredChats } from './entered-chats.ts';

@Injectable()
class ChatIdPipe extends IdPipe {
  protected override readonly text = messages.chatIdInvalid;
}

/** A socket's chat events: it is in a chat from joinChat until leaveChat or disconnect. */
@WebSocketGateway()
@UseFilters(SocketRefusals)
export class ChatGateway implements OnGatewayDisconnect {
  private readonly entered = new WeakMap<LiveSocket, Set<string>>();

  constructor(private readonly chats: EnteredChats) {}

  @SubscribeMessage('joinChat')
  async join(@ConnectedSocket() socket: LiveSocket, @MessageBody(ChatIdPipe) chatId: string): Promise<SocketAnswer> {
    const entered = this.entered.get(socket) ?? new Set();
    this.entered.set(socket, entered);
    const [first] = entered;
    if (entered.size >= maxEntered && !entered.has(chatId) && first !== undefined) void this.leave(socket, first);
    // Registered before the service answers: the socket may leave before that.
    entered.add(chatId);
    await this.chats.enter(socket.id, socket.data.session, chatId).catch((failure: unknown) => {
      entered.delete(chatId);
      throw failure;
    });
    return done;
  }

  @SubscribeMessage('leaveChat')
  async leave(@ConnectedSocket() socket: LiveSocket, @MessageBody(ChatIdPipe) chatId: string): Promise<SocketAnswer> {
    const wasIn = this.entered.get(socket)?.delete(chatId) === true;
    if (wasIn) await this.chats.leave(socket.id, socket.data.session, chatId);
    return done;
  }

  handleDisconnect(socket: LiveSocket): void {
    this.entered.get(socket)?.forEach((chatId) => void this.leave(socket, chatId));
  }
}
