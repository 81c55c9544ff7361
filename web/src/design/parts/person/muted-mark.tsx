import { IconBellOff } from '../look/icons.tsx';
import classes from './muted-mark.module.css';

/** The mark of what the viewer has muted. */
export function MutedMark() {
  return (
    <span className={classes.mark} title="Muted">
      <IconBellOff size={14} aria-hidden />
      <span className="visually-hidden">Muted</span>
    </span>
  );
}
