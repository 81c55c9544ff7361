import { useId, useState } from 'react';
import { NavLink, useLocation } from 'react-router';
import { TurnBadge } from '../../../features/games/lobby/turn-badge.tsx';
import { RoomMark } from '../../../features/messaging/chats/room-marks.tsx';
import { UnreadTotal } from '../../../features/messaging/history/unread.tsx';
import { IconChevronDown } from '../../../design/parts/look/icons.tsx';
import { directMessages, games, isWithin, sections, type Section } from './navigation.ts';
import classes from './sidebar.module.css';

/**
 * The main navigation. `onChosen` is called for every entry that navigates, so that a drawer can
 * close.
 */
export function Sidebar({ onChosen }: { readonly onChosen?: () => void }) {
  return (
    <nav aria-label="Main">
      <ul className={classes.list}>
        {sections.map((section) => (
          <li key={section.label}>
            {section.entries ? (
              <Group section={section} onChosen={onChosen} />
            ) : (
              <Single section={section} onChosen={onChosen} />
            )}
          </li>
        ))}
      </ul>
    </nav>
  );
}

interface SectionProps {
  readonly section: Section;
  readonly onChosen: (() => void) | undefined;
}

function Single({ section, onChosen }: SectionProps) {
  const Icon = section.icon;
  return (
    <NavLink to={section.to} end className={classes.entry ?? ''} onClick={onChosen}>
      <Icon size={20} stroke={1.7} aria-hidden />
      {section.label}
    </NavLink>
  );
}

function Group({ section, onChosen }: SectionProps) {
  const { pathname } = useLocation();
  const within = isWithin(pathname, section);
  const [expanded, setExpanded] = useState(within);
  const list = useId();
  const Icon = section.icon;
  return (
    <>
      <button
        type="button"
        className={classes.entry}
        data-within={within}
        aria-expanded={expanded}
        aria-controls={list}
        onClick={() => {
          setExpanded((before) => !before);
        }}
      >
        <Icon size={20} stroke={1.7} aria-hidden />
        {section.label}
        {!expanded && holdsMessages(section) && <UnreadTotal />}
        {section.to === games && <TurnBadge />}
        <IconChevronDown size={16} className={classes.chevron} data-expanded={expanded} aria-hidden />
      </button>
      <ul id={list} className={classes.entries} hidden={!expanded}>
        {section.entries?.map((entry) => (
          <li key={entry.to}>
            <NavLink to={entry.to} end className={classes.subEntry ?? ''} onClick={onChosen}>
              {entry.label}
              {entry.to === directMessages && <UnreadTotal />}
              {entry.to === '/messaging' && <RoomMark />}
            </NavLink>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Unread counts appear on their entry, and on the group while that is collapsed. */
function holdsMessages(section: Section): boolean {
  return section.entries?.some((entry) => entry.to === directMessages) ?? false;
}
