import { setTimeout as delay } from 'node:timers/promises';

import { admitted } from '@parlour/contracts/identity/approval';
import type { Actor, Positions, Source } from '@parlour/contracts/envelope';
import { DomainError } from '@parlour/contracts/errors';
import { addressOfFile } from '@parlour/contracts/files/file-id';
import type { SessionGrant } from '@parlour/contracts/identity/identity';
import type { Notified } from '@parlour/contracts/notifications/notifications';
import type { CallContext, Rpc, RpcName } from '@parlour/contracts/rpc';
import type { FileStore } from '@parlour/deployment/files/file-store';
import { bodyHash, type RpcClient, systemContext } from '@parlour/kernel/rpc/calls';

import { namedFile, storeDemoFile } from './files.ts';
import { demoPassword } from './people.ts';
import { notifiedWithin } from './timetable.ts';

/** A name stays reserved for 30 s after an interrupted sign-up. */
const signupPatienceMs = 40_000;
const retryMs = 250;
const tries = 40;
const lookMs = 15;
/** Waits no longer for a notification: it may be behind a later one. */
const hearsWithinMs = 2_000;
const minuteMs = 60_000;

/** The key and the time of a command. */
export interface Occasion {
  readonly key: string;
  /** In minutes before the demonstration began. */
  readonly ago: number;
  /**
   * The request's parts that two commands with one key must have in common, if not all: times
   * relative to the start are left out.
   */
  readonly identity?: object;
}

/** A person of the demonstration, signed in. */
interface Member {
  readonly actor: Actor;
  readonly sessionId: string;
}

/**
 * Runs the product's own commands, each with a key: repeated, a command changes nothing and gets
 * the same answer.
 */
export class Cast {
  private readonly members = new Map<string, Member>();
  /** Every actor has seen everything that was done before. */
  private seen: Positions = {};
  /** Notified people, each with the person who acted. */
  private readonly heard = new Set<string>();
  private heardUpTo = 0;
  private count = 0;

  constructor(
    private readonly rpc: RpcClient,
    private readonly store: FileStore,
    private readonly begunAt: number,
    private readonly signal: AbortSignal,
  ) {}

  /** How many commands were run. */
  get given(): number {
    return this.count;
  }

  /** Signs up, or signs in to the account of an earlier start. */
  async enter(username: string, ago: number): Promise<void> {
    const deadline = performance.now() + signupPatienceMs;
    for (;;) {
      try {
        this.members.set(username, await this.signup(username, ago));
        return;
      } catch (failure) {
        if (codeOf(failure) !== 'username.taken' && codeOf(failure) !== 'login.failed') throw failure;
        if (performance.now() > deadline) throw failure;
      }
      await delay(retryMs, undefined, { signal: this.signal });
    }
  }

  /** Ends the sessions of `enter`, so that no list shows them. */
  async leave(): Promise<void> {
    await inParallel([...this.members], async ([name, { sessionId }]) => {
      await this.give(name, 'identity.logout', { sessionId }, { key: `logout ${sessionId}`, ago: 0 });
    });
  }

  /** @throws {Error} for a person who is not in the content */
  async give<Name extends RpcName>(
    by: string,
    name: Name,
    request: Rpc[Name]['request'],
    { key, ago, identity = request }: Occasion,
  ): Promise<Rpc[Name]['reply']> {
    const reply = await this.call(name, request, { ...this.member(by), key, ago, identity });
    this.count += 1;
    return reply;
  }

  /** Uploads one of `demoFiles`; returns its id, also if an earlier start has uploaded it. */
  async upload(by: string, name: string, alt = ''): Promise<string> {
    const file = await storeDemoFile(this.store, name);
    // Not as old as what has it: a file that was in no text for 48 hours is deleted.
    const occasion = { key: `upload ${name}`, ago: 0, identity: { name, alt } };
    return (await this.give(by, 'files.add', { ...file, name, alt }, occasion))._id;
  }

  /** Uploads the files that a text names, and returns it with their addresses. */
  async withFiles(by: string, text: string): Promise<string> {
    let addressed = text;
    for (const [, mark = '', label = '', name = ''] of text.matchAll(namedFile)) {
      const id = await this.upload(by, name, mark === '' ? '' : label);
      addressed = addressed.replace(`(/file/${name})`, `(${addressOfFile(id)})`);
    }
    return addressed;
  }

  /** A read, after everything that was done before. */
  async read<Name extends RpcName>(by: string, name: Name, request: Rpc[Name]['request']): Promise<Rpc[Name]['reply']> {
    return this.call(name, request, { ...this.member(by), key: 'read', ago: 0, identity: request });
  }

  /**
   * Waits until a person was notified of an action: notifications are listed in the order of
   * arrival. Old events notify nobody.
   */
  async heardOf(targetId: string, by: string, ago: number): Promise<void> {
    if (Date.now() - this.timeOf(ago) > notifiedWithin * minuteMs) return;
    const wanted = `${targetId} ${this.member(by).actor.id}`;
    const deadline = performance.now() + hearsWithinMs;
    while (performance.now() < deadline) {
      const { reply } = await this.rpc.call(
        'notifications.feed',
        { after: this.heardUpTo, limit: 500 },
        systemContext(wanted),
      );
      for (const { type, data, position } of reply.envelopes) {
        const about = data as Partial<Notified['data']>; // all events of the type below have it
        if (type === 'Notified') this.heard.add(`${about.targetId} ${about.actorId}`);
        this.heardUpTo = position;
      }
      if (this.heard.has(wanted)) return;
      await delay(lookMs, undefined, { signal: this.signal });
    }
  }

  /** The time of an action, in milliseconds since 1970. */
  timeOf(ago: number): number {
    return Math.round(this.begunAt - ago * minuteMs);
  }

  /**
   * A person's id.
   * @throws {Error} for a person who is not in the content
   */
  idOf(name: string): string {
    return this.member(name).actor.id;
  }

  private member(name: string): Member {
    const member = this.members.get(name);
    if (!member) throw new Error(`There is no ${name} in the demonstration.`);
    return member;
  }

  private async signup(username: string, ago: number): Promise<Member> {
    const request = { username, password: demoPassword, address: '127.0.0.1', userAgent: 'The demonstration' };
    const nobody = { actor: null, sessionId: null, key: `signup ${username}`, ago, identity: { username } };
    try {
      const member = memberOf(admitted(await this.call('identity.signup', request, nobody)));
      this.count += 1;
      return member;
    } catch (failure) {
      if (codeOf(failure) !== 'username.taken') throw failure;
      return memberOf(await this.call('identity.login', request, { ...nobody, key: `login ${username}` }));
    }
  }

  private async call<Name extends RpcName>(
    name: Name,
    request: Rpc[Name]['request'],
    { key, ago, identity, ...who }: Pick<CallContext, 'actor' | 'sessionId'> & Required<Occasion>,
  ): Promise<Rpc[Name]['reply']> {
    const occurredAt = new Date(this.timeOf(ago)).toISOString();
    const idempotency = { key: `demonstration ${key}`, bodyHash: bodyHash(identity) };
    for (let attempt = 1; ; attempt += 1) {
      this.signal.throwIfAborted();
      try {
        const context = { requestId: idempotency.key, ...who, minPositions: { ...this.seen }, idempotency, occurredAt };
        const { reply, positions } = await this.rpc.call(name, request, context);
        this.note(positions);
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

/** Handles a list, several items at a time: for work in any order. */
export async function inParallel<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const waiting = items.values();
  const lane = async (): Promise<void> => {
    for (const item of waiting) await work(item);
  };
  await Promise.all(Array.from({ length: 24 }, lane));
}

/** The code of a refusal; undefined for any other failure. */
export function codeOf(failure: unknown): string | undefined {
  return failure instanceof DomainError ? failure.code : undefined;
}

function memberOf({ user, sessionId }: SessionGrant): Member {
  return { actor: { id: user._id, name: user.username }, sessionId };
}
