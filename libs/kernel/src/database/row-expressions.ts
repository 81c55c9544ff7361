import { deletedUserName } from '@parlour/contracts/limits';

/**
 * SQL: a time as it goes to a browser, ISO-8601 in UTC with milliseconds; `column` is any expression of a timestamptz. For rows that PostgreSQL
 * writes as JSON itself, so that they look like those that JavaScript writes. Source: decisions T-7.
 */
export function isoTime(column: string): string {
  return `to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

/** SQL: the name of a person of the kernel's `people`, joined as `alias`; a deleted one has the name of all deleted ones. Source: decisions U-5. */
export function nameOf(alias: string): string {
  return `case when ${alias}.deleted then '${deletedUserName}' else ${alias}.name end`;
}
