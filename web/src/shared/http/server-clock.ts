/** By how much the server's clock is ahead of this browser's, in milliseconds. */
let aheadMs = 0;

/** Less says nothing: a reply tells whole seconds, and takes a moment to come. */
const toleratedMs = 3_000;

/** Records the `Date` header of a reply that has just come. */
export function noteServerTime(date: string | null): void {
  const differenceMs = Date.parse(date ?? '') - Date.now();
  if (Math.abs(differenceMs) <= toleratedMs) aheadMs = 0;
  else if (Math.abs(differenceMs - aheadMs) > toleratedMs) aheadMs = differenceMs;
}

/**
 * The time by the server's clock, as far as replies have told it, in milliseconds since 1970. What
 * the server decides by its clock, such as the end of a turn, is shown by this one.
 */
export function serverNow(): number {
  return Date.now() + aheadMs;
}

/** The same as a date. What people read of times, and the times they choose, go by it too. */
export function serverDate(): Date {
  return new Date(serverNow());
}
