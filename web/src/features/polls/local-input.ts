function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}

/** A moment as a datetime-local field has it: the viewer's own time, to the minute. */
export function localInput(date: Date): string {
  const day = [String(date.getFullYear()).padStart(4, '0'), twoDigits(date.getMonth() + 1), twoDigits(date.getDate())];
  return `${day.join('-')}T${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`;
}

/** What such a field holds as ISO-8601 in UTC; a blank while it holds no date. Source: decisions P-3. */
export function timeOfInput(value: string): string {
  if (value === '') return '';
  const date = new Date(value);
  return Number.isNaN(date.getTime()) ? '' : date.toISOString();
}
