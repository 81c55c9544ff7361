import type { RefObject } from 'react';
import { Link } from 'react-router';
import { turnsLabel, useTurns } from '../../../features/games/lobby/turn-badge.tsx';
import { unreadLabel, useUnread } from '../../../features/messaging/history/unread.tsx';
import { NotificationBell } from '../../../features/notifications/bell/notification-bell.tsx';
import { openReportsLabel, useOpenReports } from '../../../features/reports/open-reports-badge.tsx';
import { BadgedIcon } from '../../../design/parts/look/badged-icon.tsx';
import { IconFlag, IconLogout, IconMenu2 } from '../../../design/parts/look/icons.tsx';
import { useSiteTexts } from '../../../shared/state/site.ts';
import { Brand } from '../brand.tsx';
import { administration } from '../sidebar/navigation.ts';
import { ProfileMenu } from './profile-menu.tsx';
import { SearchBox } from './search-box.tsx';
import { useSignOut } from '../sign-out.ts';
import { usePhone } from '../../../shared/state/hooks/use-media.ts';
import classes from './header.module.css';

/** The bar at the top of every signed-in page. */
export function Header({
  sidebarOpen,
  toggle,
  onToggle,
  onJump,
  onShortcuts,
}: {
  readonly sidebarOpen: boolean;
  readonly toggle: RefObject<HTMLButtonElement | null>;
  readonly onToggle: () => void;
  /** Called with what is typed in the search box. */
  readonly onJump: (typed: string) => void;
  readonly onShortcuts: () => void;
}) {
  // A phone has them in its bar.
  const phone = usePhone();
  const { hidden, label } = useHidden(!sidebarOpen && !phone);
  const openReports = useOpenReports();
  const { signOut, dialog } = useSignOut();
  const { name } = useSiteTexts();
  return (
    <header className={classes.header}>
      <button
        ref={toggle}
        type="button"
        className={classes.icon}
        aria-label={[sidebarOpen ? 'Close the sidebar' : 'Open the sidebar', ...label].join(', ')}
        aria-expanded={sidebarOpen}
        aria-controls="sidebar"
        onClick={onToggle}
      >
        <BadgedIcon number={hidden}>
          <IconMenu2 size={22} />
        </BadgedIcon>
      </button>
      <Link to="/home" className={classes.brand} aria-label={name}>
        <Brand />
      </Link>
      <SearchBox onJump={onJump} />
      <div className={classes.icons}>
        {openReports > 0 && !phone && (
          <Link
            to={`${administration}/reports`}
            className={classes.icon}
            aria-label={openReportsLabel(openReports)}
            title={openReportsLabel(openReports)}
          >
            <BadgedIcon number={openReports}>
              <IconFlag size={22} stroke={1.7} />
            </BadgedIcon>
          </Link>
        )}
        <NotificationBell className={classes.icon ?? ''} />
        <ProfileMenu onShortcuts={onShortcuts} />
        <span className={classes.apart} aria-hidden />
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
        {dialog}
      </div>
    </header>
  );
}

/**
 * Badges that the sidebar would show if it were open, which it rarely is on a narrow screen: turns
 * in games, and unread messages.
 */
function useHidden(closed: boolean): { readonly hidden: number; readonly label: readonly string[] } {
  const turns = useTurns();
  const unread = useUnread();
  if (!closed) return { hidden: 0, label: [] };
  const hidden = turns + unread;
  const parts = [...(turns > 0 ? [turnsLabel(turns)] : []), ...(unread > 0 ? [unreadLabel(unread)] : [])];
  // Includes the visible number, so that speech control matches the label people see.
  return { hidden, label: hidden > 0 ? [`${hidden} new: ${parts.join(', ')}`] : [] };
}
