import { Skeleton } from '@mantine/core';
import { type UserOrder, userOrders, type UserRowWire } from '@parlour/contracts/identity/identity';
import { limits } from '@parlour/contracts/limits';
import { messages } from '@parlour/contracts/messages';
import { Link } from 'react-router';
import { serverText } from '../../shared/http/call-failure.ts';
import { readWhenOld } from '../../shared/http/endpoint.ts';
import { rowsOf } from '../../shared/http/pages.ts';
import { useHeldRows } from '../../shared/state/hooks/use-held-rows.ts';
import { useHoverPause } from '../../shared/state/hooks/use-hover-pause.ts';
import { CalendarDate } from '../../design/parts/text/calendar-date.tsx';
import { EmptyState } from '../../design/parts/list/empty-state.tsx';
import { Failure } from '../../design/parts/feedback/failure.tsx';
import { Loading } from '../../design/parts/feedback/loading.tsx';
import { SegmentedControl } from '../../design/parts/form/segmented.tsx';
import { ListFoot } from '../../design/parts/list/list-foot.tsx';
import { Avatar } from '../../design/parts/person/avatar.tsx';
import { count } from '../../shared/text/count.ts';
import { useGetUsersInfiniteQuery } from '../../shared/users.api.ts';
import { FollowButton } from './follow-button.tsx';
import classes from './people-list.module.css';

/** "1,000+ users": a search is counted up to that number only (decisions T-5). */
export function peopleTotal(total: number, search: string): string {
  if (search === '' || total <= limits.countedExactly) return count(total, 'user');
  return `${limits.countedExactly.toLocaleString('en-US')}+ users`;
}

/** The choices above the list. */
export interface PeopleChoice {
  readonly search: string;
  readonly order?: UserOrder | undefined;
}

const orderNames: Record<UserOrder, string> = { name: 'Name', newest: 'Newest', followed: 'Most followed' };

/** The order of the list of people. */
export function PeopleOrder({
  order,
  onChoose,
}: {
  readonly order: UserOrder;
  readonly onChoose: (order: UserOrder) => void;
}) {
  return (
    <SegmentedControl
      className={classes.orders ?? ''}
      classNames={{ label: classes.choice ?? '' }}
      aria-label="Order"
      data={userOrders.map((value) => ({ value, label: orderNames[value] }))}
      value={order}
      onChange={(value) => onChoose(userOrders.find((known) => known === value) ?? 'name')}
    />
  );
}

/** The query that the list and its heading share. By name, it is also that of other lists. */
function usePeople({ search, order = 'name' }: PeopleChoice) {
  // Events don't tell of others' followers and biographies.
  return useGetUsersInfiniteQuery({ search, ...(order !== 'name' && { order }) }, readWhenOld);
}

/** The number of people in a list, for its heading. */
export function PeopleTotal({ search, order }: PeopleChoice) {
  const { currentData } = usePeople({ search, order });
  const total = currentData?.pages[0]?.total;
  return <span role="status">{total === undefined ? '' : peopleTotal(total, search)}</span>;
}

/** All people, or those whose names contain the search; loads more on scrolling. */
export function PeopleList({ search, order }: PeopleChoice) {
  const query = usePeople({ search, order });
  // While a new search loads, keep the previous result, dimmed, so that the list doesn't flicker.
  const pages = query.data?.pages;
  const current = query.currentData !== undefined;
  const pause = useHoverPause();
  const rows = useHeldRows(rowsOf(pages, ({ _id }) => _id) ?? [], {
    held: pause.now && current,
    of: `${order} ${search}`,
    idOf: ({ _id }) => _id,
  });
  if (query.error && !current) {
    return <Failure title={messages.usersFailed} detail={serverText(query.error)} onRetry={() => query.refetch()} />;
  }
  if (!pages) return <PeopleListSkeleton />;
  if (rows.length === 0 && current) {
    return (
      <EmptyState drawing="people" title="No Users Found">
        <p>
          No username contains “<bdi>{search}</bdi>”. Try fewer letters.
        </p>
      </EmptyState>
    );
  }
  return (
    <>
      <ul {...pause.handlers} className={classes.list} aria-label="Users" aria-busy={!current}>
        {rows.map((person) => (
          <li key={person._id}>
            <PersonCard person={person} />
          </li>
        ))}
      </ul>
      {current && <ListFoot query={query} label="Show more users" failed={messages.usersFailed} />}
    </>
  );
}

function PersonCard({ person }: { readonly person: UserRowWire }) {
  return (
    <div className={classes.card}>
      <Link to={`/user/${encodeURIComponent(person.username)}`} className={classes.person}>
        <Avatar username={person.username} picture={person.picture} />
        <span className={classes.words}>
          <bdi className={classes.name}>{person.username}</bdi>
          {person.about !== undefined && person.about !== '' && (
            <span className={classes.about} dir="auto">
              {person.about}
            </span>
          )}
          <span className={classes.joined}>
            Joined <CalendarDate at={person.dateJoined} />
            {person.followerCount > 0 && (
              <>
                {' · '}
                <span className={classes.followers}>{count(person.followerCount, 'follower')}</span>
              </>
            )}
          </span>
        </span>
      </Link>
      <div className={classes.follow}>
        <FollowButton username={person.username} size="xs" />
      </div>
    </div>
  );
}

function PeopleListSkeleton() {
  return (
    <Loading label="Loading users" className={classes.list}>
      {[48, 64, 40, 56, 70, 44].map((width) => (
        <div key={width} className={classes.card} data-empty>
          <Skeleton circle height={40} width={40} />
          <span className={classes.words}>
            <Skeleton height={14} width={`${width}%`} />
            <Skeleton height={11} width="60%" mt={10} />
          </span>
        </div>
      ))}
    </Loading>
  );
}
