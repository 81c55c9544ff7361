import { afterAll, beforeAll, beforeEach, describe } from '@jest/globals';
import { itRefuses, itServes, reads, refusals, type Route } from '../testing/routes.ts';
import { RunningGateway } from '../testing/running-gateway.ts';

let gateway: RunningGateway;
let ann: { cookie: string };

beforeAll(async () => {
  gateway = await RunningGateway.start();
  ann = await gateway.signIn('Ann');
  gateway.standIns.answer({
    'delivery.getPushKey': () => ({ key: 'BP4z' }),
    'delivery.subscribePush': () => ({ on: true }),
    'delivery.unsubscribePush': () => ({ on: false }),
  });
});
afterAll(() => gateway.stop());

beforeEach(() => {
  gateway.standIns.calls.length = 0;
});

const subscription = { endpoint: 'https://push.example/1', keys: { p256dh: 'BCVx', auth: 'BTBZ' } };
/** As browsers write it. */
const written = { ...subscription, expirationTime: null };
const routes: readonly Route[] = [
  ...reads(['push/key', 'delivery.getPushKey', {}]),
  ['POST', 'push/subscribe', written, 'delivery.subscribePush', subscription],
  ['DELETE', 'push/subscribe', undefined, 'delivery.unsubscribePush', {}],
  ['DELETE', 'push/subscribe', written, 'delivery.unsubscribePush', {}],
];

describe('[PU-1, PU-3] every route, never cached', () => {
  itServes(routes, () => ({ gateway, ann }), { 'cache-control': 'no-store' });
});

describe('requests refused before the service is called', () => {
  const { shape } = refusals;
  itRefuses(
    [
      ['POST', 'push/subscribe', {}, shape],
      ['POST', 'push/subscribe', { ...subscription, keys: null }, shape],
      ['POST', 'push/subscribe', { ...subscription, keys: 'BCVx' }, shape],
      ['POST', 'push/subscribe', { ...subscription, endpoint: ['https://push.example/1'] }, shape],
      ['POST', 'push/subscribe', { ...subscription, keys: { p256dh: {}, auth: '' } }, shape],
    ],
    () => ({ gateway, ann }),
  );
});
