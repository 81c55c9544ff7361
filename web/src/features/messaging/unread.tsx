import { CountBadge } from '../../shared/parts/count-badge.tsx';
import { count } from '../../shared/text/count.ts';
import { useGetUnreadQuery } from './messaging.api.ts';

/** How many messages in all chats the viewer has not seen. */
export function useUnread(): number {
  return useGetUnreadQuery(undefined).data?.unread ?? 0;
}

/** What the number says. */
export function unreadLabel(unread: number): string {
  return count(unread, 'unread message');
}

/** Their number, as a badge. */
export function UnreadTotal() {
  const unread = useUnread();
  return <CountBadge number={unread} label={unreadLabel(unread)} />;
}
