import { Button, Skeleton } from '@mantine/core';
import {
  IconArrowUp,
  IconBellOff,
  IconDeviceGamepad2,
  IconMessageCircle,
  IconMessageReply,
  IconUserPlus,
  IconX,
  type TablerIcon,
} from '@tabler/icons-react';
import { messages } from '@parlour/contracts/messages';
import type { NotificationType, NotificationWire } from '@parlour/contracts/notifications';
import { useState, type FocusEvent } from 'react';
import { useDispatch } from 'react-redux';
import { Link } from 'react-router';
import { serverText } from '../../shared/http/call-failure.ts';
import { newSubmissionKey } from '../../shared/http/submission-key.ts';
import { EmptyState } from '../../shared/parts/empty-state.tsx';
import { Failure } from '../../shared/parts/failure.tsx';
import { LoadMore } from '../../shared/parts/load-more.tsx';
import { RelativeTime } from '../../shared/parts/relative-time.tsx';
import type { Dispatch } from '../../shared/state/store-types.ts';
import { useViewer } from '../../shared/state/use-viewer.ts';
import { count } from '../../shared/text/count.ts';
import {
  addressOf,
  notificationsApi,
  noteRead,
  noteUnread,
  useGetNotificationsInfiniteQuery,
  useGetUnreadNotificationsQuery,
} from './notifications.api.ts';
import { useDeletions, type Deletions } from './use-deletions.ts';
import classes from './notification-list.module.css';

const icons: Record<NotificationType, TablerIcon> = {
  comment: IconMessageCircle,
  answer: IconMessageReply,
  follower: IconUserPlus,
  gameInvite: IconDeviceGamepad2,
};

/** The viewer's notifications, newest first; loads more on scrolling. */
export function NotificationList() {
  const viewer = useViewer();
  const query = useGetNotificationsInfiniteQuery(viewer, { refetchOnMountOrArgChange: true, skip: viewer === '' });
  const deletions = useDeletions(viewer);
  const pages = query.currentData?.pages;
  const all = pages?.flatMap((page) => page.rows) ?? [];
  // A live notification shifts the pages below it by one, so drop duplicates and keep the first.
  const rows = [...new Map(all.map((row) => [row._id, row])).values()].filter(({ _id }) => !deletions.gone.has(_id));
  const reading = useHoverPause(rows);
  if (!pages) {
    return query.error ? (
      <Failure title={messages.notificationsFailed} detail={serverText(query.error)} onRetry={() => query.refetch()} />
    ) : (
      <ListSkeleton />
    );
  }
  const shown = rows.slice(reading.waiting);
  if (rows.length === 0 && !query.hasNextPage) {
    return (
      <div className={classes.list}>
        <EmptyState icon={<IconBellOff size={28} />} title="No notifications yet">
          <p>Answers, comments, new followers and game invitations appear here.</p>
        </EmptyState>
      </div>
    );
  }
  return (
    <>
      <Reading newest={shown[0]?._id} />
      {reading.waiting > 0 && (
        <div className={classes.waiting}>
          <Button size="xs" radius="xl" leftSection={<IconArrowUp size={14} aria-hidden />} onClick={reading.show}>
            {count(reading.waiting, 'new notification')}
          </Button>
        </div>
      )}
      <ul className={classes.list} aria-label="Notifications" {...reading.handlers}>
        {shown.map((notification) => (
          <Item key={notification._id} notification={notification} deletions={deletions} />
        ))}
      </ul>
      {query.error && (
        <div className={classes.failed}>
          <Failure title={messages.notificationsFailed} detail={serverText(query.error)} />
        </div>
      )}
      {query.hasNextPage && (
        <LoadMore
          label="Show more notifications"
          pending={query.isFetchingNextPage}
          automatic={!query.error}
          onMore={() => {
            void query.fetchNextPage();
          }}
        />
      )}
    </>
  );
}

/**
 * Nothing may move while the pointer is over the list, or the wrong one would be deleted. New ones
 * wait above.
 */
function useHoverPause(rows: readonly NotificationWire[]) {
  const [known, setKnown] = useState<ReadonlySet<string>>();
  const first = known ? rows.findIndex(({ _id }) => known.has(_id)) : 0;
  const hold = () => setKnown((before) => before ?? new Set(rows.map(({ _id }) => _id)));
  const release = () => setKnown(undefined);
  const releaseOutside = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) release();
  };
  return {
    waiting: Math.max(0, first),
    show: release,
    handlers: { onPointerEnter: hold, onPointerLeave: release, onFocus: hold, onBlur: releaseOutside },
  };
}

/**
 * The unread count and the button to mark as read: only those shown, not any that arrive meanwhile.
 */
function Reading({ newest }: { readonly newest: string | undefined }) {
  const { data } = useGetUnreadNotificationsQuery(undefined);
  const dispatch = useDispatch<Dispatch>();
  const [state, setState] = useState<{ readonly pending: boolean; readonly error?: unknown }>({ pending: false });
  const unread = data?.unread ?? 0;

  async function markRead(upTo: string): Promise<void> {
    setState({ pending: true });
    const { markRead: call } = notificationsApi.endpoints;
    const answer = await dispatch(call.initiate({ upTo, submissionKey: newSubmissionKey() }));
    setState({ pending: false, error: answer.error });
    if (!answer.data) return;
    dispatch(noteRead(upTo));
    dispatch(noteUnread(answer.data.unread));
  }

  return (
    <>
      <div className={classes.reading}>
        <span role="status">{unread === 0 ? 'All read' : `${unread.toLocaleString('en-US')} unread`}</span>
        {unread > 0 && newest !== undefined && (
          <Button size="xs" variant="default" loading={state.pending} onClick={() => void markRead(newest)}>
            Mark all as read
          </Button>
        )}
      </div>
      {state.error !== undefined && (
        <div className={classes.notice}>
          <Failure title="Notifications could not be marked as read" detail={serverText(state.error)} />
        </div>
      )}
    </>
  );
}

function Item({ notification, deletions }: { readonly notification: NotificationWire; readonly deletions: Deletions }) {
  const { _id, type, message, notifyDateTime, isRead } = notification;
  const Icon = icons[type];
  const failure = deletions.failed.get(_id);
  return (
    <li className={classes.item} data-read={isRead}>
      <span className={classes.icon} aria-hidden>
        <Icon size={20} stroke={1.7} />
      </span>
      <div className={classes.words}>
        <p className={classes.message}>
          <bdi>{message}</bdi>
        </p>
        <p className={classes.facts}>
          <RelativeTime at={notifyDateTime} />
          {!isRead && <span className={classes.new}>new</span>}
        </p>
        {failure !== undefined && <Failure title={messages.notificationDeleteFailed} detail={serverText(failure)} />}
      </div>
      <Button component={Link} to={addressOf(notification)} variant="default" size="sm" aria-label={`View: ${message}`}>
        View
      </Button>
      <button
        type="button"
        className={classes.delete}
        data-delete
        aria-label={`Delete: ${message}`}
        title="Delete"
        onClick={(event) => {
          focusBeside(event.currentTarget);
          void deletions.remove(_id);
        }}
      >
        <IconX size={18} aria-hidden />
      </button>
    </li>
  );
}

/**
 * The row disappears with its focus, so move that to the next row's button, or to the page's
 * heading.
 */
function focusBeside(button: HTMLElement): void {
  const row = button.closest('li');
  const beside = row?.nextElementSibling ?? row?.previousElementSibling;
  const place = beside?.querySelector<HTMLElement>('[data-delete]') ?? document.querySelector<HTMLElement>('main h1');
  place?.focus({ preventScroll: true });
}

function ListSkeleton() {
  return (
    <div className={classes.list} aria-busy="true" aria-label="Loading notifications">
      {[58, 44, 66, 50, 62].map((width) => (
        <div key={width} className={classes.item}>
          <Skeleton circle height={40} width={40} />
          <div className={classes.words}>
            <Skeleton height={15} width={`${width}%`} />
            <Skeleton height={12} width="25%" mt={10} />
          </div>
        </div>
      ))}
    </div>
  );
}
