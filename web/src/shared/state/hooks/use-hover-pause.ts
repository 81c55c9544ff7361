import { type FocusEvent, type PointerEvent, useEffect, useState } from 'react';

/** How long after the end of a press its click may come: a finger's comes after it was lifted. */
const clickMs = 100;

/** What ends a press; a menu of the browser takes the rest of it. */
const ends = ['pointerup', 'pointercancel', 'contextmenu'] as const;

/** Marks what tells of news above a list: a list that is held stays so while the focus is there. */
export const besideHeld = { 'data-beside-held': true } as const;

function contains(place: Element, target: EventTarget | null): boolean {
  return target instanceof Element && place.contains(target);
}

function isWithin(place: Element, target: EventTarget | null): boolean {
  return contains(place, target) || (target instanceof Element && target.closest('[data-beside-held]') !== null);
}

/**
 * The place that the focus or the pointer is in. What goes away takes it along without a word, as a
 * control does with the focus and a dialog with the pointer; what gets it next says so.
 */
function usePlaceOf(event: 'focusin' | 'pointerover') {
  const [place, setPlace] = useState<Element>();
  useEffect(() => {
    if (!place) return;
    const look = ({ target }: Event) => {
      if (!isWithin(place, target)) setPlace(undefined);
    };
    document.addEventListener(event, look);
    return () => {
      document.removeEventListener(event, look);
    };
  }, [place, event]);
  return {
    isSet: place !== undefined,
    // React hands on events of dialogs and menus that the place opened elsewhere on the page.
    enter: ({ currentTarget, target }: FocusEvent | PointerEvent) => {
      if (contains(currentTarget, target)) setPlace(currentTarget);
    },
    leave: () => setPlace(undefined),
  };
}

/**
 * Whether the pointer or the keyboard focus is on a list: nothing may move there then, or people
 * would hit the wrong row. Nor may it move during a press elsewhere, which takes both away: what
 * moves between the beginning and the end of a press gets no click.
 */
export function useHoverPause() {
  const pointer = usePlaceOf('pointerover');
  const focus = usePlaceOf('focusin');
  const [pressed, setPressed] = useState(false);
  const now = pointer.isSet || focus.isSet || pressed;

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
      pointer.leave();
      setPressed(false);
      focus.leave();
    },
    handlers: {
      // A finger points only while it touches, and choosing lifts it.
      onPointerEnter: pointer.enter,
      onPointerLeave: pointer.leave,
      // The first press of a finger comes together with its pointing.
      onPointerDown: () => setPressed(true),
      onFocus: focus.enter,
      // The page would be shown without the hold before the focus arrives at the next row.
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
        if (!isWithin(currentTarget, relatedTarget)) focus.leave();
      },
    },
  };
}
