import { Button, type ButtonProps } from '@mantine/core';
import type { MouseEventHandler, Ref } from 'react';

/**
 * The button for an irreversible action: filled in a dialog, with only a border (`default`) where
 * it opens one.
 */
export function DestroyButton(
  props: ButtonProps & {
    readonly ref?: Ref<HTMLButtonElement>;
    readonly onClick: MouseEventHandler<HTMLButtonElement>;
  },
) {
  return <Button {...props} color="danger" />;
}
