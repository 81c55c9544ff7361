import type { ReactNode, Ref } from 'react';
import classes from '../messaging.module.css';

/** The title of a page that fills the window, in a bar. */
export function PaneHead({
  title,
  below,
  end,
  ref,
}: {
  readonly title: ReactNode;
  readonly below?: ReactNode;
  /** At the end of the bar. */
  readonly end?: ReactNode;
  /** The heading, for moving the focus there. */
  readonly ref?: Ref<HTMLHeadingElement>;
}) {
  return (
    <header className={classes.paneHead}>
      <h1 ref={ref} className={classes.paneTitle} tabIndex={-1}>
        {title}
      </h1>
      {below !== undefined && <span className={classes.paneBelow}>{below}</span>}
      {end}
    </header>
  );
}
