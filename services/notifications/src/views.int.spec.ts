import type { NotificationsEvent } from '@parlour/contracts/notifications';
import type { QaEvent } from '@parlour/contracts/qa';
import { readGoldenEvents } from '@parlour/kernel/testing/golden';
import { describeViewContract } from '@parlour/kernel/testing/view-contract';
import { notificationView } from './notification/notification.view.ts';
import { notificationsMigrations } from './notifications.module.ts';
import { questionView } from './question/question.view.ts';

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

describeViewContract(notificationView, notificationsMigrations, readGoldenEvents('notifications'));
describeViewContract(notificationView, notificationsMigrations, [
  notified('n1', 'ann'),
  notified('n2', 'ben'),
  notified('n3', 'ann'),
  read('ann', 'n3'),
  // Of two tabs the slower one.
  read('ann', 'n1'),
  deleted('n1', 'ann'),
  notified('n4', 'ben'),
  deleted('n4', 'ben'),
  // Put away in one tab, read in the other.
  read('ben', 'n4'),
  // Nobody reads with another's.
  read('cay', 'n2'),
  notified('n5', 'ann'),
  read('ann', 'n5'),
  notified('n6', 'ann'),
]);

const asked = (questionId: string): QaEvent => ({
  type: 'QuestionAsked',
  data: { questionId, askedBy: 'ann', title: 'Why?', text: 'Well?', tags: [], onlyFollowers: true, communityId: 'c1' },
});
const follows = (type: 'QuestionFollowed' | 'QuestionUnfollowed', questionId: string, userId: string): QaEvent => ({
  type,
  data: { questionId, userId },
});

describeViewContract(
  questionView,
  notificationsMigrations,
  readGoldenEvents('qa').filter(({ type }) => type !== 'QuestionUnfollowed'),
);
describeViewContract(questionView, notificationsMigrations, [
  asked('q1'),
  follows('QuestionFollowed', 'q1', 'ben'),
  follows('QuestionUnfollowed', 'q1', 'ben'),
  follows('QuestionUnfollowed', 'q1', 'cay'),
  follows('QuestionFollowed', 'q1', 'ben'),
  { type: 'AnswerPosted', data: { answerId: 'a1', questionId: 'q1', answeredBy: 'ben', text: 'So.' } },
  asked('q2'),
  follows('QuestionFollowed', 'q2', 'cay'),
  follows('QuestionFollowed', 'q1', 'cay'),
  follows('QuestionUnfollowed', 'q2', 'cay'),
]);
