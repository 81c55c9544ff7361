const withOffset = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/;

/**
 * Normalises a time to ISO-8601 in UTC with milliseconds; null if it is invalid or after the year
 * 9999. Without an offset it would depend on the server's time zone, so it is invalid.
 */
export function timeOf(text: string): string | null {
  if (text.trim() === '') return '';
  if (!withOffset.test(text)) return null;
  const time = new Date(text);
  if (Number.isNaN(time.getTime())) return null;
  // JavaScript takes February 30 for March 2.
  const day = text.slice(0, 10);
  if (new Date(`${day}T00:00Z`).toISOString().slice(0, 10) !== day) return null;
  const written = time.toISOString();
  return /^\d{4}-/.test(written) ? written : null;
}
