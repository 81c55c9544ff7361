import { Button, Skeleton } from '@mantine/core';
import type { PollWire } from '@parlour/contracts/communities/communities';
import { messages } from '@parlour/contracts/messages';
import { useEffect, useMemo, useRef } from 'react';
import { Link, useSearchParams } from 'react-router';
import { serverText } from '../../shared/http/call-failure.ts';
import { EmptyState } from '../../design/parts/list/empty-state.tsx';
import { Failure } from '../../design/parts/feedback/failure.tsx';
import { LoadMore } from '../../design/parts/list/load-more.tsx';
import { Switch } from '../../design/parts/form/switch.tsx';
import { useHeldLists } from '../../shared/state/hooks/use-held-rows.ts';
import { useHoverPause } from '../../shared/state/hooks/use-hover-pause.ts';
import { PollCard } from './poll/poll-card.tsx';
import type { PollRights } from './poll/poll-rights.ts';
import { usePolls } from './use-polls.ts';
import classes from './polls.module.css';

/** The polls of a community. `createAt` is the address for creating one, if the viewer may. */
export function PollList({
  communityId,
  createAt,
  leads = false,
  isReadOnly = false,
}: {
  readonly communityId: string;
  readonly createAt: string | undefined;
} & Partial<PollRights>) {
  const rights = useMemo(() => ({ leads, isReadOnly }), [leads, isReadOnly]);
  const [withClosed, setWithClosed] = useWithClosed();
  const { query, closedQuery, anyClosed, removedQuery, ...lists } = usePolls(communityId, withClosed);
  const pause = useHoverPause();
  // A vote is final: no other poll may come under the pointer.
  const { active, ended, removed } = useHeldLists<'active' | 'ended' | 'removed', PollWire>(lists, {
    held: pause.now,
    of: communityId,
    idOf: ({ _id }) => _id,
  });
  const showsEnded = withClosed || ended.length > 0;
  return (
    <section aria-labelledby="community-polls">
      <div className={classes.head}>
        <h2 id="community-polls" tabIndex={-1} className={classes.title}>
          Community Polls
        </h2>
        <Switch
          label="Show closed and removed polls"
          checked={withClosed}
          onChange={(event) => setWithClosed(event.currentTarget.checked)}
          className={classes.withClosed ?? ''}
        />
        {createAt !== undefined && (
          <Button component={Link} to={createAt}>
            Create Poll
          </Button>
        )}
      </div>
      <div {...pause.handlers}>
        {query.error && !query.isFetchNextPageError && <Failed query={query} />}
        {active.length > 0 ? (
          <List polls={active} label="Polls" rights={rights} held={pause.now} />
        ) : query.currentData ? (
          <NoneActive anyClosed={removed.length > 0 || anyClosed} failed={closedQuery.error !== undefined} />
        ) : (
          !query.error && <Loading />
        )}
        <More query={query} label="Show more polls" />
        {showsEnded && (
          <>
            <h2 className={classes.part}>Closed Polls</h2>
            {closedQuery.error && !closedQuery.isFetchNextPageError && <Failed query={closedQuery} />}
            {ended.length > 0 ? (
              <List polls={ended} label="Closed polls" rights={rights} held={pause.now} />
            ) : (
              !closedQuery.error &&
              anyClosed !== true && (
                <p role="status" className="soft">
                  {anyClosed === undefined ? messages.pollsLoading : 'No polls have closed yet.'}
                </p>
              )
            )}
            {withClosed && <More query={closedQuery} label="Show more closed polls" />}
          </>
        )}
        {(removed.length > 0 || removedQuery.error !== undefined) && (
          <>
            <h2 className={classes.part}>Removed Polls</h2>
            {removedQuery.error && !removedQuery.isFetchNextPageError && <Failed query={removedQuery} />}
            <List polls={removed} label="Removed polls" rights={rights} held={pause.now} />
            {withClosed && <More query={removedQuery} label="Show more removed polls" />}
          </>
        )}
      </div>
    </section>
  );
}

/** Whether closed and removed polls are shown too. Back and a reload find it in the address. */
function useWithClosed() {
  const [parameters, setParameters] = useSearchParams();
  const set = (withClosed: boolean) =>
    setParameters(
      (before) => {
        const next = new URLSearchParams(before);
        next.delete('show');
        if (withClosed) next.set('show', 'all');
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  return [parameters.get('show') === 'all', set] as const;
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
    <div className="card">
      <EmptyState drawing="polls" title={title} />
    </div>
  );
}

function Loading() {
  return (
    <div className={classes.poll} aria-busy="true">
      <p role="status" className="soft">
        {messages.pollsLoading}
      </p>
      <Skeleton height={18} width="45%" mt={12} />
      <Skeleton height={200} mt={16} />
    </div>
  );
}

function List({
  polls,
  label,
  rights,
  held,
}: {
  readonly polls: readonly PollWire[];
  readonly label: string;
  readonly rights: PollRights;
  readonly held: boolean;
}) {
  const place = useRef<HTMLUListElement>(null);
  useEffect(() => {
    if (!held) return;
    // One that closes or is removed gets shorter; the ones below must not move up for it.
    const cards = [...(place.current?.querySelectorAll('li') ?? [])];
    for (const card of cards) card.style.minHeight = `${card.offsetHeight}px`;
    return () => {
      for (const card of cards) card.style.minHeight = '';
    };
  }, [held]);

  return (
    <ul ref={place} className={classes.list} aria-label={label}>
      {polls.map((poll) => (
        <li key={poll._id}>
          <PollCard poll={poll} rights={rights} />
        </li>
      ))}
    </ul>
  );
}
