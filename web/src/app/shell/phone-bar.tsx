import { useRef } from 'react';
import { NavLink, useLocation } from 'react-router';
import { turnsLabel, useTurns } from '../../features/games/lobby/turn-badge.tsx';
import { unreadLabel, useUnread } from '../../features/messaging/history/unread.tsx';
import { openReportsLabel, useOpenReports } from '../../features/reports/open-reports-badge.tsx';
import { Avatar } from '../../design/parts/person/avatar.tsx';
import { BadgedIcon } from '../../design/parts/look/badged-icon.tsx';
import {
  IconDeviceGamepad2,
  IconMessageCircleQuestion,
  IconMessages,
  IconPlus,
} from '../../design/parts/look/icons.tsx';
import { useViewer } from '../../shared/state/hooks/use-viewer.ts';
import { directMessages, games } from './sidebar/navigation.ts';
import { loadProfileCard } from './header/profile-menu.tsx';
import { useLazy } from './use-lazy.ts';
import classes from './phone-bar.module.css';

const loadCreateCard = () => import('./cards/create-card.tsx');

/** The bar at the foot of a phone's screen: what a thumb reaches. */
export function PhoneBar({ inert, onJump }: { readonly inert: boolean; readonly onJump: () => void }) {
  const viewer = useViewer();
  const { pathname } = useLocation();
  const turns = useTurns();
  const unread = useUnread();
  const openReports = useOpenReports();
  const plus = useRef<HTMLButtonElement>(null);
  const you = useRef<HTMLButtonElement>(null);
  const create = useLazy(loadCreateCard);
  const profile = useLazy(loadProfileCard);
  return (
    <nav aria-label="Bar" className={classes.lower} inert={inert}>
      <NavLink to="/home" end className={classes.place ?? ''}>
        <IconMessageCircleQuestion size={24} stroke={1.7} aria-hidden />
        Questions
      </NavLink>
      <NavLink to={directMessages} className={classes.place ?? ''} data-within={pathname.startsWith('/messaging')}>
        <BadgedIcon number={unread}>
          <IconMessages size={24} stroke={1.7} />
        </BadgedIcon>
        <span>
          Talk
          {unread > 0 && <span className="visually-hidden">, {unreadLabel(unread)}</span>}
        </span>
      </NavLink>
      <button ref={plus} type="button" className={classes.place} aria-label="Create" {...create.opener}>
        <span className={classes.plus}>
          <IconPlus size={24} aria-hidden />
        </span>
      </button>
      <NavLink to={games} className={classes.place ?? ''}>
        <BadgedIcon number={turns} tone="brass">
          <IconDeviceGamepad2 size={24} stroke={1.7} />
        </BadgedIcon>
        <span>
          Games
          {turns > 0 && <span className="visually-hidden">, {turnsLabel(turns)}</span>}
        </span>
      </NavLink>
      <button ref={you} type="button" className={classes.place} {...profile.opener}>
        <BadgedIcon number={openReports}>
          <Avatar username={viewer} size="s" />
        </BadgedIcon>
        <span>
          You
          {openReports > 0 && <span className="visually-hidden">, {openReportsLabel(openReports)}</span>}
        </span>
      </button>
      {create.Shown && <create.Shown button={plus} onClose={create.close} />}
      {profile.Shown && <profile.Shown button={you} position="top-end" onClose={profile.close} onJump={onJump} />}
    </nav>
  );
}
