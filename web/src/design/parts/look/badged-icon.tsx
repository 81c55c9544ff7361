import type { ReactNode } from 'react';
import classes from './badged-icon.module.css';
import { CountBadge, type CountTone } from './count-badge.tsx';

/** An icon with a number at its corner; the label of its button or link says what is counted. */
export function BadgedIcon({
  number,
  tone = 'plum',
  children,
}: {
  readonly number: number;
  readonly tone?: CountTone;
  readonly children: ReactNode;
}) {
  return (
    <span className={classes.place} aria-hidden>
      {children}
      <span className={classes.badge}>
        <CountBadge number={number} label="" tone={tone} />
      </span>
    </span>
  );
}
