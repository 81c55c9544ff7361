import '@mantine/core/styles/Paper.layer.css';
import '@mantine/core/styles/Popover.layer.css';

/** A box at a control, with its styles. Load it with what is opened, not with the first screen. */
export { Popover } from '@mantine/core';

/** A card that its owner opens by mounting it, and closes. */
export const heldOpen = {
  opened: true,
  withRoles: false,
  closeOnEscape: false,
  closeOnClickOutside: false,
  radius: 'lg',
  shadow: 'lg',
  transitionProps: { duration: 120 },
} as const;
