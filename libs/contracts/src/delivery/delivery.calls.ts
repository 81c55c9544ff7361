import { command, idempotent, read } from '../calls.ts';
import { limits } from '../limits.ts';
import type { MailStateWire, MailTestWire } from './delivery.ts';
import type { SubscribePush } from './push.requests.ts';
import type { PushKeyWire, PushWire } from './push.ts';

/** The calls that delivery answers. */
export const deliveryCalls = {
  /** For operators, like the next one. */
  'delivery.getMailState': read<object, MailStateWire>(),
  /** Sends a mail to the caller's own address, confirmed or not, while they wait. */
  'delivery.sendTestMail': command<object, MailTestWire>(limits.mailTestMs),
  'delivery.getPushKey': read<object, PushKeyWire>(),
  /** The subscription of the caller's session, in place of an earlier one. */
  'delivery.subscribePush': idempotent<SubscribePush, PushWire>(),
  'delivery.unsubscribePush': idempotent<object, PushWire>(),
};
