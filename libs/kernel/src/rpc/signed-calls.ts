import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import type { RpcName } from '@parlour/contracts/rpc';
import type { Call } from './calls.ts';

/** Caller to service over a network: a call, its context and so its actor among it, under the signature of one who holds the key. */
export interface SignedCall {
  /** JSON of the name, the time of signing, a number used once, and the call. */
  readonly body: string;
  readonly signature: string;
}

/** A call that nobody who holds the key has signed, that is too old to be carried out, or that came before. */
export class NotSigned extends Error {
  override readonly name = 'NotSigned';
}

/** How long a call is good, at most; clocks of machines differ by less. */
const goodForMs = 60_000;

/**
 * Signs calls and checks them, by HMAC-SHA256 over the whole of a call: nobody without a key can act as somebody or read a feed. The first key signs, all are good for checking,
 * so that a key is changed without a pause: put the new one second everywhere, then first. Each signed call is good once, so one that was recorded on the network
 * cannot be sent again to the same process; each attempt is signed anew.
 */
export class CallSigner {
  /** The signatures of what was opened, with the time from which on they are too old by themselves. */
  private readonly opened = new Map<string, number>();

  constructor(
    private readonly keys: readonly Buffer[],
    private readonly now: () => number = Date.now,
  ) {
    if (keys.length === 0 || keys.some((key) => key.length < 32)) {
      throw new Error('keys for the signing of calls must be given, of 32 bytes at least');
    }
  }

  /** The call as it may cross a network. */
  sign(name: RpcName, call: Call<RpcName>): SignedCall {
    const body = JSON.stringify({
      name,
      at: this.now(),
      once: randomUUID(),
      request: call.request,
      context: call.context,
    });
    return { body, signature: signatureOf(body, this.keys[0]!) }; // the constructor made sure of it
  }

  /** @throws {NotSigned} when it was not signed for this name, not within the last minute, or was opened before */
  open(name: RpcName, signed: unknown): Call<RpcName> {
    const { body, signature } = (signed ?? {}) as Partial<Record<keyof SignedCall, unknown>>; // checked next
    if (typeof body !== 'string' || typeof signature !== 'string')
      throw new NotSigned(`${name} came without a signature`);
    if (!this.keys.some((key) => isSame(signature, signatureOf(body, key)))) {
      throw new NotSigned(`${name} came with a signature of somebody else`);
    }
    const opened = JSON.parse(body) as { name: RpcName; at: number } & Call<RpcName>; // written by `sign`, as the signature says
    if (opened.name !== name) throw new NotSigned(`${opened.name} came as ${name}`);
    const now = this.now();
    if (Math.abs(now - opened.at) > goodForMs) throw new NotSigned(`${name} came too late`);
    this.forget(now);
    if (this.opened.has(signature)) throw new NotSigned(`${name} came again`);
    this.opened.set(signature, opened.at + goodForMs);
    return { request: opened.request, context: opened.context };
  }

  /** In the order in which they came, up to the first that is still good: what stands behind it is forgotten a minute later at most. */
  private forget(now: number): void {
    for (const [signature, until] of this.opened) {
      if (until >= now) break;
      this.opened.delete(signature);
    }
  }
}

function signatureOf(body: string, key: Buffer): string {
  return createHmac('sha256', key).update('parlour call ').update(body).digest('base64url');
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
