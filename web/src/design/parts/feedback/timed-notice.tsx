import { useEffect, useState } from 'react';
import classes from './timed-notice.module.css';

/** How long a success message is shown (specification LI-3). */
const shownMs = 3_000;

interface Said {
  readonly text: string;
}

/**
 * A message that disappears by itself. `say` shows it, and restarts the time if the same one is
 * shown already.
 */
export function useTimedNotice() {
  // A new object each time, so that the same text restarts the timer.
  const [said, setSaid] = useState<Said>();
  useEffect(() => {
    if (!said) return;
    const timer = setTimeout(() => {
      setSaid(undefined);
    }, shownMs);
    return () => {
      clearTimeout(timer);
    };
  }, [said]);
  return {
    text: said?.text,
    say: (text: string) => {
      setSaid({ text });
    },
    clear: () => {
      setSaid(undefined);
    },
  };
}

/**
 * Renders such a message. Always mounted, because screen readers announce changes only in regions
 * they already know.
 */
export function TimedNotice({ text }: { readonly text: string | undefined }) {
  return (
    <span role="status" className={classes.notice}>
      {text}
    </span>
  );
}
