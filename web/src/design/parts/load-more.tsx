import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import classes from './load-more.module.css';

/** The end of a list with more pages: loads the next one near the screen, or by its button. */
export function LoadMore({
  label,
  pending = false,
  automatic = true,
  onMore,
}: {
  readonly label: string;
  readonly pending?: boolean;
  /** False after a failure: then only the button retries, or requests would never stop. */
  readonly automatic?: boolean;
  /** Called with the button, if that was pressed. */
  readonly onMore: (button?: HTMLElement) => void;
}) {
  const place = useRef<HTMLDivElement>(null);
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
  return (
    <div ref={place} className={classes.more}>
      <Button variant="default" loading={pending} onClick={({ currentTarget }) => onMore(currentTarget)}>
        {label}
      </Button>
    </div>
  );
}
