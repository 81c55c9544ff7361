import type { PopoverProps } from '@mantine/core';
import type { ReactNode, RefObject } from 'react';
import { Anchor, Popover } from './popover.tsx';
import classes from './popup.module.css';

/**
 * What a button opens beside itself. Load it with what it shows: the button is there before. It
 * holds the focus, Escape and a click outside close it, and the focus returns to the button.
 */
export function Popup({
  button,
  label,
  position = 'bottom-end',
  onClose,
  children,
}: {
  /** Say `aria-haspopup="dialog"` and `aria-expanded` there. */
  readonly button: RefObject<HTMLElement | null>;
  readonly label: string;
  readonly position?: PopoverProps['position'];
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  return (
    <Popover
      opened
      onChange={(opened) => {
        if (opened) return;
        button.current?.focus();
        onClose();
      }}
      position={position}
      trapFocus
      withRoles={false}
      shadow="md"
    >
      <Popover.Target>
        <Anchor to={button} />
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={label} className={classes.popup ?? ''}>
        {children}
      </Popover.Dropdown>
    </Popover>
  );
}
