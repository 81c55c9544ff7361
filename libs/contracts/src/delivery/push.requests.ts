import { Given, Inner } from '../fields.ts';
import { limits } from '../limits.ts';

/** The keys of a browser's subscription. Source: RFC 8291. */
export class PushKeys {
  @Given({ minLength: 1 }, 'The browser’s public key, in base64url')
  readonly p256dh: string = '';

  @Given({ minLength: 1 }, 'Its authentication secret, in base64url')
  readonly auth: string = '';
}

/** Browser to gateway: a subscription, as the browser's own `PushSubscription` is written. */
export class SubscribePush {
  @Given({ minLength: 1, maxLength: limits.addressLength, format: 'uri' }, 'Where the browser’s push service takes it')
  readonly endpoint: string = '';

  @Inner(PushKeys)
  readonly keys!: PushKeys;
}
