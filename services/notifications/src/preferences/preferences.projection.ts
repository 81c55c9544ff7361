import type { NotificationsEvent } from '@parlour/contracts/notifications/notifications';
import { projection } from '@parlour/kernel/view/projection';
import { upsert } from '@parlour/kernel/view/row-changes';
import { chosenIn } from './preferences.decider.ts';
import { NotificationPreferencesRow } from './preferences.entity.ts';

/** People's notification preferences. */
export const preferencesView = projection<NotificationsEvent>({
  name: 'notifications.preferences',
  source: 'notifications',
  entities: [NotificationPreferencesRow],
  changes: {
    NotificationPreferencesChanged: ({ data }) => [
      upsert(NotificationPreferencesRow, { userId: data.userId, ...chosenIn(data) }),
    ],
  },
});
