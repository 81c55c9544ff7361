import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { showToast } from '../../../design/parts/feedback/toasts.ts';
import { hasLed, noteLed } from '../../../shared/navigation/led-steps.ts';

/**
 * Marks the post that the address names once it is there, scrolls to it and moves the focus there;
 * says so if it is not.
 */
export function NamedPost({
  post,
  there,
  whole,
}: {
  readonly post: string;
  readonly there: boolean;
  /** Whether there are no more answers to load. */
  readonly whole: boolean;
}) {
  const { key } = useLocation();
  const found = there || whole;
  useEffect(() => {
    if (!found) return;
    let marked: HTMLElement | null = null;
    // After the frame has moved the focus to the heading.
    const frame = requestAnimationFrame(() => {
      marked = document.getElementById(post);
      if (marked) marked.dataset.marked = '';
      if (hasLed(key)) return;
      noteLed(key);
      if (!marked) {
        void showToast('info', 'This answer or comment was deleted.');
        return;
      }
      marked.scrollIntoView({ block: marked.offsetHeight > window.innerHeight / 2 ? 'start' : 'center' });
      marked.tabIndex = -1;
      marked.focus({ preventScroll: true });
    });
    return () => {
      cancelAnimationFrame(frame);
      delete marked?.dataset.marked;
    };
  }, [found, key, post]);
  return null;
}
