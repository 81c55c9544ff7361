import { Button } from '@mantine/core';
import { limits } from '@parlour/contracts/limits';
import { messages } from '@parlour/contracts/messages';
import { Link } from 'react-router';
import { EmptyState } from '../../../design/parts/list/empty-state.tsx';
import { IconRefresh } from '../../../design/parts/look/icons.tsx';
import { SearchField } from '../../../design/parts/list/search-field.tsx';
import { everyVisit } from '../../../shared/http/endpoint.ts';
import { useGetCommunitiesInfiniteQuery } from '../communities.api.ts';
import { ClosedCommunities } from './closed-communities.tsx';
import { CommunityRows } from './community-rows.tsx';
import classes from './community-list.module.css';

/** All communities, or those whose name or description contains the search, regardless of case. */
export function Explore({
  search,
  onSearch,
}: {
  readonly search: string;
  /** Called with the search once typing pauses. */
  readonly onSearch: (search: string) => void;
}) {
  const query = useGetCommunitiesInfiniteQuery({ search }, everyVisit);
  const loaded = query.currentData !== undefined;
  return (
    <>
      <div className={classes.tools}>
        <SearchField
          className={classes.search ?? ''}
          label="Search communities"
          placeholder="Search by name or description"
          search={search}
          onSearch={onSearch}
          clearable
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
          <EmptyState drawing="communities" title="No communities yet">
            <p>After two posts you can start one.</p>
            <Button component={Link} to="/community/new">
              Create
            </Button>
          </EmptyState>
        ) : (
          <EmptyState drawing="lost" title={messages.noCommunitiesMatching(search)}>
            <p>Try a shorter word.</p>
          </EmptyState>
        )}
      </CommunityRows>
      <ClosedCommunities search={search} />
    </>
  );
}
