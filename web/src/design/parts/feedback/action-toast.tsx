import { toast, type ToastContentProps } from 'react-toastify/unstyled';
import classes from './action-toast.module.css';

/** A text with a button. The time stops while the button has the focus. */
export function ActionToast({
  text,
  label,
  onAct,
  closeToast,
  toastProps: { toastId: id },
}: Pick<ToastContentProps, 'closeToast' | 'toastProps'> & {
  readonly text: string;
  readonly label: string;
  readonly onAct: () => void;
}) {
  return (
    <span className={classes.words}>
      <span dir="auto">{text}</span>
      <button
        type="button"
        className={classes.button}
        onFocus={() => toast.pause({ id })}
        onBlur={() => toast.play({ id })}
        onClick={() => {
          closeToast();
          onAct();
        }}
      >
        {label}
      </button>
    </span>
  );
}

/** A text that leads somewhere. A press of it, by keyboard too, is a click on the whole toast. */
export function LinkToast({
  text,
  toastProps: { toastId: id },
}: Pick<ToastContentProps, 'toastProps'> & { readonly text: string }) {
  return (
    <button
      type="button"
      dir="auto"
      className={classes.link}
      data-leads
      onFocus={() => toast.pause({ id })}
      onBlur={() => toast.play({ id })}
    >
      {text}
    </button>
  );
}
