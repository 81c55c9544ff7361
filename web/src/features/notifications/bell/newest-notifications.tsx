import { useClickOutside } from '@mantine/hooks';
import { Skeleton } from '@mantine/core';
import { messages } from '@parlour/contracts/messages';
import { useEffect, useState } from 'react';
import { useDispatch } from 'react-redux';
import { Link } from 'react-router';
import { EmptyState } from '../../../design/parts/list/empty-state.tsx';
import { Failure } from '../../../design/parts/feedback/failure.tsx';
import { IconSettings } from '../../../design/parts/look/icons.tsx';
import { Loading } from '../../../design/parts/feedback/loading.tsx';
import { heldOpen, Popover } from '../../../design/parts/overlay/popover.tsx';
import { RelativeTime } from '../../../design/parts/text/relative-time.tsx';
import { closeArrived } from '../../../design/parts/feedback/toasts.ts';
import { serverText } from '../../../shared/http/call-failure.ts';
import { everyVisit } from '../../../shared/http/endpoint.ts';
import { showBeside } from '../../../shared/navigation/is-on-screen.ts';
import type { Dispatch } from '../../../shared/state/store.ts';
import { useHeldRows } from '../../../shared/state/hooks/use-held-rows.ts';
import { useHoverPause } from '../../../shared/state/hooks/use-hover-pause.ts';
import { useViewer } from '../../../shared/state/hooks/use-viewer.ts';
import { addressOf } from '@parlour/contracts/notifications/notification-address';
import { NotificationMark } from '../notification-mark.tsx';
import { listAddress, useGetNotificationsInfiniteQuery, useGetUnreadNotificationsQuery } from '../notifications.api.ts';
import { viewRow } from '../reading.api.ts';
import { Reading } from '../reading.tsx';
import classes from './newest-notifications.module.css';

/** How many the preview has. */
const shownAtMost = 8;

/** The newest notifications, below the bell. `onClose` says whether a key closed it. */
export default function NewestNotifications({ onClose }: { readonly onClose: (byKey: boolean) => void }) {
  const [place, setPlace] = useState<HTMLElement | null>(null);
  const [box, setBox] = useState<HTMLElement | null>(null);
  useEffect(() => {
    const hide = showBeside(listAddress);
    // One that has just come would cover what it leads to.
    closeArrived();
    return hide;
  }, []);
  useClickOutside(() => onClose(false), null, [place?.closest<HTMLElement>('[data-bell]') ?? null, box]);
  return (
    <Popover {...heldOpen} width={400} trapFocus position="bottom-end" offset={8}>
      <Popover.Target>
        <span ref={setPlace} className={classes.place} />
      </Popover.Target>
      <Popover.Dropdown
        ref={setBox}
        className={classes.box ?? ''}
        role="dialog"
        aria-label="Newest notifications"
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          event.stopPropagation();
          onClose(true);
        }}
      >
        {/* Takes the focus, so that Tab leads to what loads below it. */}
        <h2 className={classes.title} tabIndex={-1} data-autofocus>
          Notifications
        </h2>
        <Newest />
        <div className={classes.foot}>
          <Link to={listAddress} className="quiet-link">
            All notifications
          </Link>
          <Link to="/settings/notifications" className={`inline-row quiet-link ${classes.settings}`}>
            <IconSettings size={16} stroke={1.7} aria-hidden />
            Preferences
          </Link>
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}

function Newest() {
  const viewer = useViewer();
  const dispatch = useDispatch<Dispatch>();
  const { currentData, error, refetch } = useGetNotificationsInfiniteQuery({ viewer }, everyVisit);
  useGetUnreadNotificationsQuery(undefined, everyVisit);
  const pause = useHoverPause();
  const newest = currentData?.pages[0]?.rows;
  const held = useHeldRows(newest ?? [], { held: pause.now, of: viewer, idOf: ({ _id }) => _id });
  const rows = held.slice(0, shownAtMost);
  if (!newest) {
    if (error) {
      return <Failure title={messages.notificationsFailed} detail={serverText(error)} onRetry={() => refetch()} />;
    }
    return (
      <Loading label="Loading notifications" className={classes.waiting}>
        {[70, 55, 64].map((width) => (
          <Skeleton key={width} height={16} width={`${width}%`} mt={20} />
        ))}
      </Loading>
    );
  }
  if (rows.length === 0) return <EmptyState drawing="notifications" title="No notifications yet" />;
  return (
    <>
      <div className={classes.head}>
        <Reading newest={rows[0]?._id} />
      </div>
      <ul className={classes.rows} aria-label="Newest notifications" {...pause.handlers}>
        {rows.map((notification) => (
          <li key={notification._id}>
            <Link to={addressOf(notification)} className={classes.row} onClick={() => dispatch(viewRow(notification))}>
              <NotificationMark type={notification.type} actor={notification.actor} />
              <span className={classes.words}>
                <bdi className={classes.message}>{notification.message}</bdi>
                <span className={classes.time}>
                  <RelativeTime at={notification.notifyDateTime} />
                </span>
              </span>
              {!notification.isRead && (
                <span className={classes.dot}>
                  <span className="visually-hidden">unread</span>
                </span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}
