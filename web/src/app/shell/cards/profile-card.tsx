import type { ComponentProps, RefObject } from 'react';
import { useSelector } from 'react-redux';
import { Link } from 'react-router';
import { Avatar } from '../../../design/parts/person/avatar.tsx';
import { IconKeyboard, IconSearch, IconSettings, IconTool, IconUserCircle } from '../../../design/parts/look/icons.tsx';
import { Popup } from '../../../design/parts/overlay/popup.tsx';
import { ThemeControl } from '../../../design/parts/page/theme-control.tsx';
import { OpenReportsBadge } from '../../../features/reports/open-reports-badge.tsx';
import { selectIsOperator } from '../../../shared/state/session.slice.ts';
import type { State } from '../../../shared/state/store.ts';
import { useViewer } from '../../../shared/state/hooks/use-viewer.ts';
import { administration, settings } from '../sidebar/navigation.ts';
import classes from '../header/popups.module.css';

/** The menu of the viewer's avatar: profile, settings, theme, shortcuts. */
export default function ProfileCard({
  button,
  position,
  onClose,
  onJump,
  onShortcuts,
}: {
  readonly button: RefObject<HTMLElement | null>;
  readonly position?: ComponentProps<typeof Popup>['position'];
  readonly onClose: () => void;
  /** Where there is no keyboard: opens what Ctrl+K opens. */
  readonly onJump?: () => void;
  readonly onShortcuts?: () => void;
}) {
  const viewer = useViewer();
  const isOperator = useSelector((state: State) => selectIsOperator(state));
  const instead = (open: () => void) => () => {
    // The focus returns there when that is closed.
    button.current?.focus();
    onClose();
    open();
  };
  return (
    <Popup button={button} label="Your menu" onClose={onClose} {...(position && { position })}>
      <p className={classes.who}>
        <Avatar username={viewer} />
        <bdi>{viewer}</bdi>
      </p>
      <ul>
        <li>
          <Link to={`/user/${encodeURIComponent(viewer)}`} className={classes.item} onClick={onClose}>
            <IconUserCircle size={20} stroke={1.7} aria-hidden />
            Profile
          </Link>
        </li>
        <li>
          <Link to={settings} className={classes.item} onClick={onClose}>
            <IconSettings size={20} stroke={1.7} aria-hidden />
            Settings
          </Link>
        </li>
        {isOperator && (
          <li>
            <Link to={administration} className={classes.item} onClick={onClose}>
              <IconTool size={20} stroke={1.7} aria-hidden />
              Administration <OpenReportsBadge />
            </Link>
          </li>
        )}
        {onJump && (
          <li>
            <button type="button" className={classes.item} onClick={instead(onJump)}>
              <IconSearch size={20} stroke={1.7} aria-hidden />
              Jump to…
            </button>
          </li>
        )}
        {onShortcuts && (
          <li>
            <button type="button" className={classes.item} onClick={instead(onShortcuts)}>
              <IconKeyboard size={20} stroke={1.7} aria-hidden />
              Keyboard shortcuts
            </button>
          </li>
        )}
      </ul>
      <div className={classes.theme}>
        <span id="theme">Theme</span>
        <ThemeControl aria-labelledby="theme" fullWidth classNames={{ label: classes.segment ?? '' }} />
      </div>
    </Popup>
  );
}
