import { randomUUID } from 'node:crypto';
import { unavailable, DomainError } from '@parlour/contracts/errors';
import type { EndedSession } from '@parlour/contracts/live';
import type { SignUpTerms } from '@parlour/contracts/identity/identity';
import type { SiteWire } from '@parlour/contracts/site';
import { messages } from '@parlour/contracts/messages';
import type { Logger } from '@parlour/kernel/logging/logger';
import { type RpcClient, systemContext } from '@parlour/kernel/rpc/calls';
import { accessSeconds } from './access-tokens.ts';

/** Loads the sessions that ended after `since` (ISO-8601). */
export type LoadEnded = (since: string) => Promise<readonly EndedSession[]>;

/**
 * Poll interval, retry interval before the first load, and tolerated silence of the owner; in
 * milliseconds.
 */
const times = { poll: 5_000, first: 250, silence: 15_000 };

/**
 * Clocks of machines differ: ended sessions are loaded and remembered this much longer than a token
 * lives.
 */
const marginMs = 60_000;

/**
 * Which sessions ended while their access tokens are still good. A token alone cannot tell, so this
 * is loaded at the start, told live, and asked for every five seconds; when identity was out of
 * reach for fifteen nobody is believed any more.
 * Source: docs/design/security.md#session.
 */
export class EndedSessions {
  private readonly endedAt = new Map<string, number>();
  private readonly listeners = new Set<(sessionId: string) => void>();
  private refreshedAt: number | undefined;
  private timer: NodeJS.Timeout | undefined;
  private stopped = false;

  constructor(
    private readonly load: LoadEnded,
    private readonly now: () => number,
    private readonly logger: Logger,
  ) {}

  /** True once loaded, and while identity answers. */
  get isCurrent(): boolean {
    return this.refreshedAt !== undefined && this.now() - this.refreshedAt <= times.silence;
  }

  /** True for a known ended session, whether identity answers or not. */
  has(sessionId: string): boolean {
    return this.endedAt.has(sessionId);
  }

  /** @throws {DomainError} `session.ended`, or `service.unavailable` while it is unknown */
  refuse(sessionId: string): void {
    if (this.has(sessionId)) throw new DomainError('session.ended', messages.notSignedIn);
    if (!this.isCurrent) throw unavailable();
  }

  /** Called once for each session, as soon as it is known to have ended. */
  onEnded(listener: (sessionId: string) => void): void {
    this.listeners.add(listener);
  }

  add(sessions: readonly EndedSession[]): void {
    for (const { sessionId, endedAt } of sessions) {
      if (this.endedAt.has(sessionId)) continue;
      this.endedAt.set(sessionId, Date.parse(endedAt));
      for (const listener of this.listeners) listener(sessionId);
    }
  }

  /** Polls the owner once; a failure is logged and tolerated for a while. */
  async poll(): Promise<void> {
    const askedAt = this.now();
    const oldest = askedAt - accessSeconds * 1_000 - marginMs;
    try {
      this.add(await this.load(new Date(oldest).toISOString()));
      this.refreshedAt = Math.max(askedAt, this.refreshedAt ?? askedAt);
    } catch (failure) {
      this.logger.warn({ err: failure }, 'ended sessions not loaded, retrying');
    }
    for (const [sessionId, endedAt] of this.endedAt) if (endedAt < oldest - marginMs) this.endedAt.delete(sessionId);
  }

  /**
   * Polls until stopped; the first answer may take long, because services may start after the
   * gateway. Then every five seconds, however long an answer takes.
   */
  start(): void {
    void this.poll().then(() => {
      if (this.stopped) return;
      if (this.refreshedAt === undefined) this.timer = setTimeout(() => this.start(), times.first);
      else this.timer = setInterval(() => void this.poll(), times.poll);
      this.timer.unref();
    });
  }

  stop(): void {
    this.stopped = true;
    clearTimeout(this.timer);
  }
}

/**
 * Polls identity, and reports once each username whose login delay the operator ended since, and
 * the site as it is.
 */
export function loadFrom(
  rpc: RpcClient,
  onDelayEnded: (username: string) => void,
  onSite: (site: SiteWire, terms: SignUpTerms) => void,
): LoadEnded {
  const reported = new Map<string, string>();
  return async (since) => {
    const { reply } = await rpc.call('identity.endedSessions', { since }, systemContext(randomUUID()));
    onSite(reply.site, reply.signUp);
    for (const { username, endedAt } of reply.delays) {
      if (reported.get(username) === endedAt) continue;
      reported.set(username, endedAt);
      onDelayEnded(username);
    }
    for (const [username, endedAt] of reported) if (endedAt < since) reported.delete(username);
    return reply.sessions;
  };
}
