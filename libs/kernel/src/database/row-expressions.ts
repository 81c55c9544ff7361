import { deletedUserName } from '@parlour/contracts/limits';

/**
 * SQL: a time as browsers get it, ISO-8601 in UTC with milliseconds, from any timestamptz
 * expression `column`. For rows that PostgreSQL writes as JSON, so that they match those that
 * JavaScript writes. Source: decisions T-7.
 */
export function isoTime(column: string): string {
  return `to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

/**
 * SQL: a person's name from the kernel's `people`, joined as `alias`; all deleted people share one
 * name. Source: decisions U-5.
 */
export function nameOf(alias: string): string {
  return `case when ${alias}.deleted then '${deletedUserName}' else ${alias}.name end`;
}
