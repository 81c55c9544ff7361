import type { IncomingHttpHeaders } from 'node:http';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { canonicalName } from '@parlour/contracts/text/checks';
import { parsePositions, type Positions } from '@parlour/contracts/envelope';
import { DomainError } from '@parlour/contracts/errors';
import { limits } from '@parlour/contracts/limits';
import { messages } from '@parlour/contracts/messages';
import type { ClientInfo } from '@parlour/contracts/rpc';
import { isOfContract } from '../../contract/contract.ts';
import type { Session } from '../../session/session.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The client's address, seen through trusted proxies. */
    clientAddress: string;
  }
}

/** The caller of a request, with all that a call to a service needs. */
export class Caller {
  private constructor(
    readonly requestId: string,
    readonly session: Session | null,
    readonly client: ClientInfo,
    /** What this client has seen; null from one that does not keep account of it. */
    readonly minPositions: Positions | null,
    readonly idempotencyKey: string | null,
    /** For calls of the contract: whether they say how many rows they want. */
    readonly contract: { readonly isLimited: boolean } | null,
  ) {}

  /** @throws {DomainError} `request.invalid` for an unusable Idempotency-Key */
  static of(request: FastifyRequest): Caller {
    return Caller.from(request, idempotencyKeyOf(request.headers['idempotency-key']));
  }

  /** The caller of a request that only reads, whatever its Idempotency-Key. */
  static reading(request: FastifyRequest): Caller {
    return Caller.from(request, null);
  }

  private static from(request: FastifyRequest, idempotencyKey: string | null): Caller {
    const { headers } = request;
    return new Caller(
      request.id,
      request.user ?? null,
      clientOf(request.clientAddress, headers),
      headers['x-min-position'] === undefined ? null : parsePositions(String(headers['x-min-position'])),
      idempotencyKey,
      isOfContract(request.url) ? { isLimited: 'limit' in Object(request.query) } : null,
    );
  }

  /**
   * This caller, acting under names from the request: their own, or none (decisions T-4).
   * @throws {DomainError} `actor.other` for another person's name
   */
  acting(...names: readonly (string | undefined)[]): this {
    const others = names.filter((name) => name !== undefined && !this.isNamed(name));
    if (others.length > 0) throw new DomainError('actor.other', messages.notYou);
    return this;
  }

  /** This caller in another session, whose token they presented. */
  in(session: Session): Caller {
    const { requestId, client, minPositions, idempotencyKey, contract } = this;
    return new Caller(requestId, session, client, minPositions, idempotencyKey, contract);
  }

  isNamed(name: string): boolean {
    return this.session !== null && canonicalName(name) === canonicalName(this.session.user.name);
  }
}

/** What a session knows of the client with this address and these headers. */
export function clientOf(address: string, headers: IncomingHttpHeaders): ClientInfo {
  // Longer than any browser's User-Agent, and short enough for a list of sessions.
  return { address, userAgent: (headers['user-agent'] ?? '').slice(0, 300) };
}

/** Injects the caller into a route's parameter. */
export const From = createParamDecorator((_: unknown, context: ExecutionContext): Caller =>
  Caller.of(context.switchToHttp().getRequest<FastifyRequest>()),
);

/**
 * The Idempotency-Key of a command, if there is one.
 * @throws {DomainError} `request.invalid` for an unusable one
 */
export function idempotencyKeyOf(given: unknown): string | null {
  if (given === undefined) return null;
  if (typeof given !== 'string' || !/^[\x21-\x7e]+$/.test(given) || given.length > limits.idempotencyKeyLength) {
    throw new DomainError('request.invalid', `${messages.requestInvalid} (Idempotency-Key)`);
  }
  return given;
}
