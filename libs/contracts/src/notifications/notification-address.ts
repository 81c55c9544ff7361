import { type NotificationType, type NotificationWire, siteTarget } from './notifications.ts';
import type { Reportable } from '../communities/reports.ts';
import { addressOfMessage } from '../messaging/message-address.ts';

const pages: Record<NotificationType, string> = {
  comment: 'question',
  answer: 'question',
  follower: 'user',
  gameInvite: 'games',
  accepted: 'question',
  request: 'community',
  decision: 'community',
  ownership: 'community',
  mention: 'question',
  moderated: 'question',
  report: 'question',
};

/** Where a reported thing is that is no message and no post. */
const pagesOfReported: Partial<Record<Reportable, string>> = {
  person: 'user',
  poll: 'community',
  community: 'community',
};

/** The address of the page a notification is about. */
export function pageOf({
  type,
  id,
  messageId,
  reported,
}: Pick<NotificationWire, 'type' | 'id' | 'messageId' | 'reported'>): string {
  if (messageId) return addressOfMessage(id, messageId);
  if (id === siteTarget && type === 'request') return '/admin/waiting';
  // Requests are decided in the settings.
  const below = type === 'request' ? '/settings' : '';
  const page = (reported && pagesOfReported[reported]) ?? pages[type];
  return `/${page}/${encodeURIComponent(id)}${below}`;
}

/** The address of what a notification is about: the page, and the answer or comment on it. */
export function addressOf(
  notification: Pick<NotificationWire, 'type' | 'id' | 'answerId' | 'commentId' | 'messageId' | 'reported'>,
): string {
  const { answerId, commentId, messageId } = notification;
  const page = pageOf(notification);
  // The page of a message names it already.
  if (messageId) return page;
  if (commentId) return `${page}#comment-${commentId}`;
  return answerId === null ? page : `${page}#answer-${answerId}`;
}
