const withOffset = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/;

/**
 * A time as it is compared and kept, ISO-8601 in UTC with milliseconds; null of what is no time of the years up to 9999. One without an offset would be
 * read in the zone of the server, which is nobody's.
 */
export function timeOf(text: string): string | null {
  if (text.trim() === '') return '';
  if (!withOffset.test(text)) return null;
  const time = new Date(text);
  if (Number.isNaN(time.getTime())) return null;
  const written = time.toISOString();
  return /^\d{4}-/.test(written) ? written : null;
}
