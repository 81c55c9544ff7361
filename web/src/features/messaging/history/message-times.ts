import { useSyncExternalStore } from 'react';
import { serverDate } from '../../../shared/http/server-clock.ts';

const dayMs = 24 * 60 * 60_000;
/** How often to look whether the day has changed. */
const lookMs = 60_000;

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}

/** The time of day in the viewer's time zone, "09:05". */
export function clockOf(at: string): string {
  const date = new Date(at);
  return `${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`;
}

/** The day of a date in the viewer's time zone, to compare. */
export function dayOf(at: string): string {
  return new Date(at).toDateString();
}

function dayBefore(day: string): string {
  // Noon: a day may have 23 or 25 hours.
  return new Date(Date.parse(`${day} 12:00`) - dayMs).toDateString();
}

const formats = new Map<string, Intl.DateTimeFormat>();

function format(date: Date, name: 'full' | 'short', withYear: boolean): string {
  const key = `${name} ${String(withYear)}`;
  let found = formats.get(key);
  if (!found) {
    const year = withYear ? ({ year: 'numeric' } as const) : {};
    found = new Intl.DateTimeFormat(
      'en-US',
      name === 'full'
        ? { weekday: 'long', month: 'long', day: 'numeric', ...year }
        : { month: 'short', day: 'numeric', ...year },
    );
    formats.set(key, found);
  }
  return found.format(date);
}

/** A day as a heading: "Today", "Yesterday", "Monday, June 1", with the year if it is another. */
export function dayName(day: string, today: string): string {
  if (day === today) return 'Today';
  if (day === dayBefore(today)) return 'Yesterday';
  return format(new Date(day), 'full', day.slice(-4) !== today.slice(-4));
}

/** When something was, in a narrow column: "09:05", "Yesterday", "Jun 1", "Jun 1, 2025". */
export function shortTime(at: string, today: string): string {
  const day = dayOf(at);
  if (day === today) return clockOf(at);
  if (day === dayBefore(today)) return 'Yesterday';
  return format(new Date(at), 'short', day.slice(-4) !== today.slice(-4));
}

function subscribe(listener: () => void): () => void {
  const timer = setInterval(listener, lookMs);
  document.addEventListener('visibilitychange', listener);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', listener);
  };
}

/** The current day, which changes at midnight. */
export function useToday(): string {
  return useSyncExternalStore(subscribe, () => serverDate().toDateString());
}
