import '../styles-late.ts';
import type { ReactNode } from 'react';
import classes from './page-head.module.css';

/**
 * The head of a page, or of a part of one: its title, a line below, and actions. A page's title
 * gets the focus on navigation.
 */
export function PageHead({
  title,
  part,
  below,
  children,
}: {
  readonly title: ReactNode;
  /** The id of the title of a part. */
  readonly part?: string;
  /** One line about the content: a count, a description. */
  readonly below?: ReactNode;
  /** Buttons, the primary one last. */
  readonly children?: ReactNode;
}) {
  return (
    <div className={classes.head}>
      <div className={classes.words}>
        {part === undefined ? (
          <h1 className={classes.title} tabIndex={-1} dir="auto">
            {title}
          </h1>
        ) : (
          <h2 id={part} className={classes.title} dir="auto">
            {title}
          </h2>
        )}
        {below !== undefined && <div className={classes.below}>{below}</div>}
      </div>
      {children !== undefined && <div className={classes.actions}>{children}</div>}
    </div>
  );
}
