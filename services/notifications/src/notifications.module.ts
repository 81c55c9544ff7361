import { eventsOf } from '@parlour/contracts/envelope';
import type { NotificationsEvent } from '@parlour/contracts/notifications';
import { areRightsFresh } from '@parlour/people/audience';
import {
  KernelTables1700000000000,
  Operators1761300000000,
  VerbatimReplies1760900000000,
} from '@parlour/kernel/database/kernel-tables';
import type { ServiceDefinition } from '@parlour/kernel/service/service-module';
import {
  CommunityPersonRow,
  CommunityRow,
  communityView,
} from '@parlour/people/community-view';
import { BlockRow, BlocksOfPeople1762310010000, blockView } from '@parlour/people/block-view';
import { FollowRow, followView } from '@parlour/people/follow-view';
import { CommunityLeaderRow, leaderView } from '@parlour/people/leader-view';
import { peopleView } from '@parlour/people/people-view';
import { ChatParticipantRow, DeletedMessageRow } from './chat/chat.entity.ts';
import { chatView } from './chat/chat.projection.ts';
import { DeclinedInvitationRow } from './invitation/invitation.entity.ts';
import { invitationView } from './invitation/invitation.projection.ts';
import { invitationReading } from './invitation/invitation-reading.ts';
import { CommunityNews1762000000000 } from './migrations/1762000000000-community-news.migrations.ts';
import { DecidedRequests1764310000000 } from './migrations/1764310000000-decided-requests.migrations.ts';
import { DeclinedInvitations1764330000000 } from './migrations/1764330000000-declined-invitations.migrations.ts';
import { SweptUpTo1764340000000 } from './migrations/1764340000000-swept-up-to.migrations.ts';
import { Leaders1764350000000 } from './migrations/1764350000000-leaders.migrations.ts';
import { Mentions1762330000000 } from './migrations/1762330000000-mentions.migrations.ts';
import { Reports1762400010000 } from './migrations/1762400010000-reports.migrations.ts';
import { Notifications1760000000000 } from './migrations/1760000000000-notifications.migrations.ts';
import { DeletedQuestions1762200000000 } from './migrations/1762200000000-deleted-questions.migrations.ts';
import { Moderated1762300000000 } from './migrations/1762300000000-moderated.migrations.ts';
import { Preferences1760100000000 } from './migrations/1760100000000-preferences.migrations.ts';
import { Answers1761310000000 } from './migrations/1761310000000-answers.migrations.ts';
import { readLiveRows } from './notification/live-rows.queries.ts';
import { NotificationController } from './notification/notification.controller.ts';
import { NotificationReadRow, NotificationRow, NotificationSweepRow } from './notification/notification.entity.ts';
import { live } from './notification/notification.live.ts';
import { notificationView } from './notification/notification.projection.ts';
import { notifyPolicy } from './notification/notify.ts';
import { PreferencesController } from './preferences/preferences.controller.ts';
import { NotificationPreferencesRow } from './preferences/preferences.entity.ts';
import { preferencesView } from './preferences/preferences.projection.ts';
import { AnswerRow, DeletedPostRow, QuestionFollowerRow, QuestionRow } from './question/question.entity.ts';
import { questionView } from './question/question.projection.ts';
import { DecidedRequestRow } from './request/request.entity.ts';
import { requestView } from './request/request.projection.ts';

/** The tables of this service, oldest migration first. */
export const notificationsMigrations = [
  KernelTables1700000000000,
  Notifications1760000000000,
  Preferences1760100000000,
  VerbatimReplies1760900000000,
  Operators1761300000000,
  Answers1761310000000,
  CommunityNews1762000000000,
  DeletedQuestions1762200000000,
  Moderated1762300000000,
  BlocksOfPeople1762310010000,
  Mentions1762330000000,
  Reports1762400010000,
  DecidedRequests1764310000000,
  DeclinedInvitations1764330000000,
  SweptUpTo1764340000000,
  Leaders1764350000000,
];

/** Notifications: decided from other services' events, stored in a log of its own. */
export const notificationsDefinition: ServiceDefinition = {
  source: 'notifications',
  database: {
    entities: [
      NotificationRow,
      NotificationReadRow,
      NotificationSweepRow,
      NotificationPreferencesRow,
      QuestionRow,
      QuestionFollowerRow,
      AnswerRow,
      DeletedPostRow,
      ChatParticipantRow,
      DeletedMessageRow,
      FollowRow,
      BlockRow,
      CommunityRow,
      CommunityPersonRow,
      CommunityLeaderRow,
      DecidedRequestRow,
      DeclinedInvitationRow,
    ],
    migrations: notificationsMigrations,
  },
  views: [
    peopleView('notifications'),
    followView('notifications'),
    blockView('notifications'),
    communityView('notifications'),
    leaderView('notifications'),
    requestView,
    invitationView,
    questionView,
    chatView,
    notificationView,
    preferencesView,
  ],
  async live(envelopes, database, rights) {
    const events = eventsOf<NotificationsEvent>(envelopes);
    const rows = await readLiveRows(database, events, areRightsFresh(rights));
    return { liveMessages: live(events, rows), endedSessions: [] };
  },
  controllers: [NotificationController, PreferencesController],
  providers: [],
  policies: [notifyPolicy(), invitationReading],
};
