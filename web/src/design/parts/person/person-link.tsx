import { deletedUserName } from '@parlour/contracts/limits';
import { Link } from 'react-router';
import { Avatar, type AvatarSize } from './avatar.tsx';
import { RoleMark } from './person-role.tsx';
import classes from './person-link.module.css';

/**
 * A name that links to its profile; deleted accounts have none (decisions U-5). Isolated from the
 * direction of the surrounding text. A mark follows the names of a community's owner and
 * moderators.
 */
export function PersonLink({
  username,
  avatar,
}: {
  readonly username: string;
  /** Shows their avatar before the name. */
  readonly avatar?: AvatarSize;
}) {
  if (username === deletedUserName) return <span className={classes.gone}>{username}</span>;
  return (
    <>
      <Link to={`/user/${encodeURIComponent(username)}`} className={classes.person} data-person={username}>
        {avatar && <Avatar username={username} size={avatar} />}
        <bdi>{username}</bdi>
      </Link>
      <RoleMark username={username} />
    </>
  );
}
