import { deletedUserName, limits } from '@parlour/contracts/limits';

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

/** SQL: the id of the person with the canonical name in this parameter; null if there is none. */
export function idOfName(parameter: string): string {
  return `(select p.id from people p where p.canonical_name = ${parameter} and not p.deleted limit 1)`;
}

/** SQL: the people `p` of rows `x` of a table that match a condition, but no deleted accounts. */
const peopleIn = (table: string, condition: string): string =>
  `${table} x join people p on p.id = x.user_id and not p.deleted where ${condition}`;

/** SQL: a list of names, the viewer's own first, then by place. */
const namesOf = (name: string, own: string, place: string): string =>
  `coalesce(json_agg(${name} order by ${own} desc, ${place}), '[]')`;

/**
 * SQL: the names of the people in rows `x` of a table that match a condition, as JSON, at most a
 * thousand: the viewer first, then by the column `order`. Neither half reads more index entries
 * than it returns. Source: decisions T-6.
 */
export function namesListed(table: string, condition: string, viewer: string, order = 'position'): string {
  const people = peopleIn(table, condition);
  return `(select ${namesOf('n.name', 'n.own', 'n.place')} from (
    (select p.name, true as own, x.${order} as place from ${people} and x.user_id = ${viewer})
    union all
    (select p.name, false, x.${order} from ${people} and x.user_id <> ${viewer} order by x.${order} limit ${limits.namesListed})
    limit ${limits.namesListed}) n)`;
}

/** SQL: `namesListed` where no more than a thousand rows match: the plan is a third as long. */
export function allNames(table: string, condition: string, viewer: string): string {
  return `(select ${namesOf('p.name', `x.user_id = ${viewer}`, 'x.position')} from ${peopleIn(table, condition)})`;
}
