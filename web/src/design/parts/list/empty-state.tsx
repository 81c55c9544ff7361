import type { ReactNode } from 'react';
import { Drawing, type DrawingName } from '../look/drawing.tsx';
import classes from './empty-state.module.css';

/** Shown instead of an empty list: a small drawing, what would be here, and one action. */
export function EmptyState({
  icon,
  drawing,
  title,
  children,
}: {
  /** Instead of a drawing. */
  readonly icon?: ReactNode;
  readonly drawing?: DrawingName;
  readonly title: ReactNode;
  readonly children?: ReactNode;
}) {
  return (
    <div className={classes.empty}>
      {drawing ? (
        <Drawing name={drawing} />
      ) : (
        <div className={classes.icon} aria-hidden>
          {icon}
        </div>
      )}
      <div className={classes.title}>{title}</div>
      {children}
    </div>
  );
}
