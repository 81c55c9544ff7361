import { Button, type ButtonProps } from '@mantine/core';
import classes from './destroy-button.module.css';

/** The button of a dialog that does what cannot be undone. */
export function DestroyButton(props: ButtonProps & { readonly onClick: () => void }) {
  return <Button {...props} className={classes.destroy ?? ''} />;
}
