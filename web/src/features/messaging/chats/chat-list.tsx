import { Skeleton } from '@mantine/core';
import { canonicalName } from '@parlour/contracts/text/checks';
import { messages } from '@parlour/contracts/messages';
import type { ChatWire, MessageWire } from '@parlour/contracts/messaging/messaging';
import { useState } from 'react';
import { Link } from 'react-router';
import { serverText } from '../../../shared/http/call-failure.ts';
import { rowsOf } from '../../../shared/http/pages.ts';
import { CountBadge } from '../../../design/parts/look/count-badge.tsx';
import { Failure } from '../../../design/parts/feedback/failure.tsx';
import { FoundStatus } from '../../../design/parts/list/found-status.tsx';
import { ListFoot } from '../../../design/parts/list/list-foot.tsx';
import { Loading } from '../../../design/parts/feedback/loading.tsx';
import { MutedMark } from '../../../design/parts/person/muted-mark.tsx';
import { NewRows } from '../../../design/parts/list/new-rows.tsx';
import { Avatars } from '../../../design/parts/person/avatars.tsx';
import { OnlineAvatar } from '../../../design/parts/person/online-avatar.tsx';
import { SearchField } from '../../../design/parts/list/search-field.tsx';
import { useIsBlocked } from '../../../shared/state/blocked.slice.ts';
import { useHeldRows } from '../../../shared/state/hooks/use-held-rows.ts';
import { useHoverPause } from '../../../shared/state/hooks/use-hover-pause.ts';
import { useViewer } from '../../../shared/state/hooks/use-viewer.ts';
import { count } from '../../../shared/text/count.ts';
import { chatTitle, othersIn } from './chat-names.ts';
import { ChatName } from './chat-name.tsx';
import { shortTime, useToday } from '../history/message-times.ts';
import { useGetChatsInfiniteQuery } from '../messaging.api.ts';
import { plainWords } from '../message/plain-words.ts';
import classes from '../messaging.module.css';

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
  const today = useToday();
  const [filter, setFilter] = useState('');
  const { data } = query;
  const chats = rowsOf(data?.pages ?? [], ({ _id }) => _id);
  const wanted = canonicalName(filter);
  const found = chats.filter((chat) =>
    [chatTitle(chat, viewer), ...othersIn(chat.participants, viewer)].some((name) =>
      canonicalName(name).includes(wanted),
    ),
  );
  const pause = useHoverPause();
  // A message puts its chat first: without the hold, a click would open another one.
  const shown = useHeldRows(found, { held: pause.now, of: filter, idOf: ({ _id }) => _id, arrivals: 'below' });
  const here = new Set(shown.map(({ _id }) => _id));
  const waiting = found.filter(({ _id }) => !here.has(_id)).length;
  if (query.error && !data) {
    return (
      <div className={classes.failure}>
        <Failure title={messages.chatsFailed} detail={serverText(query.error)} onRetry={() => query.refetch()} />
      </div>
    );
  }
  if (!data) return <ListSkeleton />;
  if (chats.length === 0) return <p className={`hint ${classes.noChats}`}>You have no chats yet.</p>;
  // Not the focus: it stays with the chat that was opened, as long as that is read.
  const { onPointerEnter, onPointerLeave, onPointerDown } = pause.handlers;
  return (
    <div
      className={classes.pane}
      onPointerEnter={onPointerEnter}
      onPointerLeave={onPointerLeave}
      onPointerDown={onPointerDown}
    >
      <div className={classes.above}>
        <SearchField
          label="Filter chats"
          placeholder="Filter by name"
          onSearch={setFilter}
          className={classes.filter ?? ''}
        />
        {/* Beside the field: above the chats it would move them. */}
        {waiting > 0 && <NewRows number={waiting} noun="new chat" onShow={pause.release} />}
      </div>
      <FoundStatus
        search={filter}
        number={shown.length}
        isMore={query.hasNextPage}
        noun="chat"
        none="No chat with that name."
        className={`hint ${classes.noChats}`}
      />
      <div className={classes.listed}>
        {shown.length > 0 && (
          // Again, once the button above has released it.
          <ul onPointerEnter={onPointerEnter} className={classes.chats} aria-label="Chats">
            {shown.map((chat) => (
              <li key={chat._id}>
                <ChatRow
                  chat={chat}
                  viewer={viewer}
                  today={today}
                  selected={chat._id === selected}
                  address={addressOf(chat._id)}
                />
              </li>
            ))}
          </ul>
        )}
        <ListFoot query={query} label="Show more chats" failed={messages.chatsFailed} />
      </div>
    </div>
  );
}

function ListSkeleton() {
  return (
    <Loading label="Loading chats" className={classes.listSkeleton}>
      {[60, 42, 54].map((width) => (
        <div key={width} className="row">
          <Skeleton height={40} circle />
          <div className={classes.skeletonWords}>
            <Skeleton height={13} width={`${width}%`} />
            <Skeleton height={11} width="80%" />
          </div>
        </div>
      ))}
    </Loading>
  );
}

function ChatRow({
  chat,
  viewer,
  today,
  selected,
  address,
}: {
  readonly chat: ChatWire;
  readonly viewer: string;
  readonly today: string;
  readonly selected: boolean;
  readonly address: string;
}) {
  const others = othersIn(chat.participants, viewer);
  const last = chat.messages.at(-1);
  const isBlocked = useIsBlocked(last?.msgFrom ?? '');
  // The open chat's messages count as unread until the server knows that they were seen; don't show
  // that.
  const unread = selected ? 0 : chat.unread;
  return (
    <Link to={address} className={classes.chat} aria-current={selected} data-unread={unread > 0 && !chat.muted}>
      <span className={classes.faces} data-several={others.length > 1}>
        {others.length > 1 ? (
          <Avatars usernames={others.slice(0, 2)} />
        ) : (
          <OnlineAvatar username={others[0] ?? viewer} />
        )}
      </span>
      <span className={classes.chatWords}>
        <span className={classes.chatLine}>
          <span className={classes.chatName}>
            <ChatName chat={chat} viewer={viewer} />
          </span>
          {chat.muted && <MutedMark />}
          {last && (
            <time className={classes.chatTime} dateTime={last.msgDateTime}>
              {shortTime(last.msgDateTime, today)}
            </time>
          )}
        </span>
        {(last !== undefined || unread > 0) && (
          <span className={classes.chatLine}>
            {last && (
              <span className={classes.chatText}>
                <Sender message={last} viewer={viewer} several={others.length > 1} />
                <LastText message={last} isBlocked={isBlocked} />
              </span>
            )}
            <CountBadge number={unread} label={count(unread, 'unread message')} tone={chat.muted ? 'quiet' : 'plum'} />
          </span>
        )}
      </span>
    </Link>
  );
}

/** What a message says, unless it is deleted, or from somebody whom the viewer has blocked. */
function LastText({ message, isBlocked }: { readonly message: MessageWire; readonly isBlocked: boolean }) {
  if (message.deleted) return <i>Message deleted</i>;
  // What people did is no message, and has no marks.
  if (message.notice !== null) return <bdi>{message.msg}</bdi>;
  if (isBlocked) return <i>{messages.fromBlocked}</i>;
  return <bdi>{plainWords(message.msg)}</bdi>;
}

/** Who wrote a message, or did what it says. */
function Sender({
  message: { msgFrom, notice },
  viewer,
  several,
}: {
  readonly message: MessageWire;
  readonly viewer: string;
  readonly several: boolean;
}) {
  const end = notice === null ? ': ' : ' ';
  if (msgFrom === viewer) return `You${end}`;
  if (!several && notice === null) return null;
  return (
    <>
      <bdi>{msgFrom}</bdi>
      {end}
    </>
  );
}
