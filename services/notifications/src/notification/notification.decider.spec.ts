import { describe, test } from '@jest/globals';
import { messages } from '@parlour/contracts/messages';
import type { NotificationDeleted, Notified } from '@parlour/contracts/notifications/notifications';
import { given } from '@parlour/kernel/testing/given';
import { type DeleteNotification, notificationDecider, type Notify } from './notification.decider.ts';

const made: Notified = {
  type: 'Notified',
  data: {
    notificationId: 'n1',
    userId: 'ann',
    about: 'gameInvite',
    targetId: 'g1',
    actorId: 'ben',
    gameType: 'Nim',
  },
};
const deleted: NotificationDeleted = {
  type: 'NotificationDeleted',
  data: { notificationId: 'n1', userId: 'ann' },
};
const notify: Notify = { type: 'Notify', notification: made.data };
const put: DeleteNotification = { type: 'DeleteNotification', notificationId: 'n1', userId: 'ann', visible: true };

describe('a notification', () => {
  test('is created', () => given(notificationDecider).when(notify).then(made));
  test('is created once', () => given(notificationDecider, [made]).when(notify).thenNothing());
  test('does not come back after deletion', () =>
    given(notificationDecider, [made, deleted]).when(notify).thenNothing());
  test('is deleted', () => given(notificationDecider, [made]).when(put).then(deleted));
  test.each([
    ['a deleted one', [made, deleted], put],
    ['a missing one', [], put],
    ['one that its receiver may not see', [made], { ...put, visible: false }],
  ] as const)('is unknown: %s', (_, events, command) =>
    given(notificationDecider, events).when(command).thenRefused('notification.unknown', messages.notificationUnknown),
  );
});
