import { setTimeout as delay } from 'node:timers/promises';

import type { Actor, Positions, Source } from '@parlour/contracts/envelope';
import { DomainError } from '@parlour/contracts/errors';
import type { SessionGrant } from '@parlour/contracts/identity';
import type { CallContext, Rpc, RpcName } from '@parlour/contracts/rpc';
import { bodyHash, type RpcClient } from '@parlour/kernel/rpc/calls';

import { demoPassword } from './people.ts';

/** A name stays reserved for 30 s when its signup was broken off. */
const signupPatienceMs = 40_000;
const retryMs = 250;
const tries = 40;

/** Somebody of the demonstration, signed in. */
export interface Member {
  readonly actor: Actor;
  readonly sessionId: string;
}

/** Gives the product's own commands, each known by a key: given again, a command changes nothing and answers the same. */
export class DemoCommands {
  /** Whoever does something has seen all that was done before. */
  private seen: Positions = {};
  private count = 0;

  constructor(
    private readonly rpc: RpcClient,
    private readonly signal: AbortSignal,
  ) {}

  /** How many commands have been given. */
  get given(): number {
    return this.count;
  }

  /** Opens an account, or enters the one that an earlier start has opened. */
  async enter(username: string): Promise<Member> {
    const deadline = performance.now() + signupPatienceMs;
    for (;;) {
      try {
        return await this.signup(username);
      } catch (failure) {
        if (codeOf(failure) !== 'username.taken' && codeOf(failure) !== 'login.failed') throw failure;
        if (performance.now() > deadline) throw failure;
      }
      await delay(retryMs, undefined, { signal: this.signal });
    }
  }

  /** `identity` is what two commands under one key must agree in; what depends on the time of the start has no place in it. */
  async give<Name extends RpcName>(
    { actor, sessionId }: Member,
    name: Name,
    request: Rpc[Name]['request'],
    key: string,
    identity: object = request,
  ): Promise<Rpc[Name]['reply']> {
    return this.call(name, request, { actor, sessionId, key, identity });
  }

  private async signup(username: string): Promise<Member> {
    const request = { username, password: demoPassword, address: '127.0.0.1', userAgent: 'The demonstration' };
    const nobody = { actor: null, sessionId: null, key: `signup ${username}`, identity: { username } };
    try {
      return memberOf(await this.call('identity.signup', request, nobody));
    } catch (failure) {
      if (codeOf(failure) !== 'username.taken') throw failure;
      return memberOf(await this.call('identity.login', request, { ...nobody, key: `login ${username}` }));
    }
  }

  private async call<Name extends RpcName>(
    name: Name,
    request: Rpc[Name]['request'],
    { key, identity, ...who }: Pick<CallContext, 'actor' | 'sessionId'> & { key: string; identity: object },
  ): Promise<Rpc[Name]['reply']> {
    const idempotency = { key: `demonstration ${key}`, bodyHash: bodyHash(identity) };
    for (let attempt = 1; ; attempt += 1) {
      this.signal.throwIfAborted();
      try {
        const context = { requestId: idempotency.key, ...who, minPositions: { ...this.seen }, idempotency };
        const { reply, positions } = await this.rpc.call(name, request, context);
        this.note(positions);
        this.count += 1;
        return reply;
      } catch (failure) {
        const busy = codeOf(failure) === 'service.unavailable' || codeOf(failure) === 'command.conflict';
        if (!busy || attempt === tries) throw failure;
      }
      await delay(retryMs, undefined, { signal: this.signal });
    }
  }

  private note(positions: Positions): void {
    const entries = Object.entries(positions) as [Source, number][]; // the keys of Positions
    for (const [source, position] of entries) {
      if (position > (this.seen[source] ?? 0)) this.seen[source] = position;
    }
  }
}

/** The people of the demonstration, who do what the scenes say. */
export interface Cast {
  readonly commands: DemoCommands;
  /** @throws {Error} for somebody whom the content forgot */
  readonly as: (name: string) => Member;
}

/** Works through a list, some at a time: for what may happen in any order. */
export async function inParallel<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const waiting = items.values();
  const lane = async (): Promise<void> => {
    for (const item of waiting) await work(item);
  };
  await Promise.all(Array.from({ length: 24 }, lane));
}

/** The stable code of a refusal; undefined of any other failure. */
export function codeOf(failure: unknown): string | undefined {
  return failure instanceof DomainError ? failure.code : undefined;
}

function memberOf({ user, sessionId }: SessionGrant): Member {
  return { actor: { id: user._id, name: user.username }, sessionId };
}
