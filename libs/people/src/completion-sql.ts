import { limits } from '@parlour/contracts/limits';

/** SQL: whether the name of the person `n` begins so, for an index; canonical, and may be blank. */
export function isNamedLike(prefix: string): string {
  // The greatest character there is ends the part of the index to read.
  return `n.canonical_name >= ${prefix} and n.canonical_name < ${prefix} || chr(1114111)
    and starts_with(n.canonical_name, ${prefix}) and not n.deleted`;
}

/** SQL: how lists of names that complete a word end. */
export const firstByName = `order by n.canonical_name limit ${limits.completions}`;

/** SQL: these people `n` as JSON, by name. */
export function namedPeople(people: string): string {
  return `(select coalesce(json_agg(json_build_object('_id', n.id, 'username', n.name) order by n.canonical_name), '[]')
    from (${people}) n)`;
}
