import { Button, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconRefresh, IconSearch, IconSearchOff, IconUsersGroup, IconX } from '@tabler/icons-react';
import { limits } from '@parlour/contracts/limits';
import { messages } from '@parlour/contracts/messages';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import { EmptyState } from '../../shared/parts/empty-state.tsx';
import { useGetCommunitiesInfiniteQuery } from './communities.api.ts';
import { CommunityRows } from './community-rows.tsx';
import classes from './community-list.module.css';

/** Debounces typing. */
const typingMs = 250;

const everyVisit = { refetchOnMountOrArgChange: true };

/** All communities, or those whose name or description contains the search, regardless of case. */
export function Explore({
  search,
  onSearch,
}: {
  readonly search: string;
  /** Called with the search once typing pauses. */
  readonly onSearch: (search: string) => void;
}) {
  const [typed, setTyped] = useState(search);
  const searchSoon = useDebouncedCallback(onSearch, typingMs);
  const box = useRef<HTMLInputElement>(null);
  const query = useGetCommunitiesInfiniteQuery(search, everyVisit);
  const loaded = query.currentData !== undefined;
  return (
    <>
      <div className={classes.tools}>
        <TextInput
          ref={box}
          className={classes.search ?? ''}
          role="searchbox"
          aria-label="Search communities"
          placeholder="Search by name or description"
          value={typed}
          onChange={({ currentTarget: { value } }) => {
            setTyped(value);
            searchSoon(value.trim());
          }}
          leftSection={<IconSearch size={17} aria-hidden />}
          rightSection={
            typed !== '' && (
              <button
                type="button"
                aria-label="Clear search"
                title="Clear search"
                className={classes.clear}
                onClick={() => {
                  setTyped('');
                  searchSoon('');
                  searchSoon.flush();
                  box.current?.focus();
                }}
              >
                <IconX size={16} aria-hidden />
              </button>
            )
          }
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={limits.communityNameLength}
        />
        <Button
          variant="default"
          leftSection={<IconRefresh size={17} aria-hidden />}
          loading={query.isFetching && !query.isFetchingNextPage && loaded}
          onClick={() => void query.refetch()}
        >
          Refresh List
        </Button>
      </div>
      <CommunityRows query={query} failure={messages.communitiesFailed}>
        {search === '' ? (
          <EmptyState icon={<IconUsersGroup size={28} />} title="No communities yet">
            <p>Post twice, and you can create the first one.</p>
            <Button component={Link} to="/community/new">
              Create
            </Button>
          </EmptyState>
        ) : (
          <EmptyState icon={<IconSearchOff size={28} />} title={messages.noCommunitiesMatching(search)}>
            <p>The search covers names and descriptions. Try fewer letters.</p>
          </EmptyState>
        )}
      </CommunityRows>
    </>
  );
}
