import { limits } from '@parlour/contracts/limits';

/** The tables of people related to a question. */
type PeopleTable = 'question_views' | 'question_votes' | 'question_follows';

/**
 * SQL: the names of a question's people as JSON, at most a thousand: the viewer first, then in the
 * order of their actions. People with a deleted account have no name, but are still counted. Both
 * halves read only the index entries that they return.
 */
export function namesOf(table: PeopleTable, questionId: string, viewer: string, condition = 'true'): string {
  const of = `x.question_id = ${questionId} and ${condition}`;
  const people = `${table} x join people p on p.id = x.user_id and not p.deleted`;
  return `(select coalesce(json_agg(n.name order by n.own desc, n.position), '[]') from (
    (select p.name, true as own, x.position from ${people} where ${of} and x.user_id = ${viewer})
    union all
    (select p.name, false, x.position from ${people} where ${of} and x.user_id <> ${viewer}
      order by x.position limit ${limits.namesListed})
    limit ${limits.namesListed}) n)`;
}
