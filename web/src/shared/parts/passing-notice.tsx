import { useEffect, useState } from 'react';
import classes from './passing-notice.module.css';

/** How long a success message stands (specification LI-3). */
const shownMs = 3_000;

interface Said {
  readonly text: string;
}

/** A message that goes away by itself: `say` shows it, anew also where the same one stands already. */
export function usePassingNotice() {
  // An object each time, so that the same words again begin their three seconds again.
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

/** Where such a message stands. Always on the page, because a screen reader hears only of changes in what it knows. */
export function PassingNotice({ text }: { readonly text: string | undefined }) {
  return (
    <span role="status" className={classes.notice}>
      {text}
    </span>
  );
}
