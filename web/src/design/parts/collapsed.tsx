import { messages } from '@parlour/contracts/messages';
import { type ReactNode, useRef, useState } from 'react';
import { useIsBlocked } from '../../shared/state/blocked.slice.ts';
import classes from './collapsed.module.css';

/**
 * What somebody wrote. If the viewer has blocked them, it is one line until the viewer asks for it.
 */
export function Collapsed({
  by,
  isRow = false,
  children,
}: {
  readonly by: string;
  /** It is a row of a list, with a margin of its own. */
  readonly isRow?: boolean;
  readonly children: ReactNode;
}) {
  const isBlocked = useIsBlocked(by);
  const [isShown, setIsShown] = useState(false);
  const pressed = useRef(false);
  if (!isBlocked) return children;
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
      {messages.fromBlocked}{' '}
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
