import type { RefObject } from 'react';
import { Link } from 'react-router';
import {
  IconDeviceGamepad2,
  IconMessageCircleQuestion,
  IconMessages,
  IconUsersGroup,
} from '../../../design/parts/look/icons.tsx';
import { Popup } from '../../../design/parts/overlay/popup.tsx';
import { acts } from '../sidebar/navigation.ts';
import classes from '../header/popups.module.css';

const icons = {
  ask: IconMessageCircleQuestion,
  play: IconDeviceGamepad2,
  talk: IconMessages,
  gather: IconUsersGroup,
} as const;

/** What the + of the phone's bar opens: everything that one can begin. */
export default function CreateCard({
  button,
  onClose,
}: {
  readonly button: RefObject<HTMLElement | null>;
  readonly onClose: () => void;
}) {
  return (
    <Popup button={button} label="Create" position="top" onClose={onClose}>
      <ul>
        {acts.map(({ kind, label, to }) => {
          const Icon = icons[kind];
          return (
            <li key={to}>
              <Link to={to} className={classes.item} onClick={onClose}>
                <Icon size={20} stroke={1.7} aria-hidden />
                {label}
              </Link>
            </li>
          );
        })}
      </ul>
    </Popup>
  );
}
