import '@mantine/core/styles/Switch.layer.css';
import { Button, Skeleton, Switch } from '@mantine/core';
import { IconChartBar } from '@tabler/icons-react';
import type { PollWire } from '@parlour/contracts/communities';
import { messages } from '@parlour/contracts/messages';
import { useState } from 'react';
import { Link } from 'react-router';
import { serverText } from '../../shared/http/call-failure.ts';
import { EmptyState } from '../../shared/parts/empty-state.tsx';
import { Failure } from '../../shared/parts/failure.tsx';
import { LoadMore } from '../../shared/parts/load-more.tsx';
import { PollCard } from './poll-card.tsx';
import { usePolls } from './use-polls.ts';
import classes from './polls.module.css';

/** This many charts are drawn at once; others when they come near the screen. */
const drawnAtOnce = 6;

/** The polls of a community. `createAt` is the address for creating one, if the viewer may. */
export function PollList({
  communityId,
  createAt,
}: {
  readonly communityId: string;
  readonly createAt: string | undefined;
}) {
  const [withClosed, setWithClosed] = useState(false);
  const { query, active, closedQuery, ended, anyClosed } = usePolls(communityId, withClosed);
  const showsEnded = withClosed || ended.length > 0;
  return (
    <section aria-labelledby="community-polls">
      <div className={classes.head}>
        <h2 id="community-polls" className={classes.title}>
          Community Polls
        </h2>
        <Switch
          label="Show closed polls"
          checked={withClosed}
          onChange={(event) => setWithClosed(event.currentTarget.checked)}
        />
        {createAt !== undefined && (
          <Button component={Link} to={createAt}>
            Create Poll
          </Button>
        )}
      </div>
      {query.error && !query.isFetchNextPageError && <Failed query={query} />}
      {active.length > 0 ? (
        <List polls={active} label="Polls" />
      ) : query.currentData ? (
        <NoneActive anyClosed={anyClosed} failed={closedQuery.error !== undefined} />
      ) : (
        !query.error && <Loading />
      )}
      <More query={query} label="Show more polls" />
      {showsEnded && (
        <>
          <h2 className={classes.part}>Closed Polls</h2>
          {closedQuery.error && !closedQuery.isFetchNextPageError && <Failed query={closedQuery} />}
          {ended.length > 0 ? (
            <List polls={ended} label="Closed polls" />
          ) : (
            !closedQuery.error && (
              <p role="status" className={classes.none}>
                {anyClosed === undefined ? messages.pollsLoading : 'No polls have closed yet.'}
              </p>
            )
          )}
          {withClosed && <More query={closedQuery} label="Show more closed polls" />}
        </>
      )}
    </section>
  );
}

type PollsQuery = ReturnType<typeof usePolls>['query'];

function Failed({
  query,
  again = () => query.refetch(),
}: {
  readonly query: PollsQuery;
  readonly again?: () => unknown;
}) {
  return (
    <div className={classes.failure}>
      <Failure
        title={messages.pollsFailed}
        detail={`${messages.pollFailed}: ${serverText(query.error) ?? messages.unknownFailure}`}
        onRetry={again}
      />
    </div>
  );
}

/** The end of a list with more pages. */
function More({ query, label }: { readonly query: PollsQuery; readonly label: string }) {
  if (query.isFetchNextPageError) return <Failed query={query} again={() => query.fetchNextPage()} />;
  if (!query.hasNextPage) return null;
  return <LoadMore label={label} pending={query.isFetchingNextPage} onMore={() => void query.fetchNextPage()} />;
}

/** If none is active, there may have been others before. */
function NoneActive({ anyClosed, failed }: { readonly anyClosed: boolean | undefined; readonly failed: boolean }) {
  if (anyClosed === undefined && !failed) return <Loading />;
  const title = anyClosed === false ? messages.pollsNone : messages.pollsNoneActive;
  return (
    <div className={classes.empty}>
      <EmptyState icon={<IconChartBar size={28} />} title={title} />
    </div>
  );
}

function Loading() {
  return (
    <div className={classes.poll} aria-busy="true">
      <p role="status" className={classes.loading}>
        {messages.pollsLoading}
      </p>
      <Skeleton height={18} width="45%" />
      <Skeleton height={200} mt={16} />
    </div>
  );
}

function List({ polls, label }: { readonly polls: readonly PollWire[]; readonly label: string }) {
  return (
    <ul className={classes.list} aria-label={label}>
      {polls.map((poll, place) => (
        <li key={poll._id}>
          <PollCard poll={poll} near={place < drawnAtOnce} />
        </li>
      ))}
    </ul>
  );
}
