import { limits } from '@parlour/contracts/limits';

/** Where the people of a question stand. */
type PeopleTable = 'question_views' | 'question_votes' | 'question_follows';

/**
 * SQL: the names of a question's people as JSON, at most a thousand: the viewer's own first, then
 * in the order of their deeds. Who deleted his account has no name any more; the counts keep him.
 * Neither half reads more of its index than it shows.
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
