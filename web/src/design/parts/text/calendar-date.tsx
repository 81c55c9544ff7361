let formats: { readonly day: Intl.DateTimeFormat; readonly moment: Intl.DateTimeFormat } | undefined;

/** Made with the first date: this takes longer than a list of rows. */
function formatsOnce() {
  return (formats ??= {
    day: new Intl.DateTimeFormat('en-US', { dateStyle: 'long' }),
    moment: new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeStyle: 'long' }),
  });
}

/** A day in the viewer's time zone, "June 1, 2026"; its title has the full date. */
export function CalendarDate({ at }: { readonly at: string }) {
  const date = new Date(at);
  const { day, moment } = formatsOnce();
  return (
    <time dateTime={at} title={moment.format(date)}>
      {day.format(date)}
    </time>
  );
}
