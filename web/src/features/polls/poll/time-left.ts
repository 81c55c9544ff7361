import { count } from '../../../shared/text/count.ts';

const minute = 60_000;
const hour = 60 * minute;

/**
 * How long until a date, in the largest unit that it fills: "3 days left". Seconds of an hour and
 * minutes of a day are rounded: a poll of one day has that right after it began.
 */
export function timeLeft(end: Date, now: Date): string {
  const left = end.getTime() - now.getTime();
  if (left < minute) return 'Less than a minute left';
  const [minutes, hours] = [Math.round(left / minute), Math.round(left / hour)];
  if (minutes < 60) return `${count(minutes, 'minute')} left`;
  if (hours < 24) return `${count(Math.floor(minutes / 60), 'hour')} left`;
  return `${count(Math.floor(hours / 24), 'day')} left`;
}
