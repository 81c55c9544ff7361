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
