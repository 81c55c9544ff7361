import type { IsoTime } from '@parlour/contracts/time';
import type { NoticeChoice, QuietHours } from '@parlour/contracts/notifications/notifications';

const dayMinutes = 24 * 60;
const minuteMs = 60_000;

/** Whether these are two different times of day, in a zone that exists. */
export function areHours({ from, to, zone }: QuietHours): boolean {
  const time = /^(?:[01]\d|2[0-3]):[0-5]\d$/;
  if (from === to || !time.test(from) || !time.test(to) || !/^[A-Za-z]/.test(zone)) return false;
  try {
    clockOf(zone);
    return true;
  } catch {
    return false;
  }
}

/** A time that was sent, as events have it; undefined if it is none. */
export function timeOf(text: string): IsoTime | undefined {
  if (!/^\d{4}-\d\d-\d\dT[\d:.]{5,12}(?:Z|[+-]\d\d:\d\d)$/.test(text) || Number.isNaN(Date.parse(text)))
    return undefined;
  return new Date(text).toISOString();
}

/** When something may be sent that is there now; null for at once. */
export function notBefore({ quiet, until }: Pick<NoticeChoice, 'quiet' | 'until'>, now: Date): IsoTime | null {
  const from = until !== null && new Date(until) > now ? new Date(until) : now;
  const time = quiet ? endOf(quiet, from) : from;
  return time > now ? time.toISOString() : null;
}

/** The end of quiet hours, if this is in them. */
function endOf({ from, to, zone }: QuietHours, time: Date): Date {
  const minute = minuteOf(time, zone);
  const [begin, end] = [minutesOf(from), minutesOf(to)];
  const isQuiet = begin < end ? begin <= minute && minute < end : begin <= minute || minute < end;
  if (!isQuiet) return time;
  const first = after(time, (end - minute + dayMinutes) % dayMinutes);
  // In the night in which clocks change, the end is an hour nearer or further.
  const rest = (end - minuteOf(first, zone) + dayMinutes) % dayMinutes;
  return after(first, rest > dayMinutes / 2 ? rest - dayMinutes : rest);
}

/** The full minute that is so many later. */
function after(time: Date, minutes: number): Date {
  return new Date((Math.floor(time.getTime() / minuteMs) + minutes) * minuteMs);
}

function minuteOf(time: Date, zone: string): number {
  return minutesOf(clockOf(zone).format(time));
}

function minutesOf(clock: string): number {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number);
  return hours * 60 + minutes;
}

function clockOf(zone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: zone });
}
