import { randomUUID } from 'node:crypto';
import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { limits } from '@parlour/contracts/limits';
import { messages } from '@parlour/contracts/messages';
import { systemContext } from '@parlour/kernel/rpc/calls';
import { newRequestId } from '@parlour/kernel/tracing/tracing';
import { gatewayEnvironment, type GatewayEnvironment } from '../gateway-environment.ts';
import type { Session } from '../session/session.ts';
import type { LiveSocket } from '../socket/live-socket.ts';
import { maxEntered, idIn, SocketCalls } from '../socket/socket-calls.ts';

/** Somebody's chat that is open on at least one of their sockets. */
interface Entered {
  readonly userId: string;
  readonly chatId: string;
  readonly sockets: Set<string>;
  /** In which it was entered last. */
  session: Session;
}

/** How often it is said again who is there: often enough that one call may fail. */
const stayMs = (limits.presenceSeconds * 1_000) / 3;

/**
 * Which chats are open before people's eyes: a socket enters one by joinChat and leaves it by leaveChat or by going. The service authorises each
 * entering; from then on it counts what is said there as seen, until it is told that the last of a person's sockets here has left.
 */
@Injectable()
export class EnteredChats implements OnApplicationBootstrap, OnApplicationShutdown {
  /** By person and chat. */
  private readonly entered = new Map<string, Entered>();
  /** What is being told of a person's chat: one after the other, for an entering must not overtake a leaving. */
  private readonly turns = new Map<string, Promise<void>>();
  /** What this gateway is called: a person may have entered through another one as well. */
  private readonly place = randomUUID();
  private timer: NodeJS.Timeout | undefined;

  constructor(
    @Inject(gatewayEnvironment) private readonly environment: GatewayEnvironment,
    private readonly calls: SocketCalls,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.stay(), stayMs);
    this.timer.unref();
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  /** Listens to what a socket says of chats, until it is gone. */
  attend(socket: LiveSocket): void {
    const { session } = socket.data;
    const chats = new Set<string>();
    const leave = async (chatId: string): Promise<void> => {
      if (chats.delete(chatId)) await this.leave(socket.id, session, chatId);
    };
    socket.on('joinChat', (given, done) =>
      this.calls.answer(done, async () => {
        const chatId = idIn(given, messages.chatIdInvalid);
        const [first] = chats;
        if (chats.size >= maxEntered && first !== undefined) void leave(first);
        // Before it is known whether they may: they may leave again before that is answered.
        chats.add(chatId);
        await this.enter(socket.id, session, chatId).catch((failure: unknown) => {
          chats.delete(chatId);
          this.remove(socket.id, session, chatId);
          throw failure;
        });
      }),
    );
    socket.on('leaveChat', (given, done) => this.calls.answer(done, () => leave(idIn(given, messages.chatIdInvalid))));
    socket.once('disconnect', () => chats.forEach((chatId) => void leave(chatId)));
  }

  /** Says again who is there; whom the service has forgotten enters again. */
  async stay(): Promise<void> {
    const present = [...this.entered.values()].map(({ userId, chatId }) => ({ userId, chatId }));
    if (present.length === 0) return;
    const { rpc, logger } = this.environment;
    try {
      const context = systemContext(newRequestId());
      const { reply } = await rpc.call('messaging.stayInChats', { place: this.place, present }, context);
      await Promise.all(reply.missing.map(({ userId, chatId }) => this.enterAgain(keyOf(userId, chatId))));
    } catch (failure) {
      logger.debug({ err: failure }, 'it could not be said who is in chats');
    }
  }

  private enterAgain(key: string): Promise<void> {
    return this.inTurn(key, async () => {
      const entered = this.entered.get(key);
      if (entered) await this.tellEntering(entered.chatId, entered.session);
    });
  }

  private async tellEntering(chatId: string, session: Session): Promise<void> {
    await this.calls.read('messaging.enterChat', { chatId, place: this.place }, session);
  }

  private enter(socketId: string, session: Session, chatId: string): Promise<void> {
    const userId = session.user.id;
    const key = keyOf(userId, chatId);
    const entered = this.entered.get(key) ?? { userId, chatId, sockets: new Set(), session };
    this.entered.set(key, entered);
    entered.sockets.add(socketId);
    entered.session = session;
    return this.inTurn(key, () => this.tellEntering(chatId, session));
  }

  private async leave(socketId: string, session: Session, chatId: string): Promise<void> {
    if (!this.remove(socketId, session, chatId)) return;
    const key = keyOf(session.user.id, chatId);
    await this.inTurn(key, async () => {
      if (!this.entered.has(key)) await this.tellLeaving(session, chatId);
    });
  }

  /** Also of a session that has ended: what was seen was seen. What could not be told ends by itself. */
  private async tellLeaving({ id: sessionId, user: actor }: Session, chatId: string): Promise<void> {
    const context = { ...systemContext(newRequestId()), actor, sessionId };
    await this.environment.rpc
      .call('messaging.leaveChat', { chatId, place: this.place }, context)
      .catch((failure: unknown) => this.environment.logger.debug({ err: failure }, 'leaving a chat could not be told'));
  }

  /** Whether it was the last of this person's sockets in the chat. */
  private remove(socketId: string, session: Session, chatId: string): boolean {
    const key = keyOf(session.user.id, chatId);
    const entered = this.entered.get(key);
    return entered?.sockets.delete(socketId) === true && entered.sockets.size === 0 && this.entered.delete(key);
  }

  private async inTurn(key: string, work: () => Promise<void>): Promise<void> {
    const turn = (this.turns.get(key) ?? Promise.resolve()).then(work, work);
    this.turns.set(key, turn);
    try {
      await turn;
    } finally {
      if (this.turns.get(key) === turn) this.turns.delete(key);
    }
  }
}

function keyOf(userId: string, chatId: string): string {
  return `${userId} ${chatId}`;
}
