import { useEffect, useRef, useState } from 'react';
import { Outlet, ScrollRestoration, useLocation, useNavigation } from 'react-router';
import { Header } from './header.tsx';
import { ReconnectingNotice } from './reconnecting-notice.tsx';
import { Sidebar } from './sidebar.tsx';
import classes from './shell.module.css';

const narrow = '(max-width: 900px)';

/** The frame of every signed-in page: header, sidebar, content. */
export function Shell() {
  // Beside the content on wide screens, over it on narrow ones, where it begins closed.
  const [open, setOpen] = useState(() => !window.matchMedia(narrow).matches);
  const navigation = useNavigation();
  useFocusOnNavigation();
  useEffect(() => {
    const query = window.matchMedia(narrow);
    const follow = () => {
      setOpen(!query.matches);
    };
    query.addEventListener('change', follow);
    return () => {
      query.removeEventListener('change', follow);
    };
  }, []);
  const closeWhenOver = () => {
    if (window.matchMedia(narrow).matches) setOpen(false);
  };
  return (
    <>
      <a href="#content" className={classes.skip}>
        Skip to content
      </a>
      {navigation.state === 'loading' && <div className={classes.progress} aria-hidden />}
      <Header
        sidebarOpen={open}
        onToggle={() => {
          setOpen((before) => !before);
        }}
      />
      <div className={classes.frame} data-sidebar={open}>
        <div
          id="sidebar"
          className={classes.sidebar}
          hidden={!open}
          onKeyDown={(event) => {
            if (event.key === 'Escape') closeWhenOver();
          }}
        >
          <Sidebar onChosen={closeWhenOver} />
        </div>
        {open && <div className={classes.shade} onClick={closeWhenOver} aria-hidden />}
        <main id="content" className={classes.content} tabIndex={-1}>
          <Outlet />
        </main>
      </div>
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
  const last = useRef(place);
  useEffect(() => {
    if (last.current === place) return;
    last.current = place;
    // A form takes the focus itself.
    if (document.activeElement?.closest('main')) return;
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
  }, [place]);
}
