import { deletedUserName } from '@parlour/contracts/limits';

/** SQL: the name of a person of the kernel's `people`, joined as `alias`. */
export function nameOf(alias: string): string {
  return `case when ${alias}.deleted then '${deletedUserName}' else ${alias}.name end`;
}

/** SQL: a time as it goes to a browser. */
export function isoTime(column: string): string {
  return `to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}
