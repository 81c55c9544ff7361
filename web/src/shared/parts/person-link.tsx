import { deletedUserName } from '@parlour/contracts/limits';
import { Link } from 'react-router';
import { RoleMark } from './person-role.tsx';
import classes from './person-link.module.css';

/** Somebody's name, leading to the profile; who deleted the account has none (decisions U-5). It runs in its own direction and turns nothing around beside it. A mark follows who leads the community that is shown. */
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
