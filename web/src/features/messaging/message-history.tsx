import { Button } from '@mantine/core';
import { IconArrowDown } from '@tabler/icons-react';
import type { MessageWire } from '@parlour/contracts/messaging';
import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { useDispatch } from 'react-redux';
import { LoadMore } from '../../shared/parts/load-more.tsx';
import type { Dispatch } from '../../shared/state/store-types.ts';
import { useViewer } from '../../shared/state/use-viewer.ts';
import { count } from '../../shared/text/count.ts';
import type { Place } from './message-cache.ts';
import { MessageItem, OutgoingItem } from './message-item.tsx';
import type { Outgoing } from './messaging.api.ts';
import { discard, sendAgain } from './sending.ts';
import classes from './message-history.module.css';

/** A scroll position this close to the end counts as the end. */
const endPixels = 48;
/** How far above the screen to start loading older messages. */
const aheadPixels = 900;
/** Messages of one person within this time are grouped under one name. */
const togetherMs = 5 * 60_000;

/** How to load older messages. */
export interface Older {
  readonly there: boolean;
  readonly pending: boolean;
  readonly failed: boolean;
  readonly load: () => void;
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
  empty,
}: {
  readonly place: Place;
  readonly messages: readonly MessageWire[];
  readonly outgoing: readonly Outgoing[];
  readonly older: Older;
  readonly empty: ReactNode;
}) {
  const viewer = useViewer();
  const dispatch = useDispatch<Dispatch>();
  const box = useRef<HTMLDivElement>(null);
  const scrolled = useRef(0);
  const newest = messages.at(-1)?._id;
  /** The newest message when the reader scrolled up; undefined at the end. */
  const [left, setLeft] = useState<string>();
  const before = useRef({ newest, sent: outgoing.length });

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

  function onScroll(): void {
    if (!box.current) return;
    const { scrollTop, scrollHeight, clientHeight } = box.current;
    scrolled.current = scrollTop;
    const atEnd = -scrollTop < endPixels;
    if (atEnd !== (left === undefined)) setLeft(atEnd ? undefined : newest);
    const above = scrollHeight - clientHeight + scrollTop;
    if (above < aheadPixels && older.there && !older.pending && !older.failed) older.load();
  }

  const leftAt = left === undefined ? messages.length : messages.findLastIndex((message) => message._id === left);
  const unseen = messages.slice(leftAt + 1).filter(({ msgFrom }) => msgFrom !== viewer).length;

  if (messages.length + outgoing.length === 0) return <div className={classes.nothing}>{empty}</div>;
  return (
    <div className={classes.frame}>
      <div ref={box} className={classes.box} onScroll={onScroll} tabIndex={0} role="log" aria-label="Messages">
        <ol className={classes.list}>
          {older.there && (
            <li>
              <LoadMore
                label="Show older messages"
                pending={older.pending}
                automatic={!older.failed}
                onMore={older.load}
              />
            </li>
          )}
          {messages.map((message, index) => (
            <MessageItem
              key={message._id}
              message={message}
              own={message.msgFrom === viewer}
              follows={follows(message, messages[index - 1])}
            />
          ))}
          {outgoing.map((item) => (
            <OutgoingItem
              key={item.key}
              item={item}
              onAgain={() => {
                dispatch(sendAgain(place, item));
              }}
              onDiscard={() => {
                dispatch(discard(place, item.key));
              }}
            />
          ))}
        </ol>
      </div>
      {unseen > 0 && (
        <Button
          className={classes.pill ?? ''}
          size="xs"
          radius="xl"
          leftSection={<IconArrowDown size={14} aria-hidden />}
          onClick={() => {
            box.current?.scrollTo({ top: 0 });
          }}
        >
          {count(unseen, 'new message')}
        </Button>
      )}
    </div>
  );
}

function bottomOf(box: HTMLElement, id: string | undefined): number {
  return box.querySelector(`[data-id="${id ?? ''}"]`)?.getBoundingClientRect().bottom ?? 0;
}

function follows(message: MessageWire, previous: MessageWire | undefined): boolean {
  if (previous?.msgFrom !== message.msgFrom) return false;
  return Date.parse(message.msgDateTime) - Date.parse(previous.msgDateTime) < togetherMs;
}
