import { useSyncExternalStore } from 'react';
import { serverDate } from '../../../shared/http/server-clock.ts';
import { relativeTime } from '../../../shared/text/relative-time.ts';

// One timer for all dates on the page; a component re-renders only when its own text changes.
const listeners = new Set<() => void>();
let now = serverDate();
let timer: ReturnType<typeof setInterval> | undefined;

function tick(): void {
  if (document.hidden) return;
  now = serverDate();
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    now = serverDate();
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

/** A text that depends on the time, kept current. */
export function useTimeText(textAt: (now: Date) => string): string {
  return useSyncExternalStore(subscribe, () => textAt(now));
}

let fullDate: Intl.DateTimeFormat | undefined;

/** Made when a pointer asks for it: the first format of a page takes longer than a list of rows. */
function fullDateOf(date: Date): string {
  fullDate ??= new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeStyle: 'long' });
  return fullDate.format(date);
}

/** A date such as "3 minutes ago", kept current; a pointer on it shows the full date. */
export function RelativeTime({ at }: { readonly at: string }) {
  const date = new Date(at);
  const text = useTimeText((current) => relativeTime(date, current));
  return (
    <time
      dateTime={at}
      onPointerEnter={({ currentTarget }) => {
        currentTarget.title = fullDateOf(date);
      }}
    >
      {text}
    </time>
  );
}
