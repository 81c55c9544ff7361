import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import type { SessionGrant } from '@parlour/contracts/identity/identity';
import { bodyHash, systemContext } from '@parlour/kernel/rpc/calls';
import { newRequestId } from '@parlour/kernel/tracing/tracing';
import { gatewayEnvironment, type GatewayEnvironment } from '../gateway-environment.ts';
import { clientOf } from '../http/requests/caller.ts';
import { ClientAddresses } from '../http/requests/client-addresses.ts';
import type { Session } from '../session/session.ts';
import { SessionCookies } from '../session/session-cookies.ts';

/**
 * Clients of the contract have no call for refreshing a session. So at the root of the host, and in
 * a socket's handshake, a request without a valid access token is enough. Source: decisions T-15.
 */
@Injectable()
export class Renewal {
  constructor(
    @Inject(gatewayEnvironment) private readonly environment: GatewayEnvironment,
    private readonly cookies: SessionCookies,
    private readonly addresses: ClientAddresses,
  ) {}

  /**
   * The session of a request's refresh token, with the next one; null without a token.
   * @throws {DomainError} `session.ended`
   */
  async of(request: IncomingMessage, requestId: string): Promise<SessionGrant | null> {
    const refreshToken = this.cookies.refreshTokenOf(request);
    if (refreshToken === null) return null;
    const client = clientOf(this.addresses.addressOf(request), request.headers);
    const idempotency = { key: randomUUID(), bodyHash: bodyHash({}) };
    const context = { ...systemContext(requestId), idempotency };
    const { reply } = await this.environment.rpc.call('identity.refresh', { refreshToken, ...client }, context);
    return reply;
  }

  /** Whether a session is still open, and its person's name the same, after its token expired. */
  async goesOn({ id: sessionId, user: actor }: Session): Promise<boolean> {
    try {
      const context = { ...systemContext(newRequestId()), actor, sessionId };
      const { reply } = await this.environment.rpc.call('identity.getSession', {}, context);
      return reply.username === actor.name;
    } catch {
      return false;
    }
  }
}
