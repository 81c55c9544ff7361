import { Skeleton, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { limits } from '@parlour/contracts/limits';
import { messages } from '@parlour/contracts/messages';
import { useState } from 'react';
import { serverText } from '../../shared/http/call-failure.ts';
import { Failure } from '../../shared/parts/failure.tsx';
import { LoadMore } from '../../shared/parts/load-more.tsx';
import { PersonChoices } from '../../shared/parts/person-choices.tsx';
import { useViewer } from '../../shared/state/use-viewer.ts';
import { useGetChatPartnersInfiniteQuery } from './messaging.api.ts';
import classes from './person-picker.module.css';

/** Debounces typing. */
const typingMs = 250;

/**
 * A list of people without the viewer, filtered by a part of their name; a click selects or
 * deselects.
 */
export function PersonPicker({
  chosen,
  onToggle,
}: {
  readonly chosen: readonly string[];
  readonly onToggle: (username: string) => void;
}) {
  const viewer = useViewer();
  const [typed, setTyped] = useState('');
  const [search, setSearch] = useState('');
  const searchSoon = useDebouncedCallback(setSearch, typingMs);
  const query = useGetChatPartnersInfiniteQuery({ search, viewer });
  const people = query.data?.pages.flatMap((page) => page.rows);
  return (
    <div className={classes.picker}>
      <TextInput
        type="search"
        aria-label="Search Usernames"
        placeholder="Search Usernames"
        value={typed}
        onChange={({ currentTarget: { value } }) => {
          setTyped(value);
          searchSoon(value.trim());
        }}
        leftSection={<IconSearch size={16} aria-hidden />}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={limits.usernameLength}
      />
      {query.error && !people ? (
        <Failure title={messages.usersFailed} detail={serverText(query.error)} onRetry={() => query.refetch()} />
      ) : !people ? (
        <Skeleton height={120} mt={8} aria-label="Loading users" />
      ) : people.length === 0 ? (
        <p className={classes.none}>No Users Found</p>
      ) : (
        <div className={classes.scroll}>
          <PersonChoices
            people={people}
            chosen={chosen}
            onToggle={onToggle}
            pending={query.currentData === undefined}
          />
          {query.hasNextPage && (
            <LoadMore
              label="Show more users"
              pending={query.isFetchingNextPage}
              automatic={!query.isFetchNextPageError}
              onMore={() => void query.fetchNextPage()}
            />
          )}
        </div>
      )}
    </div>
  );
}
