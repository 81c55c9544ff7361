import type { ReactNode } from 'react';
import { Permalink } from '../post/permalink.tsx';
import { PersonLink } from './person-link.tsx';
import { RelativeTime } from '../text/relative-time.tsx';
import classes from './author-line.module.css';

/** Above a post: who wrote it and when, and its address. */
export function AuthorLine({
  username,
  did,
  at,
  action,
  permalink,
  note,
  menu,
}: {
  readonly username: string;
  readonly did: string;
  readonly at: string;
  /** Shown after the time. */
  readonly action?: ReactNode;
  readonly permalink: { readonly to: string; readonly label: string };
  /** Shown after the time, in the same line. */
  readonly note?: ReactNode;
  /** The actions on the post. */
  readonly menu?: ReactNode;
}) {
  return (
    <div className={classes.line}>
      <p className={classes.words}>
        <PersonLink username={username} avatar="l" />{' '}
        <span className={classes.did}>
          {did} <RelativeTime at={at} />
          {note}
        </span>
      </p>
      {action}
      <span className={classes.permalink}>
        <Permalink {...permalink} />
        {menu}
      </span>
    </div>
  );
}
