import { eventsOf } from '@parlour/contracts/envelope';
import type { NotificationsEvent } from '@parlour/contracts/notifications/notifications';
import { areRightsFresh } from '@parlour/people/audience';
import { KernelTables1795800000000 } from '@parlour/kernel/database/kernel-tables';
import type { ServiceDefinition } from '@parlour/kernel/service/service-module';
import { CommunityPersonRow, CommunityRow, communityView } from '@parlour/people/community-view';
import { BlockRow, blockView } from '@parlour/people/block-view';
import { FollowRow, followView } from '@parlour/people/follow-view';
import { CommunityLeaderRow, leaderView } from '@parlour/people/leader-view';
import { peopleView } from '@parlour/people/people-view';
import { ChatParticipantRow, DeletedMessageRow } from './chat/chat.entity.ts';
import { chatView } from './chat/chat.projection.ts';
import { DeclinedInvitationRow } from './invitation/invitation.entity.ts';
import { invitationView } from './invitation/invitation.projection.ts';
import { invitationReading } from './invitation/invitation-reading.ts';
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
import { readsFor } from '@parlour/kernel/service/reads';
import { readNotificationList, readUnreadOf } from './notification/notification.queries.ts';
import { viewerOf } from './notification/visibility.ts';
import { readPreferencesOf, readTableOf } from './preferences/preferences.queries.ts';
import { Notifications1795800000002 } from './migrations/1795800000002-notifications.migrations.ts';
import { Notices1796200000000 } from './migrations/1796200000000-notices.migrations.ts';

/** The tables of this service, oldest migration first. */
export const notificationsMigrations = [KernelTables1795800000000, Notifications1795800000002, Notices1796200000000];

const reads = readsFor(viewerOf, {
  'notifications.getNotifications': readNotificationList,
  'notifications.unread': (tx, _, viewer) => readUnreadOf(tx, viewer),
  'notifications.getPreferences': (tx, _, { viewer }) => readPreferencesOf(tx, viewer),
  'notifications.getNoticeTable': (tx, _, { viewer }) => readTableOf(tx, viewer),
});

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
  controllers: [reads, NotificationController, PreferencesController],
  providers: [],
  policies: [notifyPolicy(), invitationReading],
};
