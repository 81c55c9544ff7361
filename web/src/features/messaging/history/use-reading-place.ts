import type { MessageWire } from '@parlour/contracts/messaging/messaging';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { bottomOf, holdAt, marginPixels, type Position, rememberPosition, rowOf, topOf } from './history-position.ts';
import { isFromOthers } from './message-rows.ts';

/** A scroll position this close to the end counts as the end. */
const endPixels = 48;

/** Where the part begins that a reader has not come to. */
interface Left {
  readonly id: string | undefined;
  /** Whether that message itself belongs to what was read. */
  readonly isSeen: boolean;
}

/**
 * Keeps a reader where they are in a history: they enter where they were before, or at the first
 * unread message; one who has scrolled up stays there when messages arrive; and where they leave is
 * remembered.
 */
export function useReadingPlace(
  box: RefObject<HTMLElement | null>,
  messages: readonly MessageWire[],
  {
    viewer,
    place,
    start,
    firstUnread,
    isLed,
    outgoing,
  }: {
    readonly viewer: string;
    readonly place: string;
    /** Where the reader was before. */
    readonly start: Position | undefined;
    readonly firstUnread: string | undefined;
    /** Whether the address leads to another place than that. */
    readonly isLed: boolean;
    /** How many messages of the viewer are pending. */
    readonly outgoing: number;
  },
) {
  const newest = messages.at(-1)?._id;
  const scrolled = useRef(0);
  /** The newest message when the reader scrolled up; undefined at the end. */
  const [left, setLeft] = useState<Left>();
  const before = useRef({ newest, outgoing });
  const latest = useRef({ messages, left });

  useEffect(() => {
    latest.current = { messages, left };
  });

  // Where the reader was, or the first unread message if it is not on the screen at the end.
  useLayoutEffect(() => {
    const element = box.current;
    if (!element || isLed) return undefined;
    const back = start?.top;
    const seen = back && rowOf(element, back.id);
    if (seen) {
      setLeft({ id: start.newest ?? newest, isSeen: true });
      return holdAt(element, seen, back.offset);
    }
    const row = rowOf(element, firstUnread);
    if (!row || row.getBoundingClientRect().top >= element.getBoundingClientRect().top) return undefined;
    setLeft({ id: firstUnread, isSeen: false });
    return holdAt(element, row, marginPixels);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- on entering only
  }, []);

  useLayoutEffect(
    () => () => {
      const { messages: known, left: seen } = latest.current;
      const top = box.current && -box.current.scrollTop >= endPixels ? topOf(box.current) : undefined;
      rememberPosition(viewer, place, { newest: seen?.isSeen === true ? seen.id : known.at(-1)?._id, top });
    },
    [box, place, viewer],
  );

  useLayoutEffect(() => {
    const { newest: last, outgoing: sent } = before.current;
    before.current = { newest, outgoing };
    if (!box.current) return;
    // Senders want to see their message.
    if (outgoing > sent) box.current.scrollTop = 0;
    else if (left !== undefined && last !== newest) {
      // Measured, so that the result is the same where the browser anchors scrolling itself.
      box.current.scrollTop = scrolled.current - (bottomOf(box.current, newest) - bottomOf(box.current, last));
    }
  }, [box, left, newest, outgoing]);

  return {
    isAtEnd: left === undefined,
    /** How many messages of others are below what the reader has come to. */
    unseen: left === undefined ? 0 : unseenAfter(left, messages, viewer),
    onScroll: ({ scrollTop }: HTMLElement): void => {
      scrolled.current = scrollTop;
      const atEnd = -scrollTop < endPixels;
      if (atEnd !== (left === undefined)) setLeft(atEnd ? undefined : { id: newest, isSeen: true });
    },
  };
}

function unseenAfter({ id: leftId, isSeen }: Left, messages: readonly MessageWire[], viewer: string): number {
  const from = messages.findLastIndex(({ _id: id }) => id === leftId) + (isSeen ? 1 : 0);
  return messages.slice(from).filter((message) => isFromOthers(message, viewer)).length;
}
