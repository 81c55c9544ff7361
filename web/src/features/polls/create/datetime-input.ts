function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}

/** A date in the format of a datetime-local field: the viewer's time, to the minute. */
export function localInput(date: Date): string {
  const day = [String(date.getFullYear()).padStart(4, '0'), twoDigits(date.getMonth() + 1), twoDigits(date.getDate())];
  return `${day.join('-')}T${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`;
}

/** Such a field's value as ISO-8601 in UTC; empty if it has no date. Source: decisions P-3. */
export function timeOfInput(value: string): string {
  if (value === '') return '';
  const date = new Date(value);
  return Number.isNaN(date.getTime()) ? '' : date.toISOString();
}
