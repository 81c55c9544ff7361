import { useRef } from 'react';
import { IconButton } from '../look/icon-button.tsx';
import { IconDots } from '../look/icons.tsx';
import { Menu } from './menu.tsx';
import classes from './row-menu.module.css';

/** Something that can be done with a row. */
interface RowAct {
  readonly label: string;
  /** It takes something away. */
  readonly isGrave?: boolean;
  /** Called with the button of the menu, for whoever returns the focus to it. */
  readonly onWant: (button: HTMLElement) => void;
}

/** The menu of a table's row, behind three dots; nothing if there are no acts. */
export function RowMenu({
  of,
  acts,
}: {
  /** The name of what the row shows. */
  readonly of: string;
  readonly acts: readonly RowAct[];
}) {
  const target = useRef<HTMLButtonElement>(null);
  if (acts.length === 0) return null;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <IconButton ref={target} label={`Actions: ${of}`} icon={IconDots} className={classes.more ?? ''} />
      </Menu.Target>
      <Menu.Dropdown>
        {acts.map(({ label, isGrave, onWant }) => (
          <Menu.Item
            key={label}
            className={isGrave === true ? (classes.grave ?? '') : ''}
            onClick={() => {
              if (target.current) onWant(target.current);
            }}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
