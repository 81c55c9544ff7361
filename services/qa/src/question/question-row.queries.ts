import type { QuestionRowWire } from '@parlour/contracts/qa';
import { statement, type Tx } from '@parlour/kernel/database/database';
import { isoTime, nameOf } from '@parlour/kernel/database/row-expressions';

/** SQL: the fields of a list row (`QuestionRowWire`) of the question `q`, with `rowJoins`. */
export const rowFields = `q.id as "_id", q.title,
  coalesce((select json_agg(json_build_object('name', t.name, 'description', t.description) order by k.n)
     from unnest(q.tag_keys) with ordinality as k(key, n) join tags t on t.key = k.key), '[]') as tags,
  ${nameOf('asker')} as "askedBy", ${isoTime('q.asked_at')} as "askDateTime",
  q.only_followers as "onlyFollowers", q.community_id as "communityId",
  q.answer_count as "answerCount", q.view_count as "viewCount",
  q.up_vote_count as "upVoteCount", q.down_vote_count as "downVoteCount"`;

/** SQL: a list row as JSON. */
export const rowJson = `(select to_json(fields) from (select ${rowFields}) fields)`;

/** SQL: the joins of `rowFields`. */
export const rowJoins = 'left join people asker on asker.id = q.asked_by';

/** SQL: the columns of a question `q` that `rowFields`, `rowJoins` and the orders of lists need. */
export const questionColumns = `q.id, q.position, q.active_position, q.title, q.asked_at, q.asked_by, q.only_followers,
  q.community_id, q.tag_keys, q.answer_count, q.view_count, q.up_vote_count, q.down_vote_count`;

const byIds = statement(
  'questions.rows',
  `select ${rowJson} as row, q.asked_by as "askerId" from unnest($1::text[]) as w(id) join questions q on q.id = w.id ${rowJoins}`,
);

/** A list row with the fields that decide who may see it. */
export interface RestrictableRow {
  readonly row: QuestionRowWire;
  readonly askerId: string;
}

/**
 * Reads list rows by question ids, without a visibility check: live messages choose their audience
 * from these rows.
 */
export async function readQuestionRows(tx: Tx, ids: readonly string[]): Promise<Map<string, RestrictableRow>> {
  const rows = await tx.query<RestrictableRow>(byIds, [ids]);
  return new Map(rows.map((found) => [found.row._id, found]));
}
