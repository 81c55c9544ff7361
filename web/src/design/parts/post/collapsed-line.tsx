import { messages } from '@parlour/contracts/messages';
import { type ReactNode, useRef, useState } from 'react';
import classes from './collapsed-line.module.css';

/** One line in place of what somebody blocked wrote, until the viewer asks for it. */
export default function CollapsedLine({
  isMessage,
  isRow,
  children,
}: {
  readonly isMessage: boolean;
  readonly isRow: boolean;
  readonly children: ReactNode;
}) {
  const [isShown, setIsShown] = useState(false);
  const pressed = useRef(false);
  if (isShown) {
    return (
      <div
        tabIndex={-1}
        // The button that was pressed is gone.
        ref={(place) => {
          if (pressed.current) place?.focus({ preventScroll: true });
          pressed.current = false;
        }}
        className={classes.shown}
      >
        {children}
      </div>
    );
  }
  return (
    <p className={classes.line} data-row-line={isRow}>
      {isMessage ? messages.fromBlocked : messages.hiddenByBlocked}{' '}
      <button
        type="button"
        className={classes.show}
        onClick={() => {
          pressed.current = true;
          setIsShown(true);
        }}
      >
        Show
      </button>
    </p>
  );
}
