const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long' });
const moment = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeStyle: 'long' });

/** A day in the viewer's time zone, "June 1, 2026"; its title has the full date. */
export function CalendarDate({ at }: { readonly at: string }) {
  const date = new Date(at);
  return (
    <time dateTime={at} title={moment.format(date)}>
      {day.format(date)}
    </time>
  );
}
