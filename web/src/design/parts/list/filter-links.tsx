import { Link } from 'react-router';
import { IconX } from '../look/icons.tsx';
import { moveFocusToHeading } from '../page/move-focus.ts';
import classes from './filter-links.module.css';

/** A choice of what a list shows; it stands in the address. */
export interface FilterLink {
  readonly to: string;
  readonly title: string;
  readonly isCurrent?: boolean;
  /** Whether it stands for what has been chosen, and takes that away. */
  readonly removes?: boolean;
}

/** Choices of what a list shows, of which one is made, beside others that can be taken back. */
export function FilterLinks({ links }: { readonly links: readonly FilterLink[] }) {
  return (
    <nav className="wrap" aria-label="Show">
      {links.map(({ to, title, isCurrent = false, removes = false }) => (
        <Link
          key={title}
          to={to}
          replace
          preventScrollReset
          className={classes.filter}
          aria-current={isCurrent ? 'page' : undefined}
          {...(removes && {
            'data-removes': true,
            'aria-label': `${title}: remove`,
            onClick: ({ currentTarget }) => moveFocusToHeading(currentTarget),
          })}
        >
          {title}
          {removes && <IconX size={14} aria-hidden />}
        </Link>
      ))}
    </nav>
  );
}
