import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { noticeKinds, type NoticesWire } from '@parlour/contracts/notifications/notices';
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

const levels = { page: true, push: false, mail: true };
const table: NoticesWire = {
  kinds: Object.fromEntries(noticeKinds.map((kind) => [kind, levels])) as NoticesWire['kinds'], // of each kind
  quiet: null,
  until: null,
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
    'notifications.getNoticeTable': () => table,
    'notifications.changeNotices': () => ({ reply: table, positions, stale: false }),
    'identity.readUnsubscribe': () => ({ userId: unknownId, kind: 'answer' }),
    'notifications.unsubscribe': () => ({ reply: { kind: 'answer' }, positions, stale: false }),
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
const changed = { kinds: { chat: levels }, quiet: { from: '22:00', to: '07:00', zone: 'UTC' }, until: '2026' };
const routes: readonly Route[] = [
  ...reads(
    ['getNotifications/ann?limit=5000', 'notifications.getNotifications', { limit: 100 }],
    ['getNotifications/ann?rows=folded&type=mention', 'notifications.getNotifications', folded],
    ['notifications/unread', 'notifications.unread', {}],
    ['notifications/preferences', 'notifications.getPreferences', {}],
    ['user/notices', 'notifications.getNoticeTable', {}],
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
  ['PUT', 'user/notices', { ...changed, digest: null }, 'notifications.changeNotices', changed],
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

describe('[ML-6] unsubscribing needs a link, and nothing else', () => {
  const token = 'a1'.repeat(52);
  const oneClick = 'List-Unsubscribe=One-Click';
  const parts = `--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n`;
  const form = 'application/x-www-form-urlencoded';
  const foreign = { origin: 'https://mail.example', 'sec-fetch-site': 'cross-site' };

  it.each([
    ['user/unsubscribe', 'application/json', JSON.stringify({ token })],
    [`user/unsubscribe?token=${token}`, form, oneClick],
    [`user/unsubscribe`, form, `${oneClick}&token=${token}`],
    [`user/unsubscribe?token=${token}`, 'multipart/form-data; boundary=x', parts],
    [`unsubscribe/${token}`, form, oneClick],
    [`unsubscribe/${token}`, 'multipart/form-data; boundary=x', parts],
    [`unsubscribe/${token}`, 'application/json', '{}'],
  ])('POST %s as %s', async (path, type, body) => {
    for (const at of ['/', '/api/']) {
      const sent = { method: 'POST', body, headers: { ...foreign, 'content-type': type } };
      const { status, json } = await gateway.send(at + path, sent);
      expect([status, json]).toEqual([200, { kind: 'answer' }]);
      expect(gateway.standIns.last('identity.readUnsubscribe')).toMatchObject({ request: { token } });
      expect(gateway.standIns.last('notifications.unsubscribe')).toMatchObject({
        ...{ request: { userId: unknownId, kind: 'answer' }, context: { actor: null } },
      });
    }
  });

  it('opening the link changes nothing; no other call takes forms, or foreign pages', async () => {
    const page = await gateway.send(`/unsubscribe/${token}`, { headers: { accept: 'text/html' } });
    expect(page.headers['content-type']).toMatch(/^text\/html/);
    expect((await gateway.send(`/api/unsubscribe/${token}`)).status).toBe(405);
    const sent = { method: 'POST', headers: { ...ann, 'content-type': form }, body: oneClick };
    expect((await gateway.send('/api/notifications/readAll', sent)).json).toMatchObject({ code: 'request.notJson' });
    const put = { method: 'PUT', headers: { ...ann, ...foreign }, body: changed };
    expect((await gateway.send('/api/user/notices', put)).json).toMatchObject({ code: 'origin.foreign' });
    expect(gateway.standIns.calls).toEqual([]);
  });
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
      ['PUT', 'user/notices', { kinds: 'all' }, shape],
      ['PUT', 'user/notices', { kinds: [] }, shape],
      ['PUT', 'user/notices', { kinds: {}, quiet: { from: '22:00', to: '07:00' } }, shape],
      ['PUT', 'user/notices', { kinds: {}, until: 7 }, shape],
    ],
    () => ({ gateway, ann }),
  );
});
