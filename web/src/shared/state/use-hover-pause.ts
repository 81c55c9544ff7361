import { type FocusEvent, useEffect, useState } from 'react';

/**
 * Whether the pointer or the keyboard focus is on a list: nothing may move there then, or people
 * would hit the wrong row.
 */
export function useHoverPause() {
  const [pointed, setPointed] = useState(false);
  const [focusedIn, setFocusedIn] = useState<Element>();
  const leave = () => setFocusedIn(undefined);

  useEffect(() => {
    if (!focusedIn) return;
    // A control that goes away takes the focus along without a word; what gets it next says so.
    const look = ({ target }: Event) => {
      if (!(target instanceof Node && focusedIn.contains(target))) setFocusedIn(undefined);
    };
    document.addEventListener('focusin', look);
    return () => {
      document.removeEventListener('focusin', look);
    };
  }, [focusedIn]);

  return {
    now: pointed || focusedIn !== undefined,
    /** Until the pointer or the focus comes again. */
    release: () => {
      setPointed(false);
      leave();
    },
    handlers: {
      // A finger points only while it touches, and choosing lifts it.
      onPointerEnter: () => setPointed(true),
      onPointerLeave: () => setPointed(false),
      onFocus: ({ currentTarget }: FocusEvent) => setFocusedIn(currentTarget),
      onBlur: leave,
    },
  };
}
