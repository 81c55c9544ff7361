import { Button, type ButtonProps } from '@mantine/core';
import type { MouseEventHandler } from 'react';

/** The button for an irreversible action in a dialog. */
export function DestroyButton(props: ButtonProps & { readonly onClick: MouseEventHandler<HTMLButtonElement> }) {
  return <Button {...props} color="danger" />;
}
