import { deletedUserName } from '@parlour/contracts/limits';
import { useIsOnline } from '../../shared/state/online.ts';
import { Avatar, type AvatarSize } from './avatar.tsx';
import classes from './online-avatar.module.css';

interface PersonProps {
  readonly username: string;
}

/** An avatar with a dot while its person is online. */
export function OnlineAvatar({ username, size = 'l' }: PersonProps & { readonly size?: AvatarSize }) {
  return (
    <span className={classes.place} data-size={size}>
      <Avatar username={username} size={size} />
      <OnlineMark username={username} />
    </span>
  );
}

/** A dot while a person is online. */
export function OnlineMark({ username }: PersonProps) {
  return username === deletedUserName || username === '' ? null : <Mark username={username} />;
}

function Mark({ username }: PersonProps) {
  if (!useIsOnline(username)) return null;
  return <OnlineDot />;
}

/** The dot itself, and its word. */
function OnlineDot() {
  return (
    <span className={classes.dot} title="Online">
      <span className="visually-hidden">Online</span>
    </span>
  );
}
