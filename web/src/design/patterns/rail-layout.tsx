import type { ReactNode } from 'react';
import classes from './rail-layout.module.css';

/**
 * A page with a rail: what belongs to it stands beside it on wide screens (from 1200 pixels, beside
 * the sidebar), and below it on others.
 */
export function RailLayout({
  label,
  rail,
  children,
}: {
  /** The rail's name for screen readers. */
  readonly label: string;
  /** Its place stays free without it. */
  readonly rail: ReactNode | undefined;
  readonly children: ReactNode;
}) {
  return (
    <div className={classes.layout} data-rail>
      <div className={classes.main}>{children}</div>
      {rail !== undefined && (
        <aside aria-label={label} className={classes.rail}>
          {rail}
        </aside>
      )}
    </div>
  );
}

/** One part of a rail, with its heading. */
export function RailSection({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className={classes.section}>
      <h2 className={classes.title}>{title}</h2>
      {children}
    </section>
  );
}
