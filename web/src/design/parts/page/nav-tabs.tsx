import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'react-router';
import classes from './nav-tabs.module.css';

/** One tab: an address, so that Back, reload and a shared link lead to it. */
export interface NavTab {
  readonly to: string;
  readonly label: ReactNode;
  readonly current: boolean;
  /** Shown after the label. */
  readonly count?: number | string | undefined;
}

/** The parts of a page as tabs that are links. */
export function NavTabs({ label, tabs }: { readonly label: string; readonly tabs: readonly NavTab[] }) {
  const row = useRef<HTMLElement>(null);
  const open = tabs.find(({ current }) => current)?.to;
  // On a narrow screen the row scrolls, and the open tab may be beyond its edge.
  useEffect(() => {
    const tab = row.current?.querySelector<HTMLElement>('[aria-current]');
    if (row.current && tab) row.current.scrollLeft = tab.offsetLeft - (row.current.clientWidth - tab.offsetWidth) / 2;
  }, [open]);
  return (
    <nav ref={row} aria-label={label} className={classes.tabs}>
      {tabs.map(({ to, label: text, current, count }) => (
        <Link
          key={to}
          to={to}
          replace
          preventScrollReset
          className={classes.tab}
          aria-current={current ? 'page' : undefined}
        >
          {text}
          {count !== undefined && <span className={classes.count}>{count}</span>}
        </Link>
      ))}
    </nav>
  );
}
