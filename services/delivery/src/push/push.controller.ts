import { ECDH } from 'node:crypto';
import { Controller, Inject } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import type { PushKeyWire, PushWire } from '@parlour/contracts/delivery/push';
import { DomainError } from '@parlour/contracts/errors';
import { limits } from '@parlour/contracts/limits';
import { messages } from '@parlour/contracts/messages';
import { Database } from '@parlour/kernel/database/database';
import { actorOf, type Call, Handles, RpcClient } from '@parlour/kernel/rpc/calls';
import { subscribePush, unsubscribePush } from './push.queries.ts';
import type { Pusher } from './pusher.ts';

/** Injection token of what pushes; null if the site pushes nothing. */
export const sitePusher = Symbol('pusher');

/** Calls about what a session's browser has subscribed to. Source: specification PU-1, PU-3. */
@Controller()
export class PushController {
  constructor(
    private readonly database: Database,
    private readonly rpc: RpcClient,
    @Inject(sitePusher) private readonly pusher: Pusher | null,
  ) {}

  /** @throws {DomainError} `push.off`, as the next one */
  @Handles('delivery.getPushKey')
  getKey(@Payload() _: Call<'delivery.getPushKey'>): PushKeyWire {
    return { key: this.pusherOfSite().publicKey };
  }

  /** @throws {DomainError} `push.subscription`; `session.ended` if that has happened meanwhile */
  @Handles('delivery.subscribePush')
  async subscribe(@Payload() call: Call<'delivery.subscribePush'>): Promise<PushWire> {
    const pusher = this.pusherOfSite();
    const { id: userId } = actorOf(call);
    const sessionId = sessionOf(call);
    const { endpoint, keys } = call.request;
    if (endpoint.length > limits.addressLength || !pusher.reaches(endpoint) || !areKeys(keys)) {
      throw new DomainError('push.subscription', messages.pushSubscription);
    }
    await subscribePush(this.database, userId, { sessionId, endpoint, keys });
    // If the session ended before, its end may have been handled here already. If it ends after
    // this, that comes.
    try {
      await this.rpc.call('identity.getSession', {}, call.context);
    } catch (failure) {
      await unsubscribePush(this.database, sessionId);
      throw failure;
    }
    return { on: true };
  }

  @Handles('delivery.unsubscribePush')
  async unsubscribe(@Payload() call: Call<'delivery.unsubscribePush'>): Promise<PushWire> {
    await unsubscribePush(this.database, sessionOf(call));
    return { on: false };
  }

  private pusherOfSite(): Pusher {
    if (!this.pusher) throw new DomainError('push.off', messages.pushOff);
    return this.pusher;
  }
}

/** @throws {DomainError} `session.missing` when nobody is signed in */
function sessionOf(call: Call<'delivery.subscribePush' | 'delivery.unsubscribePush'>): string {
  if (call.context.sessionId === null) throw new DomainError('session.missing', messages.notSignedIn);
  return call.context.sessionId;
}

/** Whether something can be encrypted with them: a point of the curve, and 16 bytes. */
function areKeys({ p256dh, auth }: Call<'delivery.subscribePush'>['request']['keys']): boolean {
  if (!/^[\w-]{87}$/.test(p256dh) || !/^[\w-]{22}$/.test(auth)) return false;
  try {
    return ECDH.convertKey(p256dh, 'prime256v1', 'base64url').length > 0;
  } catch {
    return false;
  }
}
