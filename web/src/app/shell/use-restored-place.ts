import { useLayoutEffect } from 'react';
import { useLocation } from 'react-router';
import { usePageRouter } from '../../shared/navigation/page-router.ts';

/** For how long a page may stay as long as it is before its lists count as whole. */
const patienceMs = 10_000;

/**
 * Goes on to where the router would have scrolled, while the page is too short for that because its
 * lists are still to come. Each step may let a list load its next page.
 */
export function useRestoredPlace(): void {
  const router = usePageRouter();
  const { key } = useLocation();

  useLayoutEffect(() => {
    const place = router.state.restoreScrollPosition;
    if (typeof place !== 'number') return;
    let last = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const { style } = document.documentElement;
    // What appears above moves the place; the browser would move along with the rows instead.
    style.overflowAnchor = 'none';
    const end = () => {
      clearTimeout(timer);
      observer.disconnect();
      window.removeEventListener('scroll', endIfScrolled);
      style.overflowAnchor = '';
    };
    // A page that became shorter has moved by itself.
    const endIfScrolled = () => {
      const { scrollHeight, clientHeight } = document.documentElement;
      if (window.scrollY !== last && window.scrollY < scrollHeight - clientHeight - 1) end();
    };
    const step = () => {
      window.scrollTo(0, place);
      last = window.scrollY;
      clearTimeout(timer);
      timer = setTimeout(end, patienceMs);
      if (Math.abs(last - place) < 1 && !document.querySelector('main [aria-busy=true]')) end();
    };
    const observer = new ResizeObserver(step);
    // Who scrolls stays there: asked at once, as the page may be too short by the next step.
    window.addEventListener('scroll', endIfScrolled);
    observer.observe(document.body);
    step();
    return end;
  }, [key, router]);
}
