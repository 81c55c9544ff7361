import { Button, Skeleton } from '@mantine/core';
import { limits } from '@parlour/contracts/limits';
import { messages } from '@parlour/contracts/messages';
import { useState } from 'react';
import { serverText } from '../../../shared/http/call-failure.ts';
import { rowsOf } from '../../../shared/http/pages.ts';
import { useChoiceKeys } from '../../../design/parts/form/choice-keys.ts';
import { ChosenPeople } from '../../../design/parts/person/chosen-people.tsx';
import { Failure } from '../../../design/parts/feedback/failure.tsx';
import { FoundStatus } from '../../../design/parts/list/found-status.tsx';
import { Loading } from '../../../design/parts/feedback/loading.tsx';
import { PersonChoices } from '../../../design/parts/person/person-choices.tsx';
import { UsernameSearch } from '../../../design/parts/form/username-search.tsx';
import { useNextPages } from '../../../shared/state/hooks/use-next-pages.ts';
import { useViewer } from '../../../shared/state/hooks/use-viewer.ts';
import { useGetUsersInfiniteQuery } from '../../../shared/users.api.ts';
import classes from './invite-picker.module.css';

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
  const [search, setSearch] = useState('');
  const [loads, setLoads] = useState(1);
  const query = useGetUsersInfiniteQuery(
    { search, exclude: viewer, limit: limits.invitePage },
    { skip: viewer === '' },
  );
  const { hasNextPage, error } = query;
  const current = query.currentData !== undefined;
  const people = rowsOf(query.data?.pages, ({ _id }) => _id)?.filter(
    ({ username }) => username !== viewer && !excluded.includes(username),
  );
  const most = loads * limits.invitePage;
  // Excluded players must not make a load shorter.
  const wanting = useNextPages(query, !current || people === undefined || people.length >= most);

  const keys = useChoiceKeys(current ? search : undefined);
  const more = people !== undefined && (people.length > most || hasNextPage);
  return (
    <div className={classes.picker} {...keys}>
      <ChosenPeople
        chosen={chosen}
        none="Nobody selected yet"
        labelOf={(username) => `Do not invite ${username}`}
        onRemove={onToggle}
      />
      <UsernameSearch
        onSearch={(next) => {
          setSearch(next);
          setLoads(1);
        }}
      />
      {error && (
        <Failure
          title={messages.usersFailed}
          detail={serverText(error)}
          onRetry={() => (query.isFetchNextPageError ? query.fetchNextPage() : query.refetch())}
        />
      )}
      {!people && !error && (
        <Loading label="Loading users">
          <Skeleton height={120} />
        </Loading>
      )}
      <FoundStatus
        search={search}
        number={current && !wanting ? people?.slice(0, most).length : undefined}
        isMore={more}
        className={classes.none}
      />
      {people && people.length > 0 && (
        <div className={classes.scroll}>
          <PersonChoices
            people={people.slice(0, most)}
            search={search}
            chosen={chosen}
            onToggle={onToggle}
            pending={!current}
          />
        </div>
      )}
      {(more || loads > 1) && (
        <div className={classes.loads}>
          <Button
            variant="default"
            size="xs"
            loading={query.isFetchingNextPage}
            data-disabled={!more}
            onClick={() => {
              setLoads(loads + 1);
            }}
          >
            Load More
          </Button>
          <Button
            variant="default"
            size="xs"
            data-disabled={loads === 1}
            onClick={() => {
              setLoads(loads - 1);
            }}
          >
            Load Fewer
          </Button>
        </div>
      )}
    </div>
  );
}
