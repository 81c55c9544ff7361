import { CountBadge } from '../../../design/parts/look/count-badge.tsx';
import { useTitleCount } from '../../../design/parts/page/page-title.ts';
import { useRested } from '../../../shared/state/hooks/use-rested.ts';
import { count } from '../../../shared/text/count.ts';
import { useGetUnreadQuery } from '../messaging.api.ts';

/** The number of unread messages in all chats. */
export function useUnread(): number {
  const rested = useRested();
  return useGetUnreadQuery(undefined, { skip: !rested }).data?.unread ?? 0;
}

/** The badge in words. */
export function unreadLabel(unread: number): string {
  return count(unread, 'unread message');
}

/** The number of unread messages as a badge. */
export function UnreadTotal() {
  const unread = useUnread();
  return <CountBadge number={unread} label={unreadLabel(unread)} tone="plum" />;
}

/** Shows the number in the tab's title. */
export function UnreadInTitle() {
  useTitleCount('unread messages', useUnread());
  return null;
}
