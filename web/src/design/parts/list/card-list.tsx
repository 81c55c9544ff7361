import type { ReactNode } from 'react';
import classes from './card-list.module.css';

/** A list whose rows stand in one card. */
export function CardList({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <ul className={classes.card} aria-label={label}>
      {children}
    </ul>
  );
}

/** The same card when the list is empty. */
export function EmptyCard({ children }: { readonly children: ReactNode }) {
  return <div className={classes.card}>{children}</div>;
}
