import { Skeleton } from '@mantine/core';
import { messages } from '@parlour/contracts/messages';
import type { ChatWire } from '@parlour/contracts/messaging';
import { Fragment } from 'react';
import { Link } from 'react-router';
import { serverText } from '../../shared/http/call-failure.ts';
import { CountBadge } from '../../shared/parts/count-badge.tsx';
import { Failure } from '../../shared/parts/failure.tsx';
import { LoadMore } from '../../shared/parts/load-more.tsx';
import { PersonMark } from '../../shared/parts/person-mark.tsx';
import { RelativeTime } from '../../shared/parts/relative-time.tsx';
import { useViewer } from '../../shared/state/use-viewer.ts';
import { count } from '../../shared/text/count.ts';
import { useGetChatsInfiniteQuery } from './messaging.api.ts';
import classes from './messaging.module.css';

/** A chat's name: the other participants. */
export function othersIn(participants: readonly string[], viewer: string): readonly string[] {
  return participants.filter((name) => name !== viewer);
}

/** The viewer's chats with unread counts, the most recent first. */
export function ChatList({
  selected,
  addressOf,
}: {
  readonly selected: string | undefined;
  readonly addressOf: (chatId: string) => string;
}) {
  const viewer = useViewer();
  const query = useGetChatsInfiniteQuery(viewer);
  const { data } = query;
  if (query.error && !data) {
    return <Failure title={messages.chatsFailed} detail={serverText(query.error)} onRetry={() => query.refetch()} />;
  }
  if (!data) return <Skeleton height={160} aria-label="Loading chats" />;
  const rows = data.pages.flatMap((page) => page.rows);
  const chats = [...new Map(rows.map((row) => [row._id, row])).values()];
  if (chats.length === 0) return <p className={classes.noChats}>You have no chats yet.</p>;
  return (
    <>
      <ul className={classes.chats} aria-label="Chats">
        {chats.map((chat) => (
          <li key={chat._id}>
            <ChatRow chat={chat} viewer={viewer} selected={chat._id === selected} address={addressOf(chat._id)} />
          </li>
        ))}
      </ul>
      {query.hasNextPage && (
        <LoadMore
          label="Show more chats"
          pending={query.isFetchingNextPage}
          automatic={!query.isFetchNextPageError}
          onMore={() => void query.fetchNextPage()}
        />
      )}
    </>
  );
}

function ChatRow({
  chat,
  viewer,
  selected,
  address,
}: {
  readonly chat: ChatWire;
  readonly viewer: string;
  readonly selected: boolean;
  readonly address: string;
}) {
  const others = othersIn(chat.participants, viewer);
  const last = chat.messages.at(-1);
  // The open chat's messages count as unread until the server knows that they were seen; don't show
  // that.
  const unread = selected ? 0 : chat.unread;
  return (
    <Link to={address} className={classes.chat} aria-current={selected} data-unread={unread > 0}>
      <PersonMark username={others[0] ?? ''} />
      <span className={classes.chatWords}>
        <span className={classes.chatHead}>
          <span className={classes.chatName}>
            {others.map((name, index) => (
              <Fragment key={`${index} ${name}`}>
                {index > 0 && ', '}
                <bdi>{name}</bdi>
              </Fragment>
            ))}
          </span>
          <CountBadge number={unread} label={count(unread, 'unread message')} />
        </span>
        {last && (
          <span className={classes.chatLast}>
            <span className={classes.chatText}>
              {last.msgFrom === viewer
                ? 'You: '
                : others.length > 1 && (
                    <>
                      <bdi>{last.msgFrom}</bdi>:{' '}
                    </>
                  )}
              <bdi>{last.msg}</bdi>
            </span>
            <RelativeTime at={last.msgDateTime} />
          </span>
        )}
      </span>
    </Link>
  );
}
