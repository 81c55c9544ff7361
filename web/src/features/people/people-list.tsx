import { Skeleton, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch, IconUserOff } from '@tabler/icons-react';
import type { UserRowWire } from '@parlour/contracts/identity';
import { limits } from '@parlour/contracts/limits';
import { messages } from '@parlour/contracts/messages';
import { useState } from 'react';
import { Link } from 'react-router';
import { serverText } from '../../shared/http/call-failure.ts';
import { CalendarDate } from '../../shared/parts/calendar-date.tsx';
import { EmptyState } from '../../shared/parts/empty-state.tsx';
import { Failure } from '../../shared/parts/failure.tsx';
import { LoadMore } from '../../shared/parts/load-more.tsx';
import { PersonMark } from '../../shared/parts/person-mark.tsx';
import { count } from '../../shared/text/count.ts';
import { useGetUsersInfiniteQuery } from './people.api.ts';
import classes from './people-list.module.css';

/** Debounces typing. */
const typingMs = 250;

/** "1,000+ users": a search is counted up to that number only (decisions T-5). */
export function peopleTotal(total: number, search: string): string {
  if (search === '' || total <= limits.countedExactly) return count(total, 'user');
  return `${limits.countedExactly.toLocaleString('en-US')}+ users`;
}

/** The number of people in a list, for its heading. Shares the list's query. */
export function PeopleTotal({ search }: { readonly search: string }) {
  const { currentData } = useGetUsersInfiniteQuery(search);
  const total = currentData?.pages[0]?.total;
  return <span role="status">{total === undefined ? '' : peopleTotal(total, search)}</span>;
}

/** Filters by a part of the name; `onSearch` is called once typing pauses. */
export function PeopleSearch({
  search,
  onSearch,
}: {
  readonly search: string;
  readonly onSearch: (search: string) => void;
}) {
  const [typed, setTyped] = useState(search);
  const tell = useDebouncedCallback(onSearch, typingMs);
  return (
    <TextInput
      type="search"
      aria-label="Search Usernames"
      placeholder="Search Usernames"
      value={typed}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        tell(event.currentTarget.value.trim());
      }}
      leftSection={<IconSearch size={17} aria-hidden />}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={limits.usernameLength}
      size="md"
    />
  );
}

/** All people, or those whose names contain the search; loads more on scrolling. */
export function PeopleList({ search }: { readonly search: string }) {
  const query = useGetUsersInfiniteQuery(search);
  // While a new search loads, keep the previous result, dimmed, so that the list doesn't flicker.
  const pages = query.data?.pages;
  if (query.error && query.currentData === undefined) {
    return <Failure title={messages.usersFailed} detail={serverText(query.error)} onRetry={() => query.refetch()} />;
  }
  if (!pages) return <PeopleListSkeleton />;
  const rows = pages.flatMap((page) => page.rows);
  const distinct = [...new Map(rows.map((row) => [row._id, row])).values()];
  const current = query.currentData !== undefined;
  if (distinct.length === 0 && current) {
    return (
      <EmptyState icon={<IconUserOff size={28} />} title="No Users Found">
        <p>
          No username contains “<bdi>{search}</bdi>”. Fewer letters find more.
        </p>
      </EmptyState>
    );
  }
  return (
    <>
      <ul className={classes.list} aria-label="Users" aria-busy={!current}>
        {distinct.map((person) => (
          <li key={person._id}>
            <PersonCard person={person} />
          </li>
        ))}
      </ul>
      {current && query.isFetchNextPageError && (
        <div className={classes.failure}>
          <Failure title={messages.usersFailed} detail={serverText(query.error)} />
        </div>
      )}
      {current && query.hasNextPage && (
        <LoadMore
          label="Show more users"
          pending={query.isFetchingNextPage}
          automatic={!query.isFetchNextPageError}
          onMore={() => {
            void query.fetchNextPage();
          }}
        />
      )}
    </>
  );
}

function PersonCard({ person }: { readonly person: UserRowWire }) {
  return (
    <Link to={`/user/${encodeURIComponent(person.username)}`} className={classes.card}>
      <PersonMark username={person.username} />
      <span className={classes.words}>
        <bdi className={classes.name}>{person.username}</bdi>
        <span className={classes.joined}>
          Joined <CalendarDate at={person.dateJoined} />
        </span>
      </span>
    </Link>
  );
}

function PeopleListSkeleton() {
  return (
    <div className={classes.list} aria-busy="true" aria-label="Loading users">
      {[48, 64, 40, 56, 70, 44].map((width) => (
        <div key={width} className={classes.card}>
          <Skeleton circle height={40} width={40} />
          <span className={classes.words}>
            <Skeleton height={14} width={`${width}%`} />
            <Skeleton height={11} width="60%" mt={10} />
          </span>
        </div>
      ))}
    </div>
  );
}
