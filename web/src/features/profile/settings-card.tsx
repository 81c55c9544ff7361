import { type ReactNode, useId } from 'react';
import classes from './profile.module.css';

/** A card with some settings, below its heading. */
export function SettingsCard({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const heading = useId();
  return (
    <section className={classes.card} aria-labelledby={heading}>
      <div className={classes.cardHead}>
        <h2 id={heading} tabIndex={-1} className={classes.cardTitle}>
          {title}
        </h2>
      </div>
      {children}
    </section>
  );
}
