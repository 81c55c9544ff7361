import { useEffect, useRef, useState } from 'react';
import { Outlet, ScrollRestoration, useNavigation } from 'react-router';
import { TurnsInTitle } from '../../features/games/turns.tsx';
import { Header } from './header.tsx';
import { ReconnectingNotice } from './reconnecting-notice.tsx';
import { Sidebar } from './sidebar.tsx';
import { useFocusOnNavigation } from './use-focus-on-navigation.ts';
import { useNarrow } from './use-narrow.ts';
import classes from './shell.module.css';

/** The frame of every signed-in page: header, sidebar, content. */
export function Shell() {
  const narrow = useNarrow();
  // Two states: the drawer starts closed, whatever was chosen for the wide screen.
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
