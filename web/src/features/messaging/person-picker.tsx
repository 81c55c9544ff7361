import { Skeleton } from '@mantine/core';
import { messages } from '@parlour/contracts/messages';
import { useState, type ReactNode } from 'react';
import { serverText } from '../../shared/http/call-failure.ts';
import { Failure } from '../../design/parts/failure.tsx';
import { FoundStatus } from '../../design/parts/found-status.tsx';
import { ListFoot } from '../../design/parts/list-foot.tsx';
import { Loading } from '../../design/parts/loading.tsx';
import { PersonChoices } from '../../design/parts/person-choices.tsx';
import { UsernameSearch } from '../../design/parts/username-search.tsx';
import { useViewer } from '../../shared/state/use-viewer.ts';
import { useGetUsersInfiniteQuery } from '../../shared/users.api.ts';
import { ToField } from './to-field.tsx';
import classes from './person-picker.module.css';

/**
 * A list of people without the viewer, filtered by a part of their name; a click selects or
 * deselects.
 */
export function PersonPicker({
  chosen,
  onToggle,
  several = false,
  autoFocus = false,
  children,
}: {
  readonly chosen: readonly string[];
  readonly onToggle: (username: string) => void;
  /** Shows the chosen ones in the field. */
  readonly several?: boolean;
  /** Whether the field of several has the focus from the start. */
  readonly autoFocus?: boolean;
  /** Between the field and the list. */
  readonly children?: ReactNode;
}) {
  const viewer = useViewer();
  const [search, setSearch] = useState('');
  /** How often somebody was picked from the list. */
  const [picked, setPicked] = useState(0);
  const query = useGetUsersInfiniteQuery({ search, exclude: viewer });
  const people = query.data?.pages.flatMap((page) => page.rows);
  return (
    <div className={classes.picker}>
      {several ? (
        <ToField
          // A new field after each choice: what was typed has led to its person, and the next
          // letters are the next name, not shortcuts of the page.
          key={picked}
          autoFocus={autoFocus || picked > 0}
          chosen={chosen}
          onRemove={onToggle}
          onSearch={setSearch}
        />
      ) : (
        <UsernameSearch onSearch={setSearch} />
      )}
      {children}
      <FoundStatus
        search={search}
        number={query.currentData === undefined ? undefined : people?.length}
        isMore={query.hasNextPage}
        className={classes.none}
      />
      {query.error && query.currentData === undefined ? (
        <Failure title={messages.usersFailed} detail={serverText(query.error)} onRetry={() => query.refetch()} />
      ) : !people ? (
        <Loading label="Loading users">
          <Skeleton height={120} mt={8} />
        </Loading>
      ) : people.length === 0 ? null : (
        <div className={classes.scroll}>
          <PersonChoices
            people={people}
            chosen={chosen}
            onToggle={(username) => {
              onToggle(username);
              if (!several) return;
              setSearch('');
              setPicked(picked + 1);
            }}
            pending={query.currentData === undefined}
          />
          <ListFoot query={query} label="Show more users" failed={messages.usersFailed} />
        </div>
      )}
    </div>
  );
}
