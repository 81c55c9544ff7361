import { useSearchParams } from 'react-router';
import {
  NotificationList,
  notificationFilters,
  type NotificationFilter,
} from '../../../features/notifications/notification-list.tsx';
import { NotificationPreferences } from '../../../features/notifications/preferences/notification-preferences.tsx';
import { listAddress } from '../../../features/notifications/notifications.api.ts';
import { NavTabs } from '../../../design/parts/page/nav-tabs.tsx';
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
  const shown = notificationFilters.find((filter) => filter === parameters.get('show')) ?? 'all';
  usePageTitle('Notifications');
  return (
    <div className={classes.column}>
      <PageHead title="Notifications">
        <NotificationPreferences />
      </PageHead>
      <NavTabs
        label="Show"
        tabs={notificationFilters.map((filter) => ({
          to: filter === 'all' ? listAddress : `${listAddress}?show=${filter}`,
          label: labels[filter],
          current: filter === shown,
        }))}
      />
      <NotificationList filter={shown} />
    </div>
  );
}
