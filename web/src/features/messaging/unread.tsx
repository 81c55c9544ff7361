import { CountBadge } from '../../shared/parts/count-badge.tsx';
import { count } from '../../shared/text/count.ts';
import { useGetUnreadQuery } from './messaging.api.ts';

/** How many messages in all chats the viewer has not seen. */
export function UnreadTotal() {
  const { data } = useGetUnreadQuery(undefined);
  const unread = data?.unread ?? 0;
  return <CountBadge number={unread} label={count(unread, 'unread message')} />;
}
