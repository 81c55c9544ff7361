import { Button } from '@mantine/core';
import { type MessageWire, roomId } from '@parlour/contracts/messaging/messaging';
import { type ReactNode, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { useDispatch } from 'react-redux';
import { useLocation } from 'react-router';
import { IconArrowDown } from '../../../design/parts/look/icons.tsx';
import { LoadMore } from '../../../design/parts/list/load-more.tsx';
import { moveFocus } from '../../../design/parts/page/move-focus.ts';
import { hasLed } from '../../../shared/navigation/led-steps.ts';
import { addressOfMessage } from '@parlour/contracts/messaging/message-address';
import type { Dispatch } from '../../../shared/state/store.ts';
import { useViewer } from '../../../shared/state/hooks/use-viewer.ts';
import { count } from '../../../shared/text/count.ts';
import { positionIn } from './history-position.ts';
import { nameOfPlace, type Place } from '../message-cache.ts';
import { MessageItem, OutgoingItem } from '../message/message-item.tsx';
import { aboveOf } from './message-rows.ts';
import { dayName, useToday } from './message-times.ts';
import type { Outgoing } from '../sending/outgoing.ts';
import { OlderFailure } from './older-failure.tsx';
import { discard, sendAgain } from '../sending/outbox.ts';
import type { MessageActs } from '../message/use-message-acts.ts';
import { useActiveRow } from './use-active-row.ts';
import { useFirstUnread } from './use-first-unread.ts';
import type { Older } from './use-history.ts';
import { useLinkedMessage } from './use-linked-message.ts';
import { useReadingPlace } from './use-reading-place.ts';
import classes from './message-history.module.css';

/** How far above the screen to start loading older messages. */
const aheadPixels = 900;
/** How long after older messages came nothing is read out, in milliseconds. */
const quietMs = 1_000;

interface HistoryProps {
  readonly place: Place;
  readonly messages: readonly MessageWire[];
  readonly outgoing: readonly Outgoing[];
  readonly older: Older;
  /** How many messages of others the viewer has not seen; undefined if nobody counts them. */
  readonly unread?: number;
  /** The message that the address leads to. */
  readonly linked?: string | undefined;
  readonly empty: ReactNode;
  readonly acts: MessageActs;
  /** The message that is being edited. */
  readonly editing: string | undefined;
}

/**
 * Messages, the newest at the end and in view. The box scrolls from its end (column-reverse), so
 * loading older messages moves nothing, and the end stays in view. Only a reader who has scrolled
 * up must be held in place when a new message arrives.
 */
export function MessageHistory({
  place,
  messages,
  outgoing,
  older,
  unread,
  linked,
  empty,
  acts,
  editing,
}: HistoryProps) {
  const viewer = useViewer();
  const today = useToday();
  const name = nameOfPlace(place);
  const isQuiet = useQuietFor(messages[0]?._id) || older.pending;
  const box = useRef<HTMLDivElement>(null);
  const { start, target } = useEntry(viewer, name, linked);
  const firstUnread = useFirstUnread(messages, viewer, { unread, newestSeen: start?.newest });
  const reading = useReadingPlace(box, messages, {
    viewer,
    place: name,
    start,
    firstUnread,
    isLed: target !== undefined,
    outgoing: outgoing.length,
  });
  useLinkedMessage(box, messages, older, target);
  const { focused, isActive, handlers: rowHandlers } = useActiveRow();

  function onScroll(): void {
    if (!box.current) return;
    reading.onScroll(box.current);
    const { scrollTop, scrollHeight, clientHeight } = box.current;
    const above = scrollHeight - clientHeight + scrollTop;
    if (above < aheadPixels && older.there && !older.pending && !older.failed) older.load();
  }

  const rows = useMemo(
    () =>
      messages.map((message, index) => {
        const above = aboveOf(message, messages[index - 1], message._id === firstUnread);
        return { message, ...above, day: above.day === undefined ? undefined : dayName(above.day, today) };
      }),
    [firstUnread, messages, today],
  );
  const handlers = useMemo(
    () => ({
      ...acts,
      addressOf: (messageId: string) => addressOfMessage(place === 'room' ? roomId : place.chatId, messageId),
    }),
    [acts, place],
  );
  const stop = focused ?? messages.at(-1)?._id;

  if (messages.length + outgoing.length === 0) return <div className={classes.nothing}>{empty}</div>;
  return (
    <div className={classes.frame}>
      {older.failed && <OlderFailure error={older.error} />}
      <div
        ref={box}
        className={classes.box}
        onScroll={onScroll}
        tabIndex={0}
        role="log"
        aria-live={isQuiet ? 'off' : 'polite'}
        aria-label="Messages"
      >
        <ol {...rowHandlers}>
          {older.there && (
            <li className={classes.older}>
              <LoadMore
                label="Show older messages"
                pending={older.pending}
                automatic={!older.failed}
                onMore={older.load}
              />
            </li>
          )}
          {rows.map(({ message, ...above }) => (
            <MessageItem
              key={message._id}
              {...above}
              message={message}
              own={message.msgFrom === viewer}
              isStop={message._id === stop}
              isActive={isActive(message._id)}
              isMarked={message._id === linked}
              isEditing={message._id === editing}
              place={place}
              handlers={handlers}
            />
          ))}
          <OutgoingRows place={place} outgoing={outgoing} newest={messages.at(-1)} today={today} box={box} />
        </ol>
      </div>
      {!reading.isAtEnd && <ToTheEnd box={box} unseen={reading.unseen} />}
    </div>
  );
}

/** Where the reader was before, and the message to lead to, unless they came back there. */
function useEntry(viewer: string, place: string, linked: string | undefined) {
  const [start] = useState(() => positionIn(viewer, place));
  const { key } = useLocation();
  /** The step of the tab's history to which the reader came back, if their place in it is known. */
  const [returnKey] = useState(() => (start && hasLed(key) ? key : undefined));
  return { start, target: key === returnKey ? undefined : linked };
}

function ToTheEnd({ box, unseen }: { readonly box: RefObject<HTMLElement | null>; readonly unseen: number }) {
  return (
    <Button
      className={classes.pill ?? ''}
      data-unseen={unseen > 0}
      size="xs"
      radius="xl"
      variant={unseen > 0 ? 'filled' : 'default'}
      leftSection={<IconArrowDown size={14} aria-hidden />}
      onClick={({ currentTarget }) => {
        box.current?.scrollTo({ top: 0 });
        moveFocus(currentTarget, box.current);
      }}
    >
      {unseen > 0 ? count(unseen, 'new message') : 'To the end'}
    </Button>
  );
}

/** The viewer's messages that have not arrived, below the others. */
function OutgoingRows({
  place,
  outgoing,
  newest,
  today,
  box,
}: {
  readonly place: Place;
  readonly outgoing: readonly Outgoing[];
  /** The message above them. */
  readonly newest: MessageWire | undefined;
  readonly today: string;
  readonly box: RefObject<HTMLElement | null>;
}) {
  const viewer = useViewer();
  const dispatch = useDispatch<Dispatch>();
  const written = ({ at }: Outgoing) => ({ msgFrom: viewer, msgDateTime: at });
  return outgoing.map((item, index) => {
    const last = outgoing[index - 1];
    const { day, follows } = aboveOf(written(item), last ? written(last) : newest);
    return (
      <OutgoingItem
        key={item.key}
        item={item}
        viewer={viewer}
        day={day === undefined ? undefined : dayName(day, today)}
        follows={follows}
        onAgain={(button) => {
          dispatch(sendAgain(place, item));
          moveFocus(button, box.current);
        }}
        onDiscard={(button) => {
          dispatch(discard(place, item.key));
          moveFocus(button, box.current);
        }}
      />
    );
  });
}

/**
 * Whether the history has just got another beginning: screen readers read what is added to a log,
 * and these would be up to 200 old messages.
 */
function useQuietFor(oldest: string | undefined): boolean {
  const [settled, setSettled] = useState(oldest);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(oldest), quietMs);
    return () => {
      clearTimeout(timer);
    };
  }, [oldest]);
  return settled !== oldest;
}
