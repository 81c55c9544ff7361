import { type FocusEvent, useEffect, useState } from 'react';

/** How long after the end of a press its click may come: a finger's comes after it was lifted. */
const clickMs = 100;

/** What ends a press; a menu of the browser takes the rest of it. */
const ends = ['pointerup', 'pointercancel', 'contextmenu'] as const;

/** Marks what tells of news above a list: a list that is held stays so while the focus is there. */
export const besideHeld = { 'data-beside-held': true } as const;

function isWithin(place: Element, target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false;
  return place.contains(target) || target.closest('[data-beside-held]') !== null;
}

/**
 * Whether the pointer or the keyboard focus is on a list: nothing may move there then, or people
 * would hit the wrong row. Nor may it move during a press elsewhere, which takes both away: what
 * moves between the beginning and the end of a press gets no click.
 */
export function useHoverPause() {
  const [pointed, setPointed] = useState(false);
  const [focusedIn, setFocusedIn] = useState<Element>();
  const [pressed, setPressed] = useState(false);
  const now = pointed || focusedIn !== undefined || pressed;
  const leave = () => setFocusedIn(undefined);

  useEffect(() => {
    if (!focusedIn) return;
    // A control that goes away takes the focus along without a word; what gets it next says so.
    const look = ({ target }: Event) => {
      if (!isWithin(focusedIn, target)) setFocusedIn(undefined);
    };
    document.addEventListener('focusin', look);
    return () => {
      document.removeEventListener('focusin', look);
    };
  }, [focusedIn]);

  useEffect(() => {
    if (!now) return;
    let clicked: ReturnType<typeof setTimeout> | undefined;
    const begin = () => {
      clearTimeout(clicked);
      setPressed(true);
    };
    const end = () => {
      clearTimeout(clicked);
      clicked = setTimeout(() => setPressed(false), clickMs);
    };
    document.addEventListener('pointerdown', begin, true);
    for (const each of ends) document.addEventListener(each, end, true);
    return () => {
      clearTimeout(clicked);
      document.removeEventListener('pointerdown', begin, true);
      for (const each of ends) document.removeEventListener(each, end, true);
    };
  }, [now]);

  return {
    now,
    /** Whether a press is under way, or its click may still come. */
    pressed,
    /** Until the pointer or the focus comes again. */
    release: () => {
      setPointed(false);
      setPressed(false);
      leave();
    },
    handlers: {
      // A finger points only while it touches, and choosing lifts it.
      onPointerEnter: () => setPointed(true),
      onPointerLeave: () => setPointed(false),
      // The first press of a finger comes together with its pointing.
      onPointerDown: () => setPressed(true),
      onFocus: ({ currentTarget }: FocusEvent) => setFocusedIn(currentTarget),
      // The page would be shown without the hold before the focus arrives at the next row.
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
        if (!isWithin(currentTarget, relatedTarget)) leave();
      },
    },
  };
}
