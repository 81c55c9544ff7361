import { useNavigate, useSearchParams } from 'react-router';
import {
  NotificationList,
  notificationFilters,
  type NotificationFilter,
} from '../../../features/notifications/notification-list.tsx';
import { NotificationPreferences } from '../../../features/notifications/preferences/notification-preferences.tsx';
import { listAddress } from '../../../features/notifications/notifications.api.ts';
import { NoticeSettings } from './notice-settings.tsx';
import { usePageTitle } from '../../../design/parts/page/page-title.ts';
import { PageHead } from '../../../design/patterns/page-head.tsx';
import classes from '../page.module.css';

const labels: Record<NotificationFilter, string> = {
  all: 'All',
  unread: 'Unread',
  answer: 'Answers',
  comment: 'Comments',
  follower: 'Followers',
  gameInvite: 'Games',
  accepted: 'Accepted',
  request: 'Requests',
  decision: 'Decisions',
  ownership: 'Ownership',
  mention: 'Mentions',
  moderated: 'Moderation',
  report: 'Reports',
};

/** The viewer's notifications; which of them is in the address. */
export function NotificationsPage() {
  const [parameters] = useSearchParams();
  const navigate = useNavigate();
  const shown = notificationFilters.find((filter) => filter === parameters.get('show')) ?? 'all';
  usePageTitle('Notifications');
  return (
    <div className={classes.column}>
      <PageHead title="Notifications">
        <select
          aria-label="Show"
          value={shown}
          onChange={({ currentTarget: { value } }) => {
            const address = value === 'all' ? listAddress : `${listAddress}?show=${value}`;
            void navigate(address, { replace: true, preventScrollReset: true });
          }}
        >
          {notificationFilters.map((filter) => (
            <option key={filter} value={filter}>
              {labels[filter]}
            </option>
          ))}
        </select>
        <NotificationPreferences>
          <NoticeSettings />
        </NotificationPreferences>
      </PageHead>
      <NotificationList filter={shown} />
    </div>
  );
}
