const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long' });
const moment = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeStyle: 'long' });

/** A day of the viewer's own calendar, "June 1, 2026"; the full date stands in its title. */
export function CalendarDate({ at }: { readonly at: string }) {
  const date = new Date(at);
  return (
    <time dateTime={at} title={moment.format(date)}>
      {day.format(date)}
    </time>
  );
}
