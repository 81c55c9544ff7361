import { Button } from '@mantine/core';
import { useEffect, useLayoutEffect, useRef, type MouseEvent } from 'react';
import classes from './load-more.module.css';
import { moveFocus } from '../page/move-focus.ts';

/** The end of a list with more pages: loads the next one near the screen, or by its button. */
export function LoadMore({
  label,
  pending = false,
  automatic = true,
  keepsFocus = true,
  onMore,
}: {
  readonly label: string;
  readonly pending?: boolean;
  /** False after a failure: then only the button retries, or requests would never stop. */
  readonly automatic?: boolean;
  /** False if whoever renders it moves the focus. */
  readonly keepsFocus?: boolean;
  /** Called with the button, if that was pressed. */
  readonly onMore: (button?: HTMLElement) => void;
}) {
  const place = useRef<HTMLDivElement>(null);
  const pressed = useRef<HTMLElement>(undefined);
  // While it loads, the button is disabled and loses the focus. With the last page it goes: then
  // the next Tab leads to what that page has brought.
  useEffect(() => {
    if (pending || !pressed.current) return;
    moveFocus(pressed.current, pressed.current);
    pressed.current = undefined;
  }, [pending]);
  useLayoutEffect(() => {
    const end = place.current;
    return () => {
      if (pressed.current && end) moveFocus(pressed.current, lastBefore(end));
    };
  }, []);
  useEffect(() => {
    if (!place.current || pending || !automatic || !('IntersectionObserver' in window)) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) onMore();
      },
      { rootMargin: '600px' },
    );
    observer.observe(place.current);
    return () => {
      observer.disconnect();
    };
  }, [automatic, onMore, pending]);
  function press({ currentTarget }: MouseEvent<HTMLElement>): void {
    if (keepsFocus) pressed.current = currentTarget;
    onMore(currentTarget);
  }
  return (
    <div ref={place} className={classes.more}>
      <Button variant="default" loading={pending} onClick={press}>
        {label}
      </Button>
    </div>
  );
}

/** The last link or button of a list before its end. */
function lastBefore(end: HTMLElement): HTMLElement | null {
  const all = end.parentElement?.querySelectorAll<HTMLElement>('a[href], button:enabled, [tabindex="0"]') ?? [];
  const isBefore = (one: HTMLElement) => one.compareDocumentPosition(end) === Node.DOCUMENT_POSITION_FOLLOWING;
  return [...all].findLast(isBefore) ?? null;
}
