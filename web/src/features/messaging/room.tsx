import { Skeleton } from '@mantine/core';
import { IconMessages } from '@tabler/icons-react';
import { messages as texts } from '@parlour/contracts/messages';
import { serverText } from '../../shared/http/call-failure.ts';
import { EmptyState } from '../../shared/parts/empty-state.tsx';
import { Failure } from '../../shared/parts/failure.tsx';
import { Composer } from './composer.tsx';
import { MessageHistory } from './message-history.tsx';
import { useGetMessagesInfiniteQuery } from './messaging.api.ts';
import { useHistory } from './use-history.ts';
import classes from './messaging.module.css';

/** The global room: its messages and a composer. */
export function Room() {
  const query = useGetMessagesInfiniteQuery('room');
  const history = useHistory('room', query);
  const { data, error, refetch } = query;
  if (error && !data) {
    return <Failure title={texts.messagesFailed} detail={serverText(error)} onRetry={() => refetch()} />;
  }
  return (
    <section className={classes.talk} aria-label="Global Messages">
      {data ? (
        <MessageHistory
          place="room"
          {...history}
          empty={
            <EmptyState icon={<IconMessages size={28} />} title="No messages yet">
              <p>Everyone on this site can read this room.</p>
            </EmptyState>
          }
        />
      ) : (
        <HistorySkeleton />
      )}
      <Composer place="room" />
    </section>
  );
}

export function HistorySkeleton() {
  return (
    <div className={classes.skeleton} aria-busy="true" aria-label="Loading messages">
      {[44, 62, 30, 54].map((width) => (
        <Skeleton key={width} height={36} width={`${width}%`} radius="lg" />
      ))}
    </div>
  );
}
