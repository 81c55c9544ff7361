import { Skeleton } from '@mantine/core';
import { messages } from '@parlour/contracts/messages';
import {
  notificationTypes,
  type NotificationType,
  type NotificationWire,
} from '@parlour/contracts/notifications/notifications';
import { useDispatch } from 'react-redux';
import { Link } from 'react-router';
import { serverText } from '../../shared/http/call-failure.ts';
import { everyVisit } from '../../shared/http/endpoint.ts';
import { rowsOf } from '../../shared/http/pages.ts';
import { serverDate } from '../../shared/http/server-clock.ts';
import { EmptyState } from '../../design/parts/list/empty-state.tsx';
import { Failure } from '../../design/parts/feedback/failure.tsx';
import { IconButton } from '../../design/parts/look/icon-button.tsx';
import { IconX } from '../../design/parts/look/icons.tsx';
import { LoadMore } from '../../design/parts/list/load-more.tsx';
import { Loading } from '../../design/parts/feedback/loading.tsx';
import { NewRows } from '../../design/parts/list/new-rows.tsx';
import { RelativeTime, useTimeText } from '../../design/parts/text/relative-time.tsx';
import type { Dispatch } from '../../shared/state/store.ts';
import { useHeldRows } from '../../shared/state/hooks/use-held-rows.ts';
import { useHoverPause } from '../../shared/state/hooks/use-hover-pause.ts';
import { useViewer } from '../../shared/state/hooks/use-viewer.ts';
import { DeleteAll } from './delete-all.tsx';
import { addressOf } from '@parlour/contracts/notifications/notification-address';
import { dayName } from './notification-days.ts';
import { NotificationMark } from './notification-mark.tsx';
import {
  type NotificationsOf,
  useGetNotificationsInfiniteQuery,
  useGetUnreadNotificationsQuery,
} from './notifications.api.ts';
import { viewRow } from './reading.api.ts';
import { Reading } from './reading.tsx';
import { useDeletions, type Deletions } from './use-deletions.ts';
import classes from './notification-list.module.css';

/** Which notifications are shown: all, the unread ones, or one kind. As in the address. */
export type NotificationFilter = 'all' | 'unread' | NotificationType;

/** What somebody wrote to the viewer comes first. */
const first: readonly NotificationFilter[] = ['all', 'unread', 'mention', 'answer', 'comment'];

/** All filters, in their order on the screen. */
export const notificationFilters: readonly NotificationFilter[] = [
  ...first,
  ...notificationTypes.filter((type) => !first.includes(type)),
];

const nothing: Record<NotificationFilter, string> = {
  all: 'No notifications yet',
  unread: 'You have read everything',
  answer: 'No answers yet',
  comment: 'No comments yet',
  follower: 'No new followers yet',
  gameInvite: 'No game invitations yet',
  accepted: 'No accepted answers yet',
  request: 'No requests to join yet',
  decision: 'No decisions yet',
  ownership: 'No communities handed over yet',
  mention: 'No mentions yet',
  moderated: 'None of your posts have been removed',
  report: 'No outcomes of your reports yet',
};

/** The type that the server is asked for; the unread ones are among all. */
function typeOf(filter: NotificationFilter): Pick<NotificationsOf, 'type'> {
  return filter === 'all' || filter === 'unread' ? {} : { type: filter };
}

/** The viewer's notifications, newest first; loads more on scrolling. */
export function NotificationList({ filter = 'all' }: { readonly filter?: NotificationFilter }) {
  const viewer = useViewer();
  const list = { viewer, ...typeOf(filter) };
  const query = useGetNotificationsInfiniteQuery(list, { ...everyVisit, skip: viewer === '' });
  const unread = useGetUnreadNotificationsQuery(undefined, everyVisit).data?.unread;
  const deletions = useDeletions(viewer);
  const pages = query.currentData?.pages;
  const rows = rowsOf(pages ?? [], ({ _id }) => _id).filter(({ _id }) => !deletions.gone.has(_id));
  const reading = useWaiting(rows, list.type ?? 'all', deletions.gone);
  // The headings of the days follow when the day changes.
  useTimeText((now) => now.toDateString());
  if (!pages) {
    return query.error ? (
      <Failure title={messages.notificationsFailed} detail={serverText(query.error)} onRetry={() => query.refetch()} />
    ) : (
      <ListSkeleton />
    );
  }
  const { arrived } = reading;
  const isListed = ({ isRead }: NotificationWire) => filter !== 'unread' || !isRead;
  const waiting = reading.waiting.filter(isListed).length;
  const shown = arrived.filter(isListed);
  // Once all unread ones are here, only read ones follow.
  const unreadHere = rows.reduce((sum, { isRead, count: each = 1 }) => sum + (isRead ? 0 : each), 0);
  const hasMore = query.hasNextPage && !(filter === 'unread' && unread !== undefined && unreadHere >= unread);
  if (shown.length === 0 && waiting === 0 && !hasMore) {
    return (
      <div className={classes.list}>
        <EmptyState drawing="notifications" title={nothing[filter]}>
          <p>Answers, comments, new followers and game invitations appear here.</p>
        </EmptyState>
      </div>
    );
  }
  return (
    <>
      {/* Of one type there is no button: it marks older ones of all types. */}
      <Reading newest={list.type ? undefined : arrived[0]?._id}>{filter === 'all' && <DeleteAll />}</Reading>
      {waiting > 0 && (
        <div className={classes.waiting}>
          <NewRows number={waiting} noun="new notification" onShow={reading.show} />
        </div>
      )}
      <ul className={classes.list} aria-label="Notifications" {...reading.handlers}>
        {shown.map((notification, index) => {
          const day = dayOf(notification);
          const before = shown[index - 1];
          return (
            <li key={notification._id} className={classes.entry}>
              {(!before || dayOf(before) !== day) && <h2 className={classes.day}>{day}</h2>}
              <Item notification={notification} deletions={deletions} />
            </li>
          );
        })}
      </ul>
      {query.error && (
        <div className={classes.failed}>
          <Failure title={messages.notificationsFailed} detail={serverText(query.error)} />
        </div>
      )}
      {hasMore && (
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
 * While the pointer or the focus is on the list, new ones wait above, and so does a row into which
 * a new one was folded: it gets another id and the first place, and stays here as it was. `of`
 * names what is listed.
 */
function useWaiting(rows: readonly NotificationWire[], of: string, gone: ReadonlySet<string>) {
  const { now: held, release, handlers } = useHoverPause();
  const shown = useHeldRows(rows, { held, of, idOf: ({ _id }) => _id, arrivals: 'below' });
  const here = new Set(shown.map(({ _id }) => _id));
  return {
    waiting: rows.filter(({ _id }) => !here.has(_id)),
    arrived: shown.filter(({ _id }) => !gone.has(_id)),
    show: release,
    handlers,
  };
}

function dayOf({ notifyDateTime }: NotificationWire): string {
  return dayName(new Date(notifyDateTime), serverDate());
}

function Item({ notification, deletions }: { readonly notification: NotificationWire; readonly deletions: Deletions }) {
  const { _id, type, actor, actors = [], message, notifyDateTime, isRead } = notification;
  const dispatch = useDispatch<Dispatch>();
  const failure = deletions.failed.get(_id);
  return (
    <div className={classes.item}>
      {!isRead && (
        <span className={classes.dot}>
          <span className="visually-hidden">new</span>
        </span>
      )}
      <NotificationMark type={type} actor={actor} />
      <div className={classes.words}>
        <p className={classes.message}>
          <bdi>{message}</bdi>
        </p>
        <p className={classes.facts}>
          <RelativeTime at={notifyDateTime} />
          {actors.length > 1 && <bdi>{actors.join(', ')}</bdi>}
        </p>
        {failure !== undefined && <Failure title={messages.notificationDeleteFailed} detail={serverText(failure)} />}
      </div>
      <Link
        to={addressOf(notification)}
        className={classes.view}
        aria-label={`View: ${message}`}
        onClick={() => dispatch(viewRow(notification))}
      >
        View
      </Link>
      <IconButton
        label={`Delete: ${message}`}
        title="Delete"
        icon={IconX}
        className={classes.delete ?? ''}
        data-delete
        onClick={(event) => {
          focusBeside(event.currentTarget);
          void deletions.remove(_id);
        }}
      />
    </div>
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
    <Loading label="Loading notifications" className={classes.list}>
      {[58, 44, 66, 50, 62].map((width) => (
        <div key={width} className={classes.item}>
          <Skeleton circle height={40} width={40} />
          <div className={classes.words}>
            <Skeleton height={15} width={`${width}%`} />
            <Skeleton height={12} width="25%" mt={10} />
          </div>
        </div>
      ))}
    </Loading>
  );
}
