/**
 * A time in ISO-8601 with milliseconds, in UTC.
 * @format date-time
 */
export type IsoTime = string;

/** A waiting time in words, rounded up so that the next attempt doesn't come too early. */
export function waitInWords(seconds: number): string {
  if (seconds < 60) return inUnits(seconds, 'second');
  return seconds < 3_600 ? inUnits(seconds / 60, 'minute') : inUnits(seconds / 3_600, 'hour');
}

function inUnits(amount: number, unit: string): string {
  const whole = Math.max(1, Math.ceil(amount));
  return `${whole} ${unit}${whole === 1 ? '' : 's'}`;
}
