import { IconLock } from '../look/icons.tsx';
import classes from './followers-only.module.css';

/** Marks a question that is for its author's followers. */
export function FollowersOnly() {
  return (
    <span className={classes.badge}>
      <IconLock size={13} aria-hidden />
      Followers Only
    </span>
  );
}
