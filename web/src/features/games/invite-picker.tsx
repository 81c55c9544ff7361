import { Button, Skeleton, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch, IconX } from '@tabler/icons-react';
import { limits } from '@parlour/contracts/limits';
import { messages } from '@parlour/contracts/messages';
import { useEffect, useState } from 'react';
import { serverText } from '../../shared/http/call-failure.ts';
import { Failure } from '../../shared/parts/failure.tsx';
import { PersonChoices } from '../../shared/parts/person-choices.tsx';
import { useViewer } from '../../shared/state/use-viewer.ts';
import { useGetInvitableInfiniteQuery } from './games.api.ts';
import classes from './invite-picker.module.css';

/** Debounces typing. */
const typingMs = 250;

/** Selects players to invite, filtered by a part of their name, 25 per load, without the viewer. */
export function InvitePicker({
  chosen,
  excluded = [],
  onToggle,
}: {
  readonly chosen: readonly string[];
  /** Players who are already invited. */
  readonly excluded?: readonly string[];
  readonly onToggle: (username: string) => void;
}) {
  const viewer = useViewer();
  const [typed, setTyped] = useState('');
  const [search, setSearch] = useState('');
  const [loads, setLoads] = useState(1);
  const searchSoon = useDebouncedCallback((next: string) => {
    setSearch(next);
    setLoads(1);
  }, typingMs);
  const query = useGetInvitableInfiniteQuery({ search, viewer }, { skip: viewer === '' });
  const { hasNextPage, isFetching, error, fetchNextPage } = query;
  const current = query.currentData !== undefined;
  const found = query.data?.pages
    .flatMap((page) => page.rows)
    .filter(({ username }) => username !== viewer && !excluded.includes(username));
  const people = found && [...new Map(found.map((person) => [person._id, person])).values()];
  const most = loads * limits.invitePage;
  // Excluded players must not make a load shorter.
  const wanting = current && people !== undefined && people.length < most && hasNextPage && !isFetching && !error;

  useEffect(() => {
    if (wanting) void fetchNextPage();
  }, [fetchNextPage, wanting]);

  const more = people !== undefined && (people.length > most || hasNextPage);
  return (
    <div className={classes.picker}>
      <div className={classes.chosen}>
        {chosen.length === 0 ? (
          <em>Nobody selected yet</em>
        ) : (
          chosen.map((username) => (
            <button
              key={username}
              type="button"
              className={classes.chip}
              aria-label={`Do not invite ${username}`}
              onClick={() => {
                onToggle(username);
              }}
            >
              <bdi>{username}</bdi>
              <IconX size={14} aria-hidden />
            </button>
          ))
        )}
      </div>
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
      {error && (
        <Failure
          title={messages.usersFailed}
          detail={serverText(error)}
          onRetry={() => (query.isFetchNextPageError ? fetchNextPage() : query.refetch())}
        />
      )}
      {!people && !error && <Skeleton height={120} aria-label="Loading users" />}
      {people && people.length === 0 && !wanting && !isFetching && <p className={classes.none}>No Users Found</p>}
      {people && people.length > 0 && (
        <div className={classes.scroll}>
          <PersonChoices people={people.slice(0, most)} chosen={chosen} onToggle={onToggle} pending={!current} />
        </div>
      )}
      {(more || loads > 1) && (
        <div className={classes.loads}>
          {more && (
            <Button
              variant="default"
              size="xs"
              loading={query.isFetchingNextPage}
              onClick={() => {
                setLoads(loads + 1);
              }}
            >
              Load More
            </Button>
          )}
          {loads > 1 && (
            <Button
              variant="default"
              size="xs"
              onClick={() => {
                setLoads(loads - 1);
              }}
            >
              Load Fewer
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
