import { Button, type ButtonProps } from '@mantine/core';
import classes from './destroy-button.module.css';

/** The button for an irreversible action in a dialog. */
export function DestroyButton(props: ButtonProps & { readonly onClick: () => void }) {
  return <Button {...props} className={classes.destroy ?? ''} />;
}
