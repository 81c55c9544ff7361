import type { ReactNode } from 'react';
import classes from './empty-state.module.css';

/** Shown instead of an empty list, with a suggestion. */
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
