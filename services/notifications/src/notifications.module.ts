import type { DynamicModule } from '@nestjs/common';
import { eventsOf } from '@parlour/contracts/envelope';
import type { NotificationsEvent } from '@parlour/contracts/notifications';
import { KernelTables1700000000000, VerbatimReplies1760900000000 } from '@parlour/kernel/database/kernel-tables';
import { type ServiceDefinition, type ServiceEnvironment, ServiceModule } from '@parlour/kernel/service/service-module';
import {
  CommunityPersonRow,
  CommunityRow,
  communityView,
  ClosedCommunities1761000100000,
} from '@parlour/kernel/view/community-view';
import { FollowRow, followView } from '@parlour/kernel/view/follow-view';
import { peopleView } from '@parlour/kernel/view/people-view';
import { Notifications1760000000000 } from './migrations/1760000000000-notifications.migrations.ts';
import { Preferences1760100000000 } from './migrations/1760100000000-preferences.migrations.ts';
import { readTellable, readUnread } from './notification/notification-list.view.ts';
import { NotificationController } from './notification/notification.controller.ts';
import { live, shownBy } from './notification/notification.live.ts';
import { NotificationReadRow, NotificationRow, notificationView } from './notification/notification.view.ts';
import { Notifications } from './notification/notifications.ts';
import { notifyPolicy } from './notification/notify.ts';
import { areRightsFresh } from './notification/visibility.ts';
import { PreferencesController } from './preferences/preferences.controller.ts';
import { NotificationPreferencesRow, preferencesView } from './preferences/preferences.view.ts';
import { AnswerRow, QuestionFollowerRow, QuestionRow, questionView } from './question/question.view.ts';

/** The tables of this service, oldest migration first. */
export const notificationsMigrations = [
  KernelTables1700000000000,
  Notifications1760000000000,
  Preferences1760100000000,
  VerbatimReplies1760900000000,
  ClosedCommunities1761000100000,
];

/** Notifications: decided from other services' events, stored in a log of its own. */
export const notificationsDefinition: ServiceDefinition = {
  source: 'notifications',
  database: {
    entities: [
      NotificationRow,
      NotificationReadRow,
      NotificationPreferencesRow,
      QuestionRow,
      QuestionFollowerRow,
      AnswerRow,
      FollowRow,
      CommunityRow,
      CommunityPersonRow,
    ],
    migrations: notificationsMigrations,
  },
  views: [
    peopleView('notifications'),
    followView('notifications'),
    communityView('notifications'),
    questionView,
    notificationView,
    preferencesView,
  ],
  async live(envelopes, database, rights) {
    const events = eventsOf<NotificationsEvent>(envelopes);
    const { ids, userIds } = shownBy(events);
    const fresh = areRightsFresh(rights);
    const rows = {
      notifications: ids.length > 0 ? await readTellable(database, ids, fresh) : new Map(),
      unread: userIds.length > 0 ? await readUnread(database, userIds, fresh) : new Map(),
    };
    return { liveMessages: live(events, rows), endedSessions: [] };
  },
  controllers: [NotificationController, PreferencesController],
  providers: [Notifications],
  policies: (commands, database) => [notifyPolicy(commands, database)],
};

/** The service as a Nest module. */
export function notificationsModule(environment: ServiceEnvironment): DynamicModule {
  return ServiceModule.register(notificationsDefinition, environment);
}
