import { randomUUID } from 'node:crypto';
import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { limits } from '@parlour/contracts/limits';
import { systemContext } from '@parlour/kernel/rpc/calls';
import { newRequestId } from '@parlour/kernel/tracing/tracing';
import { gatewayEnvironment, type GatewayEnvironment } from '../gateway-environment.ts';
import type { Session } from '../session/session.ts';
import { SocketCalls } from '../socket/socket-calls.ts';

/** A person's chat that is open on at least one of their sockets. */
interface Entered {
  readonly userId: string;
  readonly chatId: string;
  readonly sockets: Set<string>;
  /** The session that entered it last. */
  session: Session;
}

/** How often presence is renewed: often enough that one call may fail. */
const stayMs = (limits.presenceSeconds * 1_000) / 3;

/**
 * Tracks which chats people have open. The service authorises each entry; from then on messages
 * there count as seen, until this gateway reports that the person's last socket here has left.
 */
@Injectable()
export class EnteredChats implements OnApplicationBootstrap, OnApplicationShutdown {
  /** By person and chat. */
  private readonly entered = new Map<string, Entered>();
  /** Calls in flight per person and chat, in sequence: entering must not overtake leaving. */
  private readonly turns = new Map<string, Promise<void>>();
  /** This gateway's id: a person may also have entered through another one. */
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

  /** Renews presence; people that the service has forgotten enter again. */
  async stay(): Promise<void> {
    const present = [...this.entered.values()].map(({ userId, chatId }) => ({ userId, chatId }));
    if (present.length === 0) return;
    const { rpc, logger } = this.environment;
    try {
      const context = systemContext(newRequestId());
      const { reply } = await rpc.call('messaging.stayInChats', { place: this.place, present }, context);
      await Promise.all(reply.missing.map(({ userId, chatId }) => this.enterAgain(keyOf(userId, chatId))));
    } catch (failure) {
      logger.debug({ err: failure }, 'chat presence not renewed');
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

  /**
   * A person's socket enters a chat; it counts as there before the service answers.
   * @throws {DomainError} if the service refuses, and the socket is not there
   */
  async enter(socketId: string, session: Session, chatId: string): Promise<void> {
    const userId = session.user.id;
    const key = keyOf(userId, chatId);
    const entered = this.entered.get(key) ?? { userId, chatId, sockets: new Set(), session };
    this.entered.set(key, entered);
    entered.sockets.add(socketId);
    entered.session = session;
    await this.inTurn(key, () => this.tellEntering(chatId, session)).catch((failure: unknown) => {
      this.remove(socketId, session, chatId);
      throw failure;
    });
  }

  /** A person's socket leaves a chat. */
  async leave(socketId: string, session: Session, chatId: string): Promise<void> {
    if (!this.remove(socketId, session, chatId)) return;
    const key = keyOf(session.user.id, chatId);
    await this.inTurn(key, async () => {
      if (!this.entered.has(key)) await this.tellLeaving(session, chatId);
    });
  }

  /**
   * Also for an ended session, whose messages were still seen. A failure ends by itself when
   * presence expires.
   */
  private async tellLeaving({ id: sessionId, user: actor }: Session, chatId: string): Promise<void> {
    const context = { ...systemContext(newRequestId()), actor, sessionId };
    await this.environment.rpc
      .call('messaging.leaveChat', { chatId, place: this.place }, context)
      .catch((failure: unknown) => this.environment.logger.debug({ err: failure }, 'leaving a chat failed'));
  }

  /** Whether it was the person's last socket in the chat. */
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
