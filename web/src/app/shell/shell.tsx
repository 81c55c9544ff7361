import { useEffect, useRef, useState } from 'react';
import { NavigationType, Outlet, ScrollRestoration, useLocation, useNavigation, useNavigationType } from 'react-router';
import { TurnsInTitle } from '../../features/games/turns.tsx';
import { Header } from './header.tsx';
import { ReconnectingNotice } from './reconnecting-notice.tsx';
import { Sidebar } from './sidebar.tsx';
import { useNarrow } from './use-narrow.ts';
import classes from './shell.module.css';

/** The frame of every signed-in page: header, sidebar, content. */
export function Shell() {
  const narrow = useNarrow();
  // Two memories: a drawer begins closed, whatever was chosen for the wide screen.
  const [wideOpen, setWideOpen] = useState(true);
  const [drawerOpen, setDrawerOpen] = useState(false);
  const open = narrow ? drawerOpen : wideOpen;
  const navigation = useNavigation();
  const toggle = useRef<HTMLButtonElement>(null);
  const sidebar = useRef<HTMLDivElement>(null);
  useFocusOnNavigation();
  useEffect(() => {
    if (narrow && drawerOpen) sidebar.current?.querySelector<HTMLElement>('a, button')?.focus();
  }, [narrow, drawerOpen]);
  const closeDrawer = () => {
    setDrawerOpen(false);
    if (narrow) toggle.current?.focus();
  };
  return (
    <>
      <a href="#content" className={classes.skip}>
        Skip to content
      </a>
      {navigation.state === 'loading' && <div className={classes.progress} aria-hidden />}
      <Header
        sidebarOpen={open}
        toggle={toggle}
        onToggle={() => {
          if (narrow) setDrawerOpen(!drawerOpen);
          else setWideOpen(!wideOpen);
        }}
      />
      <div className={classes.frame} data-sidebar={open}>
        <div
          id="sidebar"
          ref={sidebar}
          className={classes.sidebar}
          hidden={!open}
          onKeyDown={(event) => {
            if (event.key === 'Escape') closeDrawer();
          }}
        >
          <Sidebar
            onChosen={() => {
              setDrawerOpen(false);
            }}
          />
        </div>
        {narrow && open && <div className={classes.shade} onClick={closeDrawer} aria-hidden />}
        <main id="content" className={classes.content} tabIndex={-1} inert={narrow && open}>
          <Outlet />
        </main>
      </div>
      <TurnsInTitle />
      <ReconnectingNotice />
      <ScrollRestoration />
    </>
  );
}

/** Moves the focus to the page's heading when another page is opened, so that a keyboard and a screen reader arrive there too. */
function useFocusOnNavigation(): void {
  const { pathname, search } = useLocation();
  const parameters = new URLSearchParams(search);
  const place = `${pathname} ${parameters.get('search') ?? ''} ${parameters.get('tag') ?? ''}`;
  // A page that was loaded keeps the browser's own focus; one that was led to (after login) is a navigation like any other.
  const last = useRef(useNavigationType() === NavigationType.Pop ? place : undefined);
  useEffect(() => {
    if (last.current === place) return;
    last.current = place;
    // A form has taken the focus itself; or a field of the same page has it, whose words went to the address while somebody types on.
    if (document.activeElement?.closest('main form, main input')) return;
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
  }, [place]);
}
