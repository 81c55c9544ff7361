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

/** How long ago something was, as the specification words it; a date from the future counts as now. Source: specification 1, section 9; decisions Q-13, X. */
export function relativeTime(date: Date, now: Date): string {
  const seconds = Math.max(0, Math.floor((now.getTime() - date.getTime()) / 1000));
  if (seconds < minute) return ago(seconds, 'second');
  if (seconds < hour) return ago(Math.floor(seconds / minute), 'minute');
  if (seconds < day) return ago(Math.floor(seconds / hour), 'hour');
  const time = [date.getHours(), date.getMinutes(), date.getSeconds()].map(twoDigits).join(':');
  const dayOfYear = `${months[date.getMonth()] ?? ''} ${twoDigits(date.getDate())}`;
  return seconds < year ? `${dayOfYear} at ${time}` : `${dayOfYear}, ${date.getFullYear()} at ${time}`;
}
