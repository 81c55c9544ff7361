import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react';
import { Link, useNavigate } from 'react-router';
import classes from './nav-tabs.module.css';
import type { NavTab } from './nav-tabs.tsx';

/** Where each key leads from the tab at `place`; undefined for other keys. */
function placeAfter(key: string, place: number, tabs: number): number | undefined {
  switch (key) {
    case 'ArrowLeft':
      return (place + tabs - 1) % tabs;
    case 'ArrowRight':
      return (place + 1) % tabs;
    case 'Home':
      return 0;
    case 'End':
      return tabs - 1;
    default:
      return undefined;
  }
}

/**
 * The same tabs around the panel that they switch: a stop of the Tab key for all of them, and the
 * arrow keys from one to the next. Each still has its address.
 */
export function PanelTabs({
  label,
  tabs,
  children,
}: {
  readonly label: string;
  readonly tabs: readonly NavTab[];
  readonly children: ReactNode;
}) {
  const id = useId();
  const strip = useRef<HTMLDivElement>(null);
  const navigate = useNavigate();
  const shown = tabs.findIndex(({ current }) => current);

  function onKeyDown(event: KeyboardEvent): void {
    // Alt and an arrow go back and forward.
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const place = placeAfter(event.key, shown, tabs.length);
    const next = place === undefined ? undefined : tabs[place];
    if (place === undefined || !next) return;
    event.preventDefault();
    void navigate(next.to, { replace: true, preventScrollReset: true });
    strip.current?.querySelectorAll<HTMLElement>('[role="tab"]')[place]?.focus();
  }

  return (
    <>
      <div ref={strip} role="tablist" aria-label={label} className={classes.tabs} onKeyDown={onKeyDown}>
        {tabs.map(({ to, label: text, current, count }, place) => (
          <Link
            key={to}
            to={to}
            replace
            preventScrollReset
            role="tab"
            id={`${id}-${place}`}
            aria-selected={current}
            aria-controls={`${id}-panel`}
            tabIndex={current ? 0 : -1}
            className={classes.tab}
          >
            {text}
            {count !== undefined && <span className={classes.count}>{count}</span>}
          </Link>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${shown}`}>
        {children}
      </div>
    </>
  );
}
