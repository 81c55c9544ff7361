import type { MessageWire } from '@parlour/contracts/messaging/messaging';
import { dayOf } from './message-times.ts';

/** Messages of one person within this time are grouped under one name. */
const togetherMs = 5 * 60_000;

/** The separators above a message. */
export interface Above {
  /** The day that begins with it. */
  readonly day?: string | undefined;
  /** Whether it is the first unread one. */
  readonly isFirstUnread: boolean;
  /** Whether the same person wrote the one just before, so that the name isn't repeated. */
  readonly follows: boolean;
}

interface Written {
  readonly msgFrom: string;
  readonly msgDateTime: string;
  readonly notice?: MessageWire['notice'];
}

/** What stands above a message that comes after `previous`. */
export function aboveOf(message: Written, previous: Written | undefined, isFirstUnread = false): Above {
  const day = dayOf(message.msgDateTime);
  const begins = previous === undefined || dayOf(previous.msgDateTime) !== day;
  const together =
    previous?.msgFrom === message.msgFrom &&
    (previous.notice ?? null) === null &&
    Date.parse(message.msgDateTime) - Date.parse(previous.msgDateTime) < togetherMs;
  return { day: begins ? day : undefined, isFirstUnread, follows: together && !begins && !isFirstUnread };
}

/** Whether somebody else wrote it; what people did is no message. */
export function isFromOthers({ msgFrom, notice }: MessageWire, viewer: string): boolean {
  return msgFrom !== viewer && notice === null;
}

/** The first of the last `unread` messages of others. */
export function firstUnread(messages: readonly MessageWire[], viewer: string, unread: number): string | undefined {
  if (unread === 0) return undefined;
  const others = messages.filter((message) => isFromOthers(message, viewer));
  return others.at(-Math.min(unread, others.length))?._id;
}

/** The first message of others after `seen`; undefined if that isn't known any more. */
export function firstAfter(messages: readonly MessageWire[], viewer: string, seen: string): string | undefined {
  const index = messages.findLastIndex(({ _id: id }) => id === seen);
  return index === -1 ? undefined : messages.slice(index + 1).find((message) => isFromOthers(message, viewer))?._id;
}
