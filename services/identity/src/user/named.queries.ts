/**
 * SQL: the id of the person who has a canonical name, or had it before an operator renamed them.
 * Source: decisions O-12.
 */
export function idNamed(name: string): string {
  return `coalesce((select n.id from users n where n.canonical_name = ${name}),
    (select f.user_id from former_names f where f.canonical_name = ${name}))`;
}
