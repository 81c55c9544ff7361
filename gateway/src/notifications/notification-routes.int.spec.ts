import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { NotificationWire } from '@parlour/contracts/notifications/notifications';
import { itRefuses, itServes, reads, refusals, type Route } from '../testing/routes.ts';
import { RunningGateway } from '../testing/running-gateway.ts';
import { unknownId } from '../testing/stand-ins.ts';

const notification: NotificationWire = {
  _id: unknownId,
  type: 'follower',
  id: 'Bob',
  users: ['Ann'],
  message: 'Bob is now following you',
  answerId: null,
  commentId: null,
  messageId: null,
  notifyDateTime: '2026-01-05T09:03:07.000Z',
  actor: 'Bob',
  isRead: false,
};

let gateway: RunningGateway;
let ann: { cookie: string };

beforeAll(async () => {
  gateway = await RunningGateway.start();
  ann = await gateway.signIn('Ann');
  const positions = { notifications: 7 };
  gateway.standIns.answer({
    'notifications.getNotifications': () => ({ rows: [notification], total: 40, next: '17' }),
    'notifications.delete': () => ({ reply: { deleted: [notification] }, positions, stale: false }),
    'notifications.unread': () => ({ unread: 5 }),
    'notifications.markRead': () => ({ reply: { unread: 0 }, positions, stale: false }),
    'notifications.readAll': () => ({ reply: { unread: 0 }, positions, stale: false }),
    'notifications.view': () => ({ reply: { unread: 4 }, positions, stale: false }),
    'notifications.deleteAll': () => ({ reply: { unread: 0 }, positions, stale: false }),
    'notifications.restore': () => ({ reply: { unread: 5 }, positions, stale: false }),
    'notifications.getPreferences': () => ({ wanted: ['answer'] }),
    'notifications.changePreferences': () => ({ reply: { wanted: [] }, positions, stale: false }),
  });
});

afterAll(() => gateway.stop());

beforeEach(() => {
  gateway.standIns.calls.length = 0;
});

const upTo = unknownId.toUpperCase();
const one = `deleteNotification/ANN/${upTo}`;
const folded = { limit: 30, rows: 'folded', type: 'mention' };
const wanted = { wanted: ['chat', 'answer'] };
const routes: readonly Route[] = [
  ...reads(
    ['getNotifications/ann?limit=5000', 'notifications.getNotifications', { limit: 100 }],
    ['getNotifications/ann?rows=folded&type=mention', 'notifications.getNotifications', folded],
    ['notifications/unread', 'notifications.unread', {}],
    ['notifications/preferences', 'notifications.getPreferences', {}],
  ),
  [
    'DELETE',
    `${one}?rows=folded`,
    undefined,
    'notifications.delete',
    { id: unknownId, rows: 'folded' },
    [notification],
  ],
  ['DELETE', one, undefined, 'notifications.delete', { id: unknownId }, [notification]],
  ['POST', 'notifications/markRead', { upTo }, 'notifications.markRead', { upTo: unknownId }],
  ['POST', 'notifications/readAll', undefined, 'notifications.readAll', {}],
  ['POST', 'notifications/view', { id: upTo }, 'notifications.view', { id: unknownId }],
  ['DELETE', 'notifications/all', undefined, 'notifications.deleteAll', {}],
  ['POST', 'notifications/restore', undefined, 'notifications.restore', {}],
  ['POST', 'notifications/preferences', { ...wanted, userId: unknownId }, 'notifications.changePreferences', wanted],
];

describe('[CA-38, CA-39, CA-54, CA-55, CA-56, BN-2] every route, never cached', () => {
  itServes(routes, () => ({ gateway, ann }), { 'cache-control': 'no-store' });

  it('/notifications, opened, is the page', async () => {
    const answer = await gateway.send('/notifications', { headers: { ...ann, 'sec-fetch-dest': 'document' } });
    expect(answer.headers['content-type']).toMatch(/^text\/html/);
  });
});

it.each(['Bob', 'c++', 'deleted user', '👩‍👩‍👧‍👦 x', 'x'.repeat(40)])('notifications about %j can be deleted', async (id) => {
  await gateway.send(`/deleteNotification/Ann/${encodeURIComponent(id)}`, { method: 'DELETE', headers: ann });
  expect(gateway.standIns.last('notifications.delete').request).toEqual({ id });
});

describe('requests refused before the service is called', () => {
  const { id, shape, other, unknown } = refusals;
  const type = { status: 400, code: 'notification.type', error: 'Invalid notification type' } as const;

  itRefuses(
    [
      ['GET', 'getNotifications/Bob', undefined, other],
      ['GET', 'getNotifications/Ann?limit=x', undefined, shape],
      ['GET', 'getNotifications/Ann?rows=x', undefined, shape],
      ['GET', 'getNotifications/Ann?type=x', undefined, type],
      ['DELETE', `deleteNotification/Ann/${unknownId}?rows=x`, undefined, shape],
      ['DELETE', `deleteNotification/Bob/${unknownId}`, undefined, other],
      ['DELETE', `deleteNotification/Ann/${'x'.repeat(41)}`, undefined, id],
      ['DELETE', 'deleteNotification/Ann/%20', undefined, id],
      ['DELETE', 'deleteNotification/Ann', undefined, unknown],
      ['POST', 'notifications/markRead', {}, id],
      ['POST', 'notifications/markRead', { upTo: 'Bob' }, id],
      ['POST', 'notifications/markRead', { upTo: [unknownId] }, id],
      ['POST', 'notifications/markRead', { upTo: { $gt: '' } }, id],
      ['POST', 'notifications/view', { id: 'Bob' }, id],
      ['POST', 'notifications/preferences', {}, shape],
      ['POST', 'notifications/preferences', { wanted: 'answer' }, shape],
      ['POST', 'notifications/preferences', { wanted: [['answer']] }, shape],
      ['POST', 'notifications/preferences', { wanted: Array(101).fill('answer') }, shape],
    ],
    () => ({ gateway, ann }),
  );
});
