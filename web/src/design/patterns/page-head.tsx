import type { ReactNode } from 'react';
import classes from './page-head.module.css';

/** The head of a page: its title, which gets the focus on navigation, a line below, and actions. */
export function PageHead({
  title,
  below,
  children,
}: {
  readonly title: ReactNode;
  /** One line about the content: a count, a description. */
  readonly below?: ReactNode;
  /** Buttons, the primary one last. */
  readonly children?: ReactNode;
}) {
  return (
    <div className={classes.head}>
      <div className={classes.words}>
        <h1 className={classes.title} tabIndex={-1} dir="auto">
          {title}
        </h1>
        {below !== undefined && <div className={classes.below}>{below}</div>}
      </div>
      {children !== undefined && <div className={classes.actions}>{children}</div>}
    </div>
  );
}
