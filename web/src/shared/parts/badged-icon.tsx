import type { ReactNode } from 'react';
import classes from './badged-icon.module.css';
import { CountBadge } from './count-badge.tsx';

/** An icon with a number at its corner; its button or link says in its name of what. */
export function BadgedIcon({ number, children }: { readonly number: number; readonly children: ReactNode }) {
  return (
    <span className={classes.place} aria-hidden>
      {children}
      <span className={classes.badge}>
        <CountBadge number={number} label="" />
      </span>
    </span>
  );
}
