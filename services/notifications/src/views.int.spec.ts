import { expect, test } from '@jest/globals';
import type {
  CommunitiesEvent,
  MembershipStatus,
  MembershipStatusReason,
} from '@parlour/contracts/communities/communities';
import type { MessagingEvent } from '@parlour/contracts/messaging/messaging';
import type {
  NotificationPreferencesChanged,
  NotificationsEvent,
} from '@parlour/contracts/notifications/notifications';
import type { QaEvent } from '@parlour/contracts/qa/qa.events';
import { openDatabase } from '@parlour/kernel/database/database';
import { patientLimits } from '@parlour/kernel/testing/patience';
import { envelopesOf } from '@parlour/kernel/testing/envelopes';
import { readGoldenEvents } from '@parlour/kernel/testing/golden';
import { createThrowawayDatabase } from '@parlour/kernel/testing/postgres';
import { silentLogger } from '@parlour/kernel/testing/silent-logger';
import { describeViewContract, readTables } from '@parlour/kernel/testing/view-contract';
import { applyViews } from '@parlour/kernel/view/view';
import { chatView } from './chat/chat.projection.ts';
import { invitationView } from './invitation/invitation.projection.ts';
import { notificationView } from './notification/notification.projection.ts';
import { notificationsMigrations } from './notifications.module.ts';
import { preferencesView } from './preferences/preferences.projection.ts';
import { questionView } from './question/question.projection.ts';
import { requestView } from './request/request.projection.ts';

const notified = (notificationId: string, userId: string): NotificationsEvent => ({
  type: 'Notified',
  data: { notificationId, userId, about: 'answer', targetId: 'q1', actorId: 'eve', gameType: null },
});
const deleted = (notificationId: string, userId: string): NotificationsEvent => ({
  type: 'NotificationDeleted',
  data: { notificationId, userId },
});
const read = (userId: string, upTo: string): NotificationsEvent => ({
  type: 'NotificationsRead',
  data: { userId, upTo },
});

const viewed = (notificationId: string, userId: string): NotificationsEvent => ({
  type: 'NotificationViewed',
  data: { notificationId, userId },
});
const swept = (sweepId: string, userId: string): NotificationsEvent => ({
  type: 'NotificationsSwept',
  data: { userId, sweepId, sweptAt: '2026-01-01T00:00:00.000Z' },
});
const restored = (sweepId: string, userId: string): NotificationsEvent => ({
  type: 'NotificationsRestored',
  data: { userId, sweepId },
});

describeViewContract(notificationView, notificationsMigrations, readGoldenEvents('notifications'));
const history = [
  notified('n1', 'ann'),
  notified('n2', 'ben'),
  notified('n3', 'ann'),
  read('ann', 'n3'),
  // The slower of two tabs.
  read('ann', 'n1'),
  deleted('n1', 'ann'),
  notified('n4', 'ben'),
  deleted('n4', 'ben'),
  // Deleted in one tab, read in the other.
  read('ben', 'n4'),
  // An event moves only its own person's reads.
  read('cay', 'n2'),
  notified('n5', 'ann'),
  read('ann', 'n5'),
  notified('n6', 'ann'),
  read('ann', 'n3'),
  viewed('n6', 'ann'),
  swept('s1', 'ann'),
  notified('n7', 'ann'),
  swept('s2', 'ann'),
  restored('s2', 'ann'),
  deleted('n7', 'ann'),
  restored('s1', 'cay'),
  notified('n8', 'ben'),
  swept('s3', 'ben'),
  restored('s3', 'ben'),
  notified('n9', 'ben'),
];
describeViewContract(notificationView, notificationsMigrations, history);

test('reads never go back, and are not moved by another person’s', async () => {
  const place = await createThrowawayDatabase({ sources: ['notifications'] });
  const migrations = notificationsMigrations;
  const database = await openDatabase(place.connections.notifications, { entities: [], migrations }, silentLogger, {
    limits: patientLimits,
  });
  await database.dataSource.runMigrations();
  for (const event of envelopesOf('notifications', history)) {
    await database.transaction((tx) => applyViews([notificationView], [event], tx));
  }
  const { notification_reads: reads } = await readTables(database, ['notification_reads']);
  expect(reads).toEqual([
    { user_id: 'ann', position: 11 },
    { user_id: 'ben', position: 7 },
  ]);
  await database.close();
  await place.drop();
});

const changed = (
  userId: string,
  ...wanted: NotificationPreferencesChanged['data']['wanted']
): NotificationPreferencesChanged => ({ type: 'NotificationPreferencesChanged', data: { userId, wanted } });

describeViewContract(preferencesView, notificationsMigrations, readGoldenEvents('notifications'));
describeViewContract(preferencesView, notificationsMigrations, [
  changed('ann', 'answer'),
  changed('ben'),
  notified('n1', 'ann'),
  changed('ann', 'comment', 'gameInvite'),
  changed('cay', 'comment', 'answer', 'follower', 'gameInvite'),
  changed('ben', 'follower'),
  changed('ann'),
]);

const asked = (questionId: string): QaEvent => ({
  type: 'QuestionAsked',
  data: { questionId, askedBy: 'ann', title: 'Why?', text: 'Well?', tags: [], onlyFollowers: true, communityId: 'c1' },
});
const follows = (type: 'QuestionFollowed' | 'QuestionUnfollowed', questionId: string, userId: string): QaEvent => ({
  type,
  data: { questionId, userId },
});
const deletion = { by: 'author', deletedBy: 'ben', reason: null, deletedAt: '2026-01-01T00:00:00.000Z' } as const;
const post = { questionId: 'q1', answerId: null, author: 'ben' };
const ofAnswer = { ...post, kind: 'answer', id: 'a1', answerId: 'a1' } as const;
const ofComment = { ...post, kind: 'comment', id: 'c1' } as const;

describeViewContract(
  questionView,
  notificationsMigrations,
  readGoldenEvents('qa').filter(({ type }) => type !== 'QuestionUnfollowed' && !type.endsWith('Restored')),
);
describeViewContract(questionView, notificationsMigrations, [
  asked('q1'),
  follows('QuestionFollowed', 'q1', 'ben'),
  follows('QuestionUnfollowed', 'q1', 'ben'),
  follows('QuestionUnfollowed', 'q1', 'cay'),
  follows('QuestionFollowed', 'q1', 'ben'),
  { type: 'AnswerPosted', data: { answerId: 'a1', questionId: 'q1', answeredBy: 'ben', text: 'So.' } },
  asked('q2'),
  { type: 'PostErased', data: { ...post, kind: 'question', id: 'q1' } },
  follows('QuestionFollowed', 'q2', 'cay'),
  follows('QuestionFollowed', 'q1', 'cay'),
  follows('QuestionUnfollowed', 'q2', 'cay'),
  { type: 'PostDeleted', data: { ...ofAnswer, ...deletion } },
  { type: 'PostRestored', data: { ...ofAnswer, restoredBy: 'ben' } },
  { type: 'PostDeleted', data: { ...ofComment, ...deletion } },
]);

const joined = (userId: string): MessagingEvent => ({
  type: 'ParticipantAdded',
  data: { chatId: 'd1', userId, addedBy: 'ann' },
});
const left = (userId: string): MessagingEvent => ({ type: 'ParticipantLeft', data: { chatId: 'd1', userId } });
const ofMessage = { messageId: 'm1', chatId: null };
describeViewContract(
  chatView,
  notificationsMigrations,
  readGoldenEvents('messaging').filter(({ type }) => type !== 'PostRestored'),
);
describeViewContract(chatView, notificationsMigrations, [
  { type: 'ChatCreated', data: { chatId: 'd1', createdBy: 'ann', participants: ['ann', 'ben'] } },
  joined('cay'),
  left('cay'),
  { type: 'PostDeleted', data: { ...ofMessage, ...deletion } },
  { type: 'PostRestored', data: { ...ofMessage, restoredBy: 'ann' } },
  left('ben'),
  joined('cay'),
  { type: 'PostDeleted', data: { ...ofMessage, ...deletion } },
]);

const stands = (
  userId: string,
  before: MembershipStatus,
  reason: MembershipStatusReason,
  standing: MembershipStatus,
): CommunitiesEvent => ({
  type: 'StandingChanged',
  data: { communityId: 'c1', userId, before, standing, reason, by: 'ann' },
});
describeViewContract(requestView, notificationsMigrations, [
  stands('ben', 'none', 'requested', 'pending'),
  stands('ben', 'pending', 'denied', 'none'),
  stands('cay', 'none', 'requested', 'pending'),
  stands('cay', 'pending', 'withdrawn', 'none'),
  stands('ben', 'none', 'requested', 'pending'),
  stands('dan', 'none', 'joined', 'member'),
  stands('ben', 'pending', 'madePublic', 'member'),
  stands('cay', 'none', 'banned', 'banned'),
]);

const declines = (userId: string, gameId = 'g1') => ({ type: 'InvitationDeclined', data: { gameId, userId } });
describeViewContract(invitationView, notificationsMigrations, [
  declines('ben'),
  declines('cay'),
  ...readGoldenEvents('games'),
  declines('ben', 'g2'),
]);
