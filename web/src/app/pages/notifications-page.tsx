import { NotificationList } from '../../features/notifications/notification-list.tsx';
import { NotificationPreferences } from '../../features/notifications/notification-preferences.tsx';
import { usePageTitle } from '../../shared/parts/page-title.ts';
import classes from './page.module.css';

/** The viewer's notifications. */
export function NotificationsPage() {
  usePageTitle('Notifications');
  return (
    <>
      <div className={classes.head}>
        <h1 className={classes.title} tabIndex={-1}>
          Notifications
        </h1>
        <NotificationPreferences />
      </div>
      <NotificationList />
    </>
  );
}
