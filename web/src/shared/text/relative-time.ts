const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;
const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;
const year = 365 * day;

function ago(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'} ago`;
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}

function dayOf(date: Date): string {
  return `${months[date.getMonth()] ?? ''} ${twoDigits(date.getDate())}`;
}

function clockOf(date: Date): string {
  return [date.getHours(), date.getMinutes(), date.getSeconds()].map(twoDigits).join(':');
}

/** A date as people write it, "Jan 5, 2025 at 09:03", in the viewer’s time zone. */
export function dateAndMinute(date: Date): string {
  const [hours, minutes] = [date.getHours(), date.getMinutes()].map(twoDigits);
  return `${months[date.getMonth()] ?? ''} ${date.getDate()}, ${date.getFullYear()} at ${hours}:${minutes}`;
}

/** A date in the viewer's time zone, "Jan 05, 2025 at 09:03:07". Source: decisions X. */
export function dateAndTime(date: Date): string {
  return `${dayOf(date)}, ${date.getFullYear()} at ${clockOf(date)}`;
}

/**
 * How long ago something was, in the specification's words; a future date counts as now. Source:
 * specification LI-5; decisions Q-13, X.
 */
export function relativeTime(date: Date, now: Date): string {
  const seconds = Math.max(0, Math.floor((now.getTime() - date.getTime()) / 1000));
  if (seconds < minute) return ago(seconds, 'second');
  if (seconds < hour) return ago(Math.floor(seconds / minute), 'minute');
  if (seconds < day) return ago(Math.floor(seconds / hour), 'hour');
  return seconds < year ? `${dayOf(date)} at ${clockOf(date)}` : dateAndTime(date);
}
