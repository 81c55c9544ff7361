import { useSyncExternalStore } from 'react';
import { relativeTime } from '../text/relative-time.ts';

// One timer for all dates on the page; a component re-renders only when its own text changes.
const listeners = new Set<() => void>();
let now = new Date();
let timer: ReturnType<typeof setInterval> | undefined;

function tick(): void {
  if (document.hidden) return;
  now = new Date();
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    now = new Date();
    timer = setInterval(tick, 1000);
    document.addEventListener('visibilitychange', tick);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    document.removeEventListener('visibilitychange', tick);
  };
}

const fullDate = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeStyle: 'long' });

/** A date such as "3 minutes ago", kept current; its title has the full date. */
export function RelativeTime({ at }: { readonly at: string }) {
  const date = new Date(at);
  const text = useSyncExternalStore(subscribe, () => relativeTime(date, now));
  return (
    <time dateTime={at} title={fullDate.format(date)}>
      {text}
    </time>
  );
}
