import { count } from '../../shared/text/count.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** How long until a date, in the largest unit that it fills: "3 days left". */
export function timeLeft(end: Date, now: Date): string {
  const left = end.getTime() - now.getTime();
  if (left < minute) return 'Less than a minute left';
  if (left < hour) return `${count(Math.floor(left / minute), 'minute')} left`;
  if (left < day) return `${count(Math.floor(left / hour), 'hour')} left`;
  return `${count(Math.floor(left / day), 'day')} left`;
}
