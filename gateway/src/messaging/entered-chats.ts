import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { Tell } from '@parlour/contracts/live';
import { messages } from '@parlour/contracts/messages';
import type { Unsubscribe } from '@parlour/kernel/bus/bus';
import { gatewayEnvironment, type GatewayEnvironment } from '../gateway-environment.ts';
import type { Session } from '../session/session.ts';
import type { LiveSocket } from '../socket/live-socket.ts';
import { greatestEntered, idIn, SocketCalls } from '../socket/socket-calls.ts';

/**
 * Which chats are open before people's eyes: a socket enters one by joinChat and leaves it by leaveChat or by going. What is said in a chat that
 * is entered is seen. The service authorises each entering, and is told of each seeing as of any other command.
 */
@Injectable()
export class EnteredChats implements OnApplicationBootstrap, OnApplicationShutdown {
  /** The sockets that have entered, by person and chat, with the session that they act for. */
  private readonly entered = new Map<string, Map<string, Session>>();
  /** What is being marked now; true where more was said meanwhile. */
  private readonly marking = new Map<string, boolean>();
  private stopListening: Unsubscribe | undefined;

  constructor(
    @Inject(gatewayEnvironment) private readonly environment: GatewayEnvironment,
    private readonly calls: SocketCalls,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    this.stopListening = await this.environment.bus.listen((batch) => {
      for (const tell of batch.tells) this.hear(tell);
    });
  }

  async onApplicationShutdown(): Promise<void> {
    await this.stopListening?.();
  }

  /** Listens to what a socket says of chats, until it is gone. */
  attend(socket: LiveSocket): void {
    const { session } = socket.data;
    const chats = new Set<string>();
    const leave = (chatId: string): void => {
      chats.delete(chatId);
      this.leave(socket.id, session, chatId);
    };
    socket.on('joinChat', (given, done) =>
      this.calls.answer(done, async () => {
        const chatId = idIn(given, messages.chatIdInvalid);
        const [first] = chats;
        if (chats.size >= greatestEntered && first !== undefined) leave(first);
        // Before it is known whether he may: he may leave again before that is answered.
        chats.add(chatId);
        this.enter(socket.id, session, chatId);
        await this.mark(session, chatId).catch((failure: unknown) => {
          leave(chatId);
          throw failure;
        });
      }),
    );
    socket.on('leaveChat', (given, done) => this.calls.answer(done, () => leave(idIn(given, messages.chatIdInvalid))));
    socket.once('disconnect', () => chats.forEach(leave));
  }

  private enter(socketId: string, session: Session, chatId: string): void {
    const key = keyOf(session.user.id, chatId);
    const sockets = this.entered.get(key) ?? new Map<string, Session>();
    this.entered.set(key, sockets.set(socketId, session));
  }

  private leave(socketId: string, session: Session, chatId: string): void {
    const key = keyOf(session.user.id, chatId);
    const sockets = this.entered.get(key);
    if (sockets?.delete(socketId) && sockets.size === 0) this.entered.delete(key);
  }

  private hear({ to, event, payload }: Tell): void {
    if (event !== 'chatUpdate' || payload.chat.unread === 0) return;
    for (const room of to) {
      const key = keyOf(room.replace(/^user:/, ''), payload.chat._id);
      const [session] = this.entered.get(key)?.values() ?? [];
      if (session) void this.markAgain(key, session, payload.chat._id);
    }
  }

  /** One marking at a time of a person's chat: what is said meanwhile is marked by the next. */
  private async markAgain(key: string, session: Session, chatId: string): Promise<void> {
    if (this.marking.has(key)) {
      this.marking.set(key, true);
      return;
    }
    do {
      this.marking.set(key, false);
      // What could not be marked stays unread until he enters again, or more is said.
      await this.mark(session, chatId).catch((failure: unknown) =>
        this.environment.logger.debug({ err: failure }, 'a chat could not be marked as read'),
      );
    } while (this.marking.get(key) === true && this.entered.has(key));
    this.marking.delete(key);
  }

  private async mark(session: Session, chatId: string): Promise<void> {
    await this.calls.read('messaging.markRead', { chatId }, session);
  }
}

function keyOf(userId: string, chatId: string): string {
  return `${userId} ${chatId}`;
}
