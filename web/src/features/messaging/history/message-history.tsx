import { Button } from '@mantine/core';
import { type MessageWire, roomId } from '@parlour/contracts/messaging/messaging';
import {
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useDispatch } from 'react-redux';
import { useLocation } from 'react-router';
import { IconArrowDown } from '../../../design/parts/look/icons.tsx';
import { LoadMore } from '../../../design/parts/list/load-more.tsx';
import { moveFocus } from '../../../design/parts/page/move-focus.ts';
import { showToast } from '../../../design/parts/feedback/toasts.ts';
import { serverDate } from '../../../shared/http/server-clock.ts';
import { hasLed, noteLed } from '../../../shared/navigation/led-steps.ts';
import { addressOfMessage } from '../../../shared/navigation/message-address.ts';
import type { Dispatch } from '../../../shared/state/store.ts';
import { useViewer } from '../../../shared/state/hooks/use-viewer.ts';
import { count } from '../../../shared/text/count.ts';
import { holdAt, positionIn, rememberPosition, rowOf, topOf } from './history-position.ts';
import { nameOfPlace, type Place } from '../message-cache.ts';
import { MessageItem, OutgoingItem } from '../message/message-item.tsx';
import { aboveOf, firstAfter, firstUnread, isFromOthers } from './message-rows.ts';
import { dayName, useToday } from './message-times.ts';
import type { Outgoing } from '../sending/outgoing.ts';
import { OlderFailure } from './older-failure.tsx';
import { discard, sendAgain } from '../sending/outbox.ts';
import type { MessageActs } from '../message/use-message-acts.ts';
import classes from './message-history.module.css';

/** A scroll position this close to the end counts as the end. */
const endPixels = 48;
/** How far above the screen to start loading older messages. */
const aheadPixels = 900;
/** How far below the box's edge the first unread message or a linked one is shown. */
const marginPixels = 64;
/** How long after older messages came nothing is read out, in milliseconds. */
const quietMs = 1_000;
/** How many pages to load to find a linked message. */
const mostPages = 25;

/** How to load older messages. */
export interface Older {
  readonly there: boolean;
  readonly pending: boolean;
  readonly failed: boolean;
  /** Why they could not be loaded. */
  readonly error: unknown;
  readonly load: () => void;
}

/** Where the part begins that a reader has not come to. */
interface Left {
  readonly id: string | undefined;
  /** Whether that message itself belongs to what was read. */
  readonly isSeen: boolean;
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
}: {
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
}) {
  const viewer = useViewer();
  const dispatch = useDispatch<Dispatch>();
  const today = useToday();
  const name = nameOfPlace(place);
  const isQuiet = useQuietFor(messages[0]?._id) || older.pending;
  const box = useRef<HTMLDivElement>(null);
  const scrolled = useRef(0);
  const newest = messages.at(-1)?._id;
  const [start] = useState(() => positionIn(viewer, name));
  const { key } = useLocation();
  /** The step of the tab's history to which the reader came back, if their place in it is known. */
  const [kept] = useState(() => (start && hasLed(key) ? key : undefined));
  /** The first unread message on entering, or on coming back to the tab. */
  const [fresh, setFresh] = useState(() => {
    if (unread !== undefined) return firstUnread(messages, viewer, unread);
    return start?.newest === undefined ? undefined : firstAfter(messages, viewer, start.newest);
  });
  /** The newest message when the reader scrolled up; undefined at the end. */
  const [left, setLeft] = useState<Left>();
  const before = useRef({ newest, sent: outgoing.length });
  const latest = useRef({ messages, left });
  const [hovered, setHovered] = useState<string>();
  const [focused, setFocused] = useState<string>();
  const byTouch = useRef(false);

  useEffect(() => {
    latest.current = { messages, left };
  });

  // Where the reader was, or the first unread message if it is not on the screen at the end.
  useLayoutEffect(() => {
    const element = box.current;
    if (!element || (linked !== undefined && key !== kept)) return undefined;
    const back = start?.top;
    const seen = back && rowOf(element, back.id);
    if (seen) {
      setLeft({ id: start.newest ?? newest, isSeen: true });
      return holdAt(element, seen, back.offset);
    }
    const row = rowOf(element, fresh);
    if (!row || row.getBoundingClientRect().top >= element.getBoundingClientRect().top) return undefined;
    setLeft({ id: fresh, isSeen: false });
    return holdAt(element, row, marginPixels);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- on entering only
  }, []);

  useLayoutEffect(
    () => () => {
      const { messages: known, left: seen } = latest.current;
      const top = box.current && -box.current.scrollTop >= endPixels ? topOf(box.current) : undefined;
      rememberPosition(viewer, name, { newest: seen?.isSeen === true ? seen.id : known.at(-1)?._id, top });
    },
    [name, viewer],
  );

  useLayoutEffect(() => {
    const { newest: last, sent } = before.current;
    before.current = { newest, sent: outgoing.length };
    if (!box.current) return;
    // Senders want to see their message.
    if (outgoing.length > sent) box.current.scrollTop = 0;
    else if (left !== undefined && last !== newest) {
      // Measured, so that the result is the same where the browser anchors scrolling itself.
      box.current.scrollTop = scrolled.current - (bottomOf(box.current, newest) - bottomOf(box.current, last));
    }
  }, [left, newest, outgoing.length]);

  useFreshOnReturn(messages, viewer, setFresh);

  const found = linked !== undefined && messages.some(({ _id: id }) => id === linked);
  const search = useRef({ of: key, pages: 0, told: false });
  useEffect(() => {
    if (search.current.of !== key) search.current = { of: key, pages: 0, told: false };
    if (linked === undefined || key === kept || found || older.pending || older.failed || search.current.told) return;
    if (older.there && search.current.pages++ < mostPages) {
      older.load();
      return;
    }
    search.current.told = true;
    noteLed(key);
    void showToast('info', 'This message is too old to be shown here, or it is not there any more.');
  }, [found, kept, key, linked, older]);
  useLayoutEffect(() => {
    const row = found && key !== kept && box.current && rowOf(box.current, linked);
    if (!row || !box.current) return undefined;
    noteLed(key);
    return holdAt(box.current, row, marginPixels);
  }, [found, kept, key, linked]);

  function onScroll(): void {
    if (!box.current) return;
    const { scrollTop, scrollHeight, clientHeight } = box.current;
    scrolled.current = scrollTop;
    const atEnd = -scrollTop < endPixels;
    if (atEnd !== (left === undefined)) setLeft(atEnd ? undefined : { id: newest, isSeen: true });
    const above = scrollHeight - clientHeight + scrollTop;
    if (above < aheadPixels && older.there && !older.pending && !older.failed) older.load();
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    const { key, target: row } = event;
    if ((key !== 'ArrowUp' && key !== 'ArrowDown') || !(row instanceof HTMLElement)) return;
    if (row.dataset['id'] === undefined) return;
    event.preventDefault();
    const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-id]')];
    rows[rows.indexOf(row) + (key === 'ArrowUp' ? -1 : 1)]?.focus();
  }

  const leftAt = left && messages.findLastIndex(({ _id: id }) => id === left.id) + (left.isSeen ? 1 : 0);
  const unseen =
    leftAt === undefined ? 0 : messages.slice(leftAt).filter((message) => isFromOthers(message, viewer)).length;

  const rows = useMemo(
    () =>
      messages.map((message, index) => {
        const above = aboveOf(message, messages[index - 1], message._id === fresh);
        return { message, ...above, day: above.day === undefined ? undefined : dayName(above.day, today) };
      }),
    [fresh, messages, today],
  );
  const handlers = useMemo(
    () => ({
      ...acts,
      addressOf: (messageId: string) => addressOfMessage(place === 'room' ? roomId : place.chatId, messageId),
    }),
    [acts, place],
  );
  const stop = focused ?? newest;

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
        <ol
          className={classes.list}
          onKeyDown={onKeyDown}
          onFocus={({ target }) => setFocused(idAt(target))}
          onBlur={({ currentTarget, relatedTarget }: FocusEvent) => {
            if (!currentTarget.contains(relatedTarget)) setFocused(undefined);
          }}
          onPointerDown={({ pointerType }) => {
            byTouch.current = pointerType === 'touch';
          }}
          onPointerOver={({ pointerType, target }) => {
            if (pointerType === 'mouse') setHovered(idAt(target));
          }}
          onPointerLeave={() => setHovered(undefined)}
          onClick={({ target }) => {
            // A finger can't hover: it taps.
            if (byTouch.current) setFocused(idAt(target));
          }}
        >
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
              isActive={message._id === hovered || message._id === focused}
              isMarked={message._id === linked}
              isEditing={message._id === editing}
              place={place}
              handlers={handlers}
            />
          ))}
          {outgoing.map((item, index) => {
            const written = (one: Outgoing) => ({ msgFrom: viewer, msgDateTime: one.at });
            const last = outgoing[index - 1];
            const { day, follows } = aboveOf(written(item), last ? written(last) : messages.at(-1));
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
          })}
        </ol>
      </div>
      {left !== undefined && (
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
      )}
    </div>
  );
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

/**
 * Calls with the first message of others that came while the tab was in the background, on its
 * return. After a sleep, that is not there yet: the connection comes back later than the reader.
 */
function useFreshOnReturn(messages: readonly MessageWire[], viewer: string, onFound: (id: string) => void): void {
  const known = useRef(messages);
  /** The newest message before, and when the reader was back; until one in between is found. */
  const away = useRef<{ readonly seen: string; readonly until: string }>(undefined);
  const look = useEffectEvent((among: readonly MessageWire[]) => {
    const found = away.current && firstAfter(among, viewer, away.current.seen);
    if (found === undefined) return;
    away.current = undefined;
    onFound(found);
  });
  useEffect(() => {
    known.current = messages;
    const { until = '' } = away.current ?? {};
    look(messages.filter(({ msgDateTime }) => msgDateTime < until));
  }, [messages]);
  useEffect(() => {
    let seen: string | undefined;
    const turn = () => {
      const isBack = document.visibilityState !== 'hidden';
      if (!isBack) seen = known.current.at(-1)?._id;
      away.current = isBack && seen !== undefined ? { seen, until: serverDate().toISOString() } : undefined;
      look(known.current);
    };
    document.addEventListener('visibilitychange', turn);
    return () => {
      document.removeEventListener('visibilitychange', turn);
    };
  }, []);
}

function idAt(target: EventTarget): string | undefined {
  return target instanceof Element ? target.closest<HTMLElement>('[data-id]')?.dataset['id'] : undefined;
}

function bottomOf(box: HTMLElement, id: string | undefined): number {
  return rowOf(box, id)?.getBoundingClientRect().bottom ?? 0;
}
