import { Link } from 'react-router';
import classes from './filter-links.module.css';

/** A choice of what a list shows; it stands in the address. */
export interface FilterLink {
  readonly to: string;
  readonly title: string;
  readonly isCurrent: boolean;
}

/** Choices of what a list shows, of which one is made. */
export function FilterLinks({ links }: { readonly links: readonly FilterLink[] }) {
  return (
    <nav className="wrap" aria-label="Show">
      {links.map(({ to, title, isCurrent }) => (
        <Link
          key={title}
          to={to}
          replace
          preventScrollReset
          className={classes.filter}
          aria-current={isCurrent ? 'page' : undefined}
        >
          {title}
        </Link>
      ))}
    </nav>
  );
}
