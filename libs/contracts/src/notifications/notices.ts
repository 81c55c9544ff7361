import type { IsoTime } from '../time.ts';
import { type NoticeChoice, type NoticeKind, notificationTypes } from './notifications.ts';

/** All kinds of notices, in the order of their table. */
export const noticeKinds: readonly NoticeKind[] = [...notificationTypes, 'message', 'turn'];

/** Away from the page, for the title of a question that not everybody may read. */
export const privatePlaces = {
  followers: 'a question for followers',
  community: 'a question in a private community',
} as const;

/** How notices leave the page. */
export type NoticeChannel = 'mail' | 'push';

/** Where a person gets notices of a kind; what is sent is on the page, too. */
export interface NoticeLevels {
  /** Always true for messages and turns. */
  readonly page: boolean;
  readonly push: boolean;
  readonly mail: boolean;
}

/** Gateway to browser: the viewer's table of notices. Source: specification NO-1. */
export interface NoticesWire extends Pick<NoticeChoice, 'quiet' | 'until'> {
  readonly kinds: Readonly<Record<NoticeKind, NoticeLevels>>;
}

/** What is sent unless a person chooses otherwise: push only where they have switched it on. */
export const defaultChoice: NoticeChoice = {
  push: noticeKinds.filter((kind) => kind !== 'follower'),
  mail: [
    ...(['comment', 'answer', 'request', 'decision', 'ownership', 'mention', 'moderated', 'report'] as const),
    'message',
  ],
  quiet: null,
  until: null,
};

/** Delivery to the service that knows: a notice that is about to be sent. */
export interface GetNotices {
  readonly userId: string;
  readonly channel: NoticeChannel;
  readonly kind: NoticeKind;
  /** Of notifications, of messages, or of a game. */
  readonly ids: readonly string[];
  /** Whether titles that not everybody may read are quoted. */
  readonly quotesPrivate: boolean;
}

/** What a notice says, from what is unread, readable and not deleted now. */
export interface NoticeRow {
  /** The sentence of the page; of what is private it names the place only. */
  readonly text: string;
  /** The path of the very place on the page. */
  readonly path: string;
  /** Whether not everybody may read what it is about. */
  readonly isPrivate: boolean;
  /** What it is about, such as a question's id: notices about it belong together. */
  readonly thread: string;
  /** Who caused it, the latest first, at most five. */
  readonly actors: readonly string[];
  /** When the latest happened. */
  readonly at: IsoTime;
}

/** To delivery: what is to be sent, if anything. Stored and logged nowhere. */
export interface NoticesToSend {
  /** Whether the person wants notices of this kind by this channel. */
  readonly wanted: boolean;
  /** Nothing is sent before: quiet hours, or "do not disturb". */
  readonly notBefore: IsoTime | null;
  /** The zone of their quiet hours, in which they read times; null if they have none. */
  readonly zone: string | null;
  readonly rows: readonly NoticeRow[];
}
