import type { ReactNode } from 'react';
import classes from './chip.module.css';

/** Brass: somebody's turn, a winner. Plum: unread. */
export type ChipTone = 'plain' | 'baize' | 'brass' | 'plum' | 'danger';

/** A state in a word or number; solid if it is what the row is about. */
export function Chip({
  tone = 'plain',
  solid = false,
  icon,
  children,
}: {
  readonly tone?: ChipTone;
  readonly solid?: boolean;
  readonly icon?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <span className={classes.chip} data-tone={tone} data-solid={solid}>
      {icon}
      {children}
    </span>
  );
}
