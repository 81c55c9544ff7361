import { createHash } from 'node:crypto';
import type { PushMessage } from '@parlour/contracts/delivery/push';
import type { NoticeRow } from '@parlour/contracts/notifications/notices';
import type { NoticeKind } from '@parlour/contracts/notifications/notifications';
import type { QueuedNotice } from '../notice/notice.queries.ts';

const titles: Readonly<Record<NoticeKind, string>> = {
  comment: 'New comment',
  answer: 'New answer',
  follower: 'New follower',
  gameInvite: 'Game invitation',
  accepted: 'Answer accepted',
  request: 'Request to join',
  decision: 'Your request to join',
  ownership: 'Ownership of a community',
  mention: 'You were mentioned',
  moderated: 'News from a moderator',
  report: 'Your report',
  message: 'New message',
  turn: 'Your turn',
};

/** Longer ones are cut: all of a message must fit into 3 KB. */
const bodyLength = 300;

/** What is pushed of a notice; of what is private only its kind. Source: specification PU-2. */
export function pushMessageOf(notice: QueuedNotice, { text, path, isPrivate }: NoticeRow): PushMessage {
  const body = isPrivate ? '' : [...text].slice(0, bodyLength).join('');
  return { title: titles[notice.kind], body, path, tag: topicOf(notice) };
}

/**
 * What notices about the same thing have in common, for a push service to keep only the latest. It
 * tells the service nothing, not even which people it concerns. Source: RFC 8030, section 5.4.
 */
export function topicOf({ userId, kind, thread }: QueuedNotice): string {
  return createHash('sha256').update(`${userId} ${kind} ${thread}`).digest('base64url').slice(0, 32);
}
