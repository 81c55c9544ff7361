import type { PushMessage } from '@parlour/contracts/delivery/push';
import type { SubscribePush } from '@parlour/contracts/delivery/push.requests';
import { limits } from '@parlour/contracts/limits';
import webPush, { type RequestOptions } from 'web-push';
import type { PushSettings } from '../delivery-config.ts';
import type { Outgoing, Posted } from '../outgoing/outgoing.ts';

/** Where a session's browser gets what is pushed. */
export interface Subscription extends SubscribePush {
  readonly sessionId: string;
}

/**
 * What a push service did: it took the message, it does not know the subscription any more, it
 * refused the message for good, or it is to be asked again.
 */
export type PushOutcome =
  | { readonly what: 'taken' | 'gone' | 'refused' }
  | { readonly what: 'later'; readonly afterMs: number };

/** How a push service is to treat a message: `topic` replaces one that waits there. */
export type PushHandling = Required<Pick<RequestOptions, 'topic' | 'urgency'>>;

/** Pushes messages to browsers, encrypted for each. Source: RFC 8030, 8291, 8292. */
export class Pusher {
  constructor(
    private readonly settings: PushSettings,
    private readonly outgoing: Outgoing,
  ) {}

  /** By which browsers subscribe. */
  get publicKey(): string {
    return this.settings.publicKey;
  }

  /** Whether a push service at this address would be asked. */
  reaches(endpoint: string): boolean {
    return this.outgoing.allows(endpoint);
  }

  async push({ endpoint, keys }: Subscription, message: PushMessage, handling: PushHandling): Promise<PushOutcome> {
    const { subject, publicKey, privateKey } = this.settings;
    const request = webPush.generateRequestDetails({ endpoint, keys }, JSON.stringify(message), {
      vapidDetails: { subject, publicKey, privateKey },
      TTL: limits.pushHours * 3_600,
      ...handling,
    });
    // The service is away, or its address leads nowhere: that may pass.
    return this.outgoing.post(endpoint, request).then(outcomeOf, () => ({ what: 'later', afterMs: 0 }));
  }
}

function outcomeOf({ status, retryAfterMs }: Posted): PushOutcome {
  if (status >= 200 && status < 300) return { what: 'taken' };
  if (status === 404 || status === 410) return { what: 'gone' };
  if (status === 429 || status >= 500) return { what: 'later', afterMs: retryAfterMs };
  return { what: 'refused' };
}
