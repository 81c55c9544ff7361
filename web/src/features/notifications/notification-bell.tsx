import { IconBell } from '@tabler/icons-react';
import { Link } from 'react-router';
import { BadgedIcon } from '../../shared/parts/badged-icon.tsx';
import { useGetUnreadNotificationsQuery } from './notifications.api.ts';

/** A link to the notifications, with the unread count. */
export function NotificationBell({ className }: { readonly className: string }) {
  const { data } = useGetUnreadNotificationsQuery(undefined);
  const unread = data?.unread ?? 0;
  const label = unread === 0 ? 'Notifications' : `Notifications, ${unread.toLocaleString('en-US')} unread`;
  return (
    <Link to="/notifications" className={className} aria-label={label} title={label}>
      <BadgedIcon number={unread}>
        <IconBell size={22} stroke={1.7} />
      </BadgedIcon>
    </Link>
  );
}
