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
import { PollCard } from './poll-card.tsx';
import { useGetPollsQuery } from './polls.api.ts';
import classes from './polls.module.css';

/** So many charts are drawn at once; the others when they come near the screen. */
const drawnAtOnce = 6;

/** The active polls of a community, and the closed ones where they are wanted. `createAt` is where one creates one, if one may. */
export function PollList({
  communityId,
  createAt,
}: {
  readonly communityId: string;
  readonly createAt: string | undefined;
}) {
  const [withClosed, setWithClosed] = useState(false);
  const status = withClosed ? 'all' : 'active';
  // Of a public community with banned people votes are told to its members alone: each visit asks again.
  const query = useGetPollsQuery({ communityId, status }, { refetchOnMountOrArgChange: true });
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
      {query.error && (
        <div className={classes.failure}>
          <Failure
            title={messages.pollsFailed}
            detail={`${messages.pollFailed}: ${serverText(query.error) ?? messages.unknownFailure}`}
            onRetry={() => query.refetch()}
          />
        </div>
      )}
      {query.data ? (
        <Polls polls={query.data} withClosed={withClosed} complete={query.currentData !== undefined} />
      ) : (
        !query.error && (
          <div className={classes.poll} aria-busy="true">
            <p role="status" className={classes.loading}>
              {messages.pollsLoading}
            </p>
            <Skeleton height={18} width="45%" />
            <Skeleton height={200} mt={16} />
          </div>
        )
      )}
    </section>
  );
}

function Polls({
  polls,
  withClosed,
  complete,
}: {
  readonly polls: readonly PollWire[];
  readonly withClosed: boolean;
  /** False while those that were just asked for are on their way. */
  readonly complete: boolean;
}) {
  const active = polls.filter((poll) => poll.status === 'active');
  const closed = withClosed ? polls.filter((poll) => poll.status === 'closed') : [];
  return (
    <>
      {active.length === 0 ? (
        <div className={classes.empty}>
          <EmptyState icon={<IconChartBar size={28} />} title={messages.pollsNone} />
        </div>
      ) : (
        <List polls={active} label="Polls" />
      )}
      {withClosed && (
        <>
          <h2 className={classes.part}>Closed Polls</h2>
          {closed.length > 0 ? (
            <List polls={closed} label="Closed polls" />
          ) : (
            <p role="status" className={classes.none}>
              {complete ? 'None has closed yet.' : messages.pollsLoading}
            </p>
          )}
        </>
      )}
    </>
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
