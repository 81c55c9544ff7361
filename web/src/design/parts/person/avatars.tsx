import { Avatar, type AvatarSize } from './avatar.tsx';
import classes from './avatars.module.css';

/** The first few of several people, overlapping; how many there are stands beside it. */
export function Avatars({
  usernames,
  size = 's',
}: {
  readonly usernames: readonly string[];
  readonly size?: AvatarSize;
}) {
  return (
    <span className={classes.several} aria-hidden>
      {usernames.map((username) => (
        <Avatar key={username} username={username} size={size} />
      ))}
    </span>
  );
}
