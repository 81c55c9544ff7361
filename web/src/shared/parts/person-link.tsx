import { deletedUserName } from '@parlour/contracts/limits';
import { Link } from 'react-router';
import { RoleMark } from './person-role.tsx';
import classes from './person-link.module.css';

/**
 * A name that links to its profile; deleted accounts have none (decisions U-5). Isolated from the
 * direction of the surrounding text. A mark follows the names of a community's owner and
 * moderators.
 */
export function PersonLink({ username }: { readonly username: string }) {
  if (username === deletedUserName) return <span className={classes.gone}>{username}</span>;
  return (
    <>
      <Link to={`/user/${encodeURIComponent(username)}`} className={classes.person}>
        <bdi>{username}</bdi>
      </Link>
      <RoleMark username={username} />
    </>
  );
}
