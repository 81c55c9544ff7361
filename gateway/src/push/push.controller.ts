import { Body, Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { SubscribePush } from '@parlour/contracts/delivery/push.requests';
import { Caller, From } from '../http/requests/caller.ts';
import { PrivateCalls } from '../http/requests/private-calls.ts';
import { Change, Read } from '../http/route.ts';
import { Limited } from '../limits/limits-guard.ts';

@ApiTags('push')
@Controller(['push', 'api/push'])
export class PushController {
  constructor(private readonly calls: PrivateCalls) {}

  @Read('key', {
    summary: 'The site’s public key, by which a browser subscribes to its push service',
    answers: 'delivery.getPushKey',
    extension: true,
  })
  key(@From() caller: Caller) {
    return this.calls.read('delivery.getPushKey', {}, caller);
  }

  @Limited('account')
  @Change('subscribe', {
    summary: 'Have notices pushed to this browser, as long as the session lasts',
    answers: 'delivery.subscribePush',
    extension: true,
  })
  subscribe(@Body() { endpoint, keys: { p256dh, auth } }: SubscribePush, @From() caller: Caller) {
    return this.calls.read('delivery.subscribePush', { endpoint, keys: { p256dh, auth } }, caller);
  }

  @Limited('account')
  @Change('subscribe', {
    method: 'DELETE',
    summary: 'Push no more to this browser',
    answers: 'delivery.unsubscribePush',
    extension: true,
  })
  unsubscribe(@From() caller: Caller) {
    return this.calls.read('delivery.unsubscribePush', {}, caller);
  }
}
