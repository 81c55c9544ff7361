import { expect, test } from '@jest/globals';
import { eventsOf } from '@parlour/contracts/envelope';
import type { NotificationsEvent, NotificationWire } from '@parlour/contracts/notifications/notifications';
import { envelopesOf } from '@parlour/kernel/testing/envelopes';
import { readGoldenEvents } from '@parlour/kernel/testing/golden';
import { live, type LiveRows, shownBy } from './notification.live.ts';

const wire = (id: string, name: string): NotificationWire => ({
  _id: id,
  type: 'follower',
  answerId: null,
  commentId: null,
  messageId: null,
  id: 'Ben',
  users: [name],
  message: 'Ben is now following you',
  notifyDateTime: 'then',
  actor: 'Bob',
  isRead: false,
});

const rows: LiveRows = {
  notifications: new Map([
    ['n1', { userId: 'ann', notification: wire('n1', 'Ann') }],
    ['n2', { userId: 'cay', notification: wire('n2', 'Cay') }],
  ]),
  unread: new Map([
    ['ann', 3],
    ['cay', 0],
  ]),
};

const notified = (notificationId: string, userId: string): NotificationsEvent => ({
  type: 'Notified',
  data: { notificationId, userId, about: 'follower', targetId: 'ben', actorId: 'ben', gameType: null },
});
const deleted = (notificationId: string, userId: string): NotificationsEvent => ({
  type: 'NotificationDeleted',
  data: { notificationId, userId },
});
const read = (userId: string): NotificationsEvent => ({
  type: 'NotificationsRead',
  data: { userId, upTo: 'n1' },
});

const changed = (userId: string): NotificationsEvent => ({
  type: 'NotificationPreferencesChanged',
  data: { userId, wanted: [] },
});

const published = (...events: NotificationsEvent[]): unknown =>
  live(eventsOf<NotificationsEvent>(envelopesOf('notifications', events, 7)), rows);

test('[EV-9, N-3, E-1] a notification goes to its recipient, and to nobody else', () => {
  expect(published(notified('n1', 'ann'), notified('n2', 'cay'))).toEqual([
    { to: ['user:ann'], event: 'notification', payload: wire('n1', 'Ann'), position: 7 },
    { to: ['user:cay'], event: 'notification', payload: wire('n2', 'Cay'), position: 8 },
  ]);
});

test('a hidden or deleted one goes to nobody', () => {
  expect(published(notified('hidden', 'ann'))).toEqual([]);
});

test('[EV-13] reading or deleting sends the unread count to one’s tabs, once for many', () => {
  const update = (userId: string, unread: number, position: number) => ({
    to: [`user:${userId}`],
    event: 'notificationsUpdate',
    payload: { unread },
    position,
  });
  expect(published(read('ann'))).toEqual([update('ann', 3, 7)]);
  expect(published(deleted('n1', 'ann'), deleted('n3', 'ann'), read('cay'), deleted('n4', 'ann'))).toEqual([
    update('cay', 0, 9),
    update('ann', 3, 10),
  ]);
});

test('preferences go to nobody, and do not suppress the unread count', () => {
  expect(published(changed('ann'))).toEqual([]);
  expect(published(read('ann'), changed('ann'))).toEqual([
    { to: ['user:ann'], event: 'notificationsUpdate', payload: { unread: 3 }, position: 7 },
  ]);
  expect(shownBy(eventsOf<NotificationsEvent>(envelopesOf('notifications', [changed('ann')])))).toEqual({
    ids: [],
    userIds: [],
  });
});

test('only needed rows are read: created notifications, and counts of people who read or deleted', () => {
  const events = eventsOf<NotificationsEvent>(
    envelopesOf('notifications', [notified('n1', 'ann'), read('cay'), deleted('n2', 'cay')]),
  );
  expect(shownBy(events)).toEqual({ ids: ['n1'], userIds: ['cay'] });
});

test('an unknown one goes to nobody', () => {
  const none: LiveRows = { notifications: new Map(), unread: new Map() };
  expect(live(eventsOf<NotificationsEvent>(readGoldenEvents('notifications')), none)).toEqual([]);
});
