import { count } from '../../shared/text/count.ts';
import { useGetUnreadQuery } from './messaging.api.ts';
import classes from './unread.module.css';

/** More is said as "99+". */
const greatest = 99;

/** A number of unread messages on something; nothing where there are none. */
export function UnreadBadge({ unread, label }: { readonly unread: number; readonly label: string }) {
  if (unread === 0) return null;
  return (
    <span className={classes.badge}>
      <span aria-hidden>{unread > greatest ? `${greatest}+` : unread}</span>
      <span className="visually-hidden">{label}</span>
    </span>
  );
}

/** How many messages in all chats the viewer has not seen. */
export function UnreadTotal() {
  const { data } = useGetUnreadQuery(undefined);
  const unread = data?.unread ?? 0;
  return <UnreadBadge unread={unread} label={count(unread, 'unread message')} />;
}
