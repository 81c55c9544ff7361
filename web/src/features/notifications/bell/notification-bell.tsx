import { lazy, type MouseEvent, Suspense, useRef } from 'react';
import { Link, Navigate, useLocation } from 'react-router';
import { BadgedIcon } from '../../../design/parts/look/badged-icon.tsx';
import { IconBell } from '../../../design/parts/look/icons.tsx';
import { hasModifier } from '../../../design/parts/page/keys.ts';
import { listAddress, useGetUnreadNotificationsQuery } from '../notifications.api.ts';
import { usePageState } from '../../../shared/navigation/use-page-state.ts';
import { useRested } from '../../../shared/state/hooks/use-rested.ts';
import { digits } from '../../../shared/text/count.ts';
import classes from './notification-bell.module.css';

// Loaded with the first click. If that fails, the click leads to the page of all, as on a phone.
const NewestNotifications = lazy(() =>
  import('./newest-notifications.tsx').catch(() => ({ default: () => <Navigate to={listAddress} /> })),
);

/** A plain click opens a preview, where there is room for one; any other follows the link. */
function isForPreview(event: MouseEvent): boolean {
  return event.button === 0 && !hasModifier(event) && window.matchMedia('(min-width: 641px)').matches;
}

/** A link to the notifications, with the unread count. A click on it shows the newest first. */
export function NotificationBell({ className }: { readonly className: string }) {
  const rested = useRested();
  const { data } = useGetUnreadNotificationsQuery(undefined, { skip: !rested });
  const { pathname } = useLocation();
  const [opened = false, setOpened, close] = usePageState<boolean>();
  const link = useRef<HTMLAnchorElement>(null);
  const unread = data?.unread ?? 0;
  const label = unread === 0 ? 'Notifications' : `Notifications, ${digits(unread)} unread`;
  return (
    <span className={classes.bell} data-bell>
      <Link
        ref={link}
        to={listAddress}
        className={className}
        aria-label={label}
        title={label}
        aria-haspopup="dialog"
        aria-expanded={opened}
        onClick={(event) => {
          if (pathname === listAddress || !isForPreview(event)) return;
          event.preventDefault();
          setOpened(!opened);
        }}
      >
        <BadgedIcon number={unread}>
          <IconBell size={22} stroke={1.7} />
        </BadgedIcon>
      </Link>
      {opened && (
        <Suspense fallback={null}>
          <NewestNotifications
            onClose={(byKey) => {
              close();
              if (byKey) link.current?.focus();
            }}
          />
        </Suspense>
      )}
    </span>
  );
}
