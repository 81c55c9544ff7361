const longDay = new Intl.DateTimeFormat('en-US', { dateStyle: 'long' });
const dayOfWeek = new Intl.DateTimeFormat('en-US', { weekday: 'long' });

/** Midnight of a moment's day, in the viewer's time zone. */
function midnight(date: Date): number {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
}

/** The heading of a moment's day: Today, Yesterday, a day of this week, or its date. */
export function dayName(at: Date, now: Date): string {
  const days = Math.round((midnight(now) - midnight(at)) / 86_400_000);
  if (days <= 0) return 'Today';
  if (days === 1) return 'Yesterday';
  return days < 7 ? dayOfWeek.format(at) : longDay.format(at);
}
