import '../styles-late.ts';
import { type ReactNode, type Ref, useId } from 'react';
import classes from './section.module.css';

/** A part of a page with a heading, as a card. */
export function Section({
  id: given,
  title,
  about,
  heading,
  children,
}: {
  /** Of the heading, if something names it. */
  readonly id?: string;
  readonly title: string;
  readonly about?: string;
  /** Gets the focus when what had it is gone. */
  readonly heading?: Ref<HTMLHeadingElement>;
  readonly children: ReactNode;
}) {
  const own = useId();
  const id = given ?? own;
  return (
    <section className={classes.section} aria-labelledby={id}>
      <div>
        <h2 id={id} ref={heading} className={classes.title} tabIndex={-1}>
          {title}
        </h2>
        {about !== undefined && <p className={classes.about}>{about}</p>}
      </div>
      {children}
    </section>
  );
}
