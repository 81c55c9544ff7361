/**
 * A time in ISO-8601 with milliseconds, in UTC.
 * @format date-time
 */
export type IsoTime = string;
