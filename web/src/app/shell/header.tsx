import { IconLogout, IconMenu2, IconUserCircle } from '@tabler/icons-react';
import type { RefObject } from 'react';
import { Link } from 'react-router';
import { NotificationBell } from '../../features/notifications/notification-bell.tsx';
import { useViewer } from '../../shared/state/use-viewer.ts';
import { Brand } from './brand.tsx';
import { SearchBox } from './search-box.tsx';
import { useSignOut } from './sign-out.ts';
import classes from './header.module.css';

/** The bar at the top of every signed-in page. */
export function Header({
  sidebarOpen,
  toggle,
  onToggle,
}: {
  readonly sidebarOpen: boolean;
  readonly toggle: RefObject<HTMLButtonElement | null>;
  readonly onToggle: () => void;
}) {
  const viewer = useViewer();
  const signOut = useSignOut();
  return (
    <header className={classes.header}>
      <button
        ref={toggle}
        type="button"
        className={classes.icon}
        aria-label={sidebarOpen ? 'Close the sidebar' : 'Open the sidebar'}
        aria-expanded={sidebarOpen}
        aria-controls="sidebar"
        onClick={onToggle}
      >
        <IconMenu2 size={22} aria-hidden />
      </button>
      <Link to="/home" className={classes.brand} aria-label="Parlour">
        <Brand />
      </Link>
      <SearchBox />
      <div className={classes.icons}>
        <NotificationBell className={classes.icon ?? ''} />
        <Link
          to={`/user/${encodeURIComponent(viewer)}`}
          className={classes.icon}
          aria-label="Your profile"
          title={`Your profile (${viewer})`}
        >
          <IconUserCircle size={22} stroke={1.7} aria-hidden />
        </Link>
        <button
          type="button"
          className={classes.icon}
          aria-label="Sign out"
          title="Sign out"
          onClick={() => {
            void signOut();
          }}
        >
          <IconLogout size={22} stroke={1.7} aria-hidden />
        </button>
      </div>
    </header>
  );
}
