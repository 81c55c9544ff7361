import type { QuestionRowWire, TagWire } from '@parlour/contracts/qa';
import { statement, type Tx } from '@parlour/kernel/database/database';
import { nameOf } from '@parlour/kernel/database/row-expressions';

const ownColumns = `q.id, q.position, q.active_position, q.title, q.asked_at, q.only_followers, q.community_id, q.answer_count, q.view_count,
  q.up_vote_count, q.down_vote_count`;

/** SQL: what `rowColumns` and `rowJoins` need of a question `q`. */
export const questionColumns = `${ownColumns}, q.asked_by, q.tag_keys`;

/** SQL: what a list row shows of the question `q`; needs `rowJoins`. */
export const rowColumns = `${ownColumns}, ${nameOf('asker')} as asked_by,
  (select json_agg(json_build_object('name', t.name, 'description', t.description) order by k.n)
     from unnest(q.tag_keys) with ordinality as k(key, n) join tags t on t.key = k.key) as tags`;

/** SQL: the joins of `rowColumns`. */
export const rowJoins = 'left join people asker on asker.id = q.asked_by';

/** A row of `rowColumns`. */
export interface RowColumns {
  id: string;
  position: number;
  active_position: number;
  title: string;
  asked_at: Date;
  asked_by: string;
  only_followers: boolean;
  community_id: string | null;
  answer_count: number;
  view_count: number;
  up_vote_count: number;
  down_vote_count: number;
  tags: TagWire[] | null;
}

/** The list row of a question as it goes to a browser. */
export function rowOf(row: RowColumns): QuestionRowWire {
  return {
    _id: row.id,
    title: row.title,
    tags: row.tags ?? [],
    askedBy: row.asked_by,
    askDateTime: row.asked_at.toISOString(),
    onlyFollowers: row.only_followers,
    communityId: row.community_id,
    answerCount: row.answer_count,
    viewCount: row.view_count,
    upVoteCount: row.up_vote_count,
    downVoteCount: row.down_vote_count,
  };
}

const byIds = statement(
  'questions.rows',
  `select ${rowColumns}, q.asked_by as asker_id from unnest($1::text[]) as w(id) join questions q on q.id = w.id ${rowJoins}`,
);

/** A list row with what decides who may see it. */
export interface RestrictableRow {
  readonly row: QuestionRowWire;
  readonly askerId: string;
}

/** List rows by the questions' ids, whoever may see them: for live messages, whose audience is decided with them. */
export async function readQuestionRows(tx: Tx, ids: readonly string[]): Promise<Map<string, RestrictableRow>> {
  const rows = await tx.query<RowColumns & { asker_id: string }>(byIds, [ids]);
  return new Map(rows.map((row) => [row.id, { row: rowOf(row), askerId: row.asker_id }]));
}
