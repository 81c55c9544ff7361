import type { ReactNode } from 'react';
import classes from './admin.module.css';

/** A part of the settings, with a heading. */
export function Section({
  id,
  title,
  about,
  children,
}: {
  readonly id: string;
  readonly title: string;
  readonly about: string;
  readonly children: ReactNode;
}) {
  return (
    <section className={classes.section} aria-labelledby={id}>
      <div>
        <h2 id={id} className={classes.title}>
          {title}
        </h2>
        <p className={classes.about}>{about}</p>
      </div>
      {children}
    </section>
  );
}
