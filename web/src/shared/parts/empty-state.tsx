import type { ReactNode } from 'react';
import classes from './empty-state.module.css';

/** A place with nothing in it says so, and what one can do about it. */
export function EmptyState({
  icon,
  title,
  children,
}: {
  readonly icon: ReactNode;
  readonly title: ReactNode;
  readonly children?: ReactNode;
}) {
  return (
    <div className={classes.empty}>
      <div className={classes.icon} aria-hidden>
        {icon}
      </div>
      <div className={classes.title}>{title}</div>
      {children}
    </div>
  );
}
