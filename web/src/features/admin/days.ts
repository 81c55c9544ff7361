const format = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });

/** "Jan 31", and the days after it. */
export function daysOf(since: string, days: number): readonly string[] {
  const first = Date.parse(`${since}T00:00:00Z`);
  return Array.from({ length: days }, (_, place) => format.format(first + place * 86_400_000));
}
