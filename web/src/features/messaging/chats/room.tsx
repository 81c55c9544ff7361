import { Skeleton } from '@mantine/core';
import { messages } from '@parlour/contracts/messages';
import { useEffect, type ReactNode } from 'react';
import { useDispatch } from 'react-redux';
import { serverText } from '../../../shared/http/call-failure.ts';
import { EmptyState } from '../../../design/parts/list/empty-state.tsx';
import { Failure } from '../../../design/parts/feedback/failure.tsx';
import { Loading } from '../../../design/parts/feedback/loading.tsx';
import { RemoveDialog } from '../../../design/parts/post/removal.tsx';
import type { Dispatch } from '../../../shared/state/store.ts';
import { Composer } from '../sending/composer.tsx';
import { noteRoomNews } from '../message-cache.ts';
import { MessageHistory } from '../history/message-history.tsx';
import { useGetMessagesInfiniteQuery } from '../messaging.api.ts';
import { useHistory } from '../history/use-history.ts';
import { useMessageActs } from '../message/use-message-acts.ts';
import classes from '../messaging.module.css';

/** The global room: its messages and a composer. `head`: what stands above them. */
export function Room({ head, linked }: { readonly head?: ReactNode; readonly linked?: string | undefined }) {
  const query = useGetMessagesInfiniteQuery('room');
  const history = useHistory('room', query);
  const { composer, acts, editing, editLast, removal } = useMessageActs('room', history.messages);
  const { data, error, refetch } = query;
  const dispatch = useDispatch<Dispatch>();
  const newest = history.messages.at(-1)?._id;
  useEffect(() => {
    dispatch(noteRoomNews(false));
  }, [dispatch, newest]);
  return (
    <section className={classes.talk} aria-label="Global Messages" data-pane>
      {head}
      {error && !data ? (
        <div className={classes.failure}>
          <Failure title={messages.messagesFailed} detail={serverText(error)} onRetry={() => refetch()} />
        </div>
      ) : (
        <>
          {data ? (
            <MessageHistory
              place="room"
              {...history}
              linked={linked}
              acts={acts}
              editing={editing}
              empty={
                <EmptyState drawing="chats" title="No messages yet">
                  <p>Everyone on this site can read this room.</p>
                </EmptyState>
              }
            />
          ) : (
            <HistorySkeleton />
          )}
          <Composer ref={composer} place="room" editLast={editLast} />
          {removal && <RemoveDialog kind="message" {...removal} />}
        </>
      )}
    </section>
  );
}

export function HistorySkeleton() {
  return (
    <Loading label="Loading messages" className={classes.skeleton}>
      {[44, 62, 30, 54, 38, 70].map((width) => (
        <div key={width} className="row">
          <Skeleton height={32} circle />
          <div className={classes.skeletonWords}>
            <Skeleton height={12} width={90} />
            <Skeleton height={14} width={`${width}%`} />
          </div>
        </div>
      ))}
    </Loading>
  );
}
