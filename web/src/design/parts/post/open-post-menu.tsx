import type { RefObject } from 'react';
import { Menu } from '../overlay/menu.tsx';
import { Anchor } from '../overlay/popover.tsx';
import type { PostAct } from './post-act.ts';
import classes from './post-menu.module.css';

/** The opened menu of a post, beside its button, to which the focus returns. */
export function OpenPostMenu({
  button,
  label,
  acts,
  onClose,
}: {
  readonly button: RefObject<HTMLButtonElement | null>;
  readonly label: string;
  readonly acts: readonly PostAct[];
  readonly onClose: () => void;
}) {
  return (
    <Menu
      opened
      position="bottom-end"
      clickOutsideEvents={['mousedown', 'touchstart']}
      // A dialog that an action opens takes the focus from the button.
      onClose={() => {
        button.current?.focus();
        onClose();
      }}
    >
      <Menu.Target>
        <Anchor to={button} />
      </Menu.Target>
      <Menu.Dropdown aria-label={label}>
        {acts.map((act) => (
          <Menu.Item key={act.label} className={act.isGrave ? (classes.grave ?? '') : ''} onClick={act.onClick}>
            {act.label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
