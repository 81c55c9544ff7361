import '@mantine/core/styles/Paper.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import { type Ref, type RefObject, useImperativeHandle } from 'react';

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

/** The target of a popover, for an element that is rendered elsewhere. */
export function Anchor({
  ref,
  to,
}: {
  readonly ref?: Ref<HTMLElement | null>;
  readonly to: RefObject<HTMLElement | null>;
}) {
  useImperativeHandle<HTMLElement | null, HTMLElement | null>(ref, () => to.current);
  return null;
}
