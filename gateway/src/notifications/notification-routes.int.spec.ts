import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { NotificationWire } from '@parlour/contracts/notifications/notifications';
import { itServes, type Route } from '../testing/routes.ts';
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
const routes: readonly Route[] = [
  [
    'GET',
    'getNotifications/ann?limit=5000',
    undefined,
    'notifications.getNotifications',
    { limit: 100 },
    [notification],
  ],
  [
    'GET',
    'getNotifications/ann?rows=folded&type=mention',
    undefined,
    'notifications.getNotifications',
    { limit: 30, rows: 'folded', type: 'mention' },
    [notification],
  ],
  [
    'DELETE',
    `deleteNotification/ann/${upTo}?rows=folded`,
    undefined,
    'notifications.delete',
    { id: unknownId, rows: 'folded' },
    [notification],
  ],
  ['DELETE', `deleteNotification/ANN/${upTo}`, undefined, 'notifications.delete', { id: unknownId }, [notification]],
  ['GET', 'notifications/unread', undefined, 'notifications.unread', {}, { unread: 5 }],
  ['POST', 'notifications/markRead', { upTo }, 'notifications.markRead', { upTo: unknownId }, { unread: 0 }],
  ['POST', 'notifications/readAll', undefined, 'notifications.readAll', {}, { unread: 0 }],
  ['POST', 'notifications/view', { id: upTo }, 'notifications.view', { id: unknownId }, { unread: 4 }],
  ['DELETE', 'notifications/all', undefined, 'notifications.deleteAll', {}, { unread: 0 }],
  ['POST', 'notifications/restore', undefined, 'notifications.restore', {}, { unread: 5 }],
  ['GET', 'notifications/preferences', undefined, 'notifications.getPreferences', {}, { wanted: ['answer'] }],
  [
    'POST',
    'notifications/preferences',
    { wanted: ['chat', 'answer'], userId: unknownId },
    'notifications.changePreferences',
    { wanted: ['chat', 'answer'] },
    { wanted: [] },
  ],
];

describe('[CA-38, CA-39, CA-54, CA-55, CA-56, BN-2] every route, never cached', () => {
  itServes(
    routes,
    () => ({ gateway, ann }),
    (method) => ({ 'cache-control': 'no-store', 'x-position': method === 'GET' ? undefined : 'notifications:7' }),
  );

  it('they are a plain list, with total and next page in headers', async () => {
    const { headers } = await gateway.send('/api/getNotifications/Ann?limit=3', { headers: ann });
    expect(headers).toMatchObject({
      'x-total-count': '40',
      link: '</api/getNotifications/Ann?limit=3&cursor=17>; rel="next"',
    });
  });

  it('/notifications, opened, is the page', async () => {
    const answer = await gateway.send('/notifications', { headers: { ...ann, 'sec-fetch-dest': 'document' } });
    expect(answer.headers['content-type']).toMatch(/^text\/html/);
  });
});

it.each(['Bob', 'c++', 'deleted user', '👩‍👩‍👧‍👦 x', 'x'.repeat(40)])('notifications about %j can be deleted', async (id) => {
  await gateway.send(`/deleteNotification/Ann/${encodeURIComponent(id)}`, { method: 'DELETE', headers: ann });
  expect(gateway.standIns.last('notifications.delete').request).toEqual({ id });
});

it.each([
  ['GET', 'getNotifications/Bob', undefined, 403, 'actor.other'],
  ['GET', 'getNotifications/Ann?limit=x', undefined, 400, 'request.invalid'],
  ['GET', 'getNotifications/Ann?rows=x', undefined, 400, 'request.invalid'],
  ['GET', 'getNotifications/Ann?type=x', undefined, 400, 'notification.type'],
  ['DELETE', `deleteNotification/Ann/${unknownId}?rows=x`, undefined, 400, 'request.invalid'],
  ['DELETE', `deleteNotification/Bob/${unknownId}`, undefined, 403, 'actor.other'],
  ['DELETE', `deleteNotification/Ann/${'x'.repeat(41)}`, undefined, 400, 'id.malformed'],
  ['DELETE', 'deleteNotification/Ann/%20', undefined, 400, 'id.malformed'],
  ['DELETE', 'deleteNotification/Ann', undefined, 404, 'route.unknown'],
  ['POST', 'notifications/markRead', {}, 400, 'id.malformed'],
  ['POST', 'notifications/markRead', { upTo: 'Bob' }, 400, 'id.malformed'],
  ['POST', 'notifications/markRead', { upTo: [unknownId] }, 400, 'id.malformed'],
  ['POST', 'notifications/markRead', { upTo: { $gt: '' } }, 400, 'id.malformed'],
  ['POST', 'notifications/view', { id: 'Bob' }, 400, 'id.malformed'],
  ['POST', 'notifications/preferences', {}, 400, 'request.invalid'],
  ['POST', 'notifications/preferences', { wanted: 'answer' }, 400, 'request.invalid'],
  ['POST', 'notifications/preferences', { wanted: [['answer']] }, 400, 'request.invalid'],
  ['POST', 'notifications/preferences', { wanted: Array(101).fill('answer') }, 400, 'request.invalid'],
] as const)('%s %s with %j answers %i %s before the service is called', async (method, path, body, status, code) => {
  const answer = await gateway.send(`/api/${path}`, { method, body, headers: ann });
  expect({ status: answer.status, json: answer.json }).toMatchObject({ status, json: { code } });
  expect(gateway.standIns.calls).toEqual([]);
});

it('an unknown one, or another person’s, is 404 with the text of the service', async () => {
  gateway.standIns.refuse('notifications.delete', 'notification.unknown', 'Notification not found');
  const answer = await gateway.send(`/deleteNotification/Ann/${unknownId}`, { method: 'DELETE', headers: ann });
  expect(answer.json).toEqual({ error: 'Notification not found', code: 'notification.unknown' });
  expect(answer.status).toBe(404);
});

it('[CA-57] an unknown type is 400 with the text of the service', async () => {
  gateway.standIns.refuse('notifications.changePreferences', 'notification.type', 'Invalid notification type');
  const body = { wanted: ['chat'] };
  const answer = await gateway.send('/notifications/preferences', { method: 'POST', body, headers: ann });
  expect(answer.json).toEqual({ error: 'Invalid notification type', code: 'notification.type' });
  expect(answer.status).toBe(400);
});
