import { Suspense, useEffect, useRef, useState } from 'react';
import { Outlet, ScrollRestoration, useNavigation } from 'react-router';
import { lazyExtra } from '../../design/parts/feedback/lazy-extra.ts';
import { BlockPlace } from '../../features/people/block/block-place.tsx';
import { TurnsInTitle } from '../../features/games/lobby/turn-badge.tsx';
import { UnreadInTitle } from '../../features/messaging/history/unread.tsx';
import { ReportPlace } from '../../design/parts/report/report-place.tsx';
import { useToastsUntilArrival } from '../../design/parts/feedback/toasts.ts';
import { usePageState } from '../../shared/navigation/use-page-state.ts';
import { Rested } from '../../shared/state/hooks/use-rested.ts';
import { Header } from './header/header.tsx';
import { PhoneBar } from './phone-bar.tsx';
import { PersonCards } from './cards/person-cards.tsx';
import { ReconnectingNotice } from './frame/reconnecting-notice.tsx';
import { useShortcuts } from './shortcuts/shortcuts.ts';
import { Sidebar } from './sidebar/sidebar.tsx';
import { useFocusOnNavigation } from './use-focus-on-navigation.ts';
import { useFrameDialog } from './use-frame-dialog.tsx';
import { useNarrow, usePhone } from '../../shared/state/hooks/use-media.ts';
import { useRestoredPlace } from './use-restored-place.ts';
import { useScreenDrawn } from './use-screen-drawn.ts';
import classes from './shell.module.css';

// Without them, the sidebar is still what the specification asks for.
const LiveSections = lazyExtra(async () => (await import('./sidebar/live-sections.tsx')).default);

const loadSwitcher = () => import('./switcher/switcher.tsx');
const loadShortcutSheet = () => import('./shortcuts/shortcut-sheet.tsx');

/** The frame of every signed-in page: header, sidebar, content. */
export function Shell() {
  const narrow = useNarrow();
  const phone = usePhone();
  // Two states: the drawer starts closed, whatever was chosen for the wide screen.
  const [wideOpen, setWideOpen] = useState(true);
  const [drawerOpen = false, setDrawerOpen, hideDrawer] = usePageState<boolean>();
  const open = narrow ? drawerOpen : wideOpen;
  const navigation = useNavigation();
  const toggle = useRef<HTMLButtonElement>(null);
  const sidebar = useRef<HTMLDivElement>(null);
  const drawn = useScreenDrawn();
  const switcher = useFrameDialog(loadSwitcher);
  const sheet = useFrameDialog(loadShortcutSheet);
  useFocusOnNavigation();
  useRestoredPlace();
  useToastsUntilArrival();
  useShortcuts({
    onJump: () => switcher.open(),
    onSheet: () => sheet.open(),
    // Keys pressed meanwhile are meant for the dialog.
    isResting: () => switcher.isLoading() || sheet.isLoading(),
  });
  useEffect(() => {
    if (narrow && drawerOpen) sidebar.current?.querySelector<HTMLElement>('a, button')?.focus();
  }, [narrow, drawerOpen]);
  const closeDrawer = () => {
    hideDrawer();
    if (narrow) toggle.current?.focus();
  };
  const onChosen = () => {
    hideDrawer();
  };
  return (
    <Rested value={drawn}>
      <a
        href="#content"
        className={classes.skip}
        onClick={(event) => {
          // To the router, another address would be another page, with its place and focus.
          event.preventDefault();
          document.getElementById('content')?.focus();
        }}
      >
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
        onJump={switcher.open}
        onShortcuts={() => sheet.open()}
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
          <Sidebar onChosen={onChosen} />
          <Suspense fallback={null}>{open && drawn && <LiveSections onChosen={onChosen} />}</Suspense>
        </div>
        {narrow && open && <div className={classes.shade} onClick={closeDrawer} aria-hidden />}
        <main id="content" className={classes.content} tabIndex={-1} inert={narrow && open}>
          <Outlet />
        </main>
      </div>
      {phone && <PhoneBar inert={open} onJump={() => switcher.open()} />}
      {switcher.dialog}
      {sheet.dialog}
      <PersonCards />
      <ReportPlace />
      <BlockPlace />
      <TurnsInTitle />
      <UnreadInTitle />
      <ReconnectingNotice />
      <ScrollRestoration />
    </Rested>
  );
}
