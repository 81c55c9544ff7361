import { Skeleton } from '@mantine/core';
import { messages } from '@parlour/contracts/messages';
import { useState, type ReactNode } from 'react';
import { serverText } from '../../../shared/http/call-failure.ts';
import { Failure } from '../../../design/parts/feedback/failure.tsx';
import { useChoiceKeys } from '../../../design/parts/form/choice-keys.ts';
import { FoundStatus } from '../../../design/parts/list/found-status.tsx';
import { ListFoot } from '../../../design/parts/list/list-foot.tsx';
import { Loading } from '../../../design/parts/feedback/loading.tsx';
import { PersonChoices } from '../../../design/parts/person/person-choices.tsx';
import { useViewer } from '../../../shared/state/hooks/use-viewer.ts';
import { useGetUsersInfiniteQuery } from '../../../shared/users.api.ts';
import { ToField, type ToWords } from './to-field.tsx';
import classes from './person-picker.module.css';

/**
 * A field with the chosen people, and a list of people without the viewer, filtered by a part of
 * their name; a click selects or deselects.
 */
export function PersonPicker({
  words,
  chosen,
  members = [],
  onToggle,
  autoFocus = false,
  children,
}: {
  readonly words: ToWords;
  readonly chosen: readonly string[];
  /** People of the chat already. */
  readonly members?: readonly string[];
  readonly onToggle: (username: string) => void;
  /** Whether the field has the focus from the start. */
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
  const keys = useChoiceKeys(query.currentData === undefined ? undefined : search);
  return (
    <div className={classes.picker} {...keys}>
      <ToField
        // A new field after each choice: what was typed has led to its person, and the next
        // letters are the next name, not shortcuts of the page.
        key={picked}
        words={words}
        autoFocus={autoFocus || picked > 0}
        chosen={chosen}
        onRemove={onToggle}
        onSearch={setSearch}
      />
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
            search={search}
            chosen={chosen}
            unavailable={{ names: members, why: 'already here' }}
            onToggle={(username) => {
              onToggle(username);
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
