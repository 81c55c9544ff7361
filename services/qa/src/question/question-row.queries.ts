import type { QuestionRowWire } from '@parlour/contracts/qa/qa';
import type { Post } from '@parlour/people/audience';
import { deletedUserName } from '@parlour/contracts/limits';
import { statement, type Tx } from '@parlour/kernel/database/database';
import { isoTime, nameOf } from '@parlour/kernel/database/row-expressions';
import { editableFields } from '@parlour/posts/post-row';
import { textOf } from '../editing/shown.queries.ts';
import { isUnread } from './page/reading.queries.ts';
import { postOf } from './visibility.ts';

// PostgreSQL cannot tell how few rows a page has, and might read all tags or people for them. The
// limits, which change nothing, have it look each one up.
const tag = `(select g.name, g.description from tags g where g.key = k.key limit 1) t`;
const asker = '(select p.name, p.deleted from people p where p.id = q.asked_by limit 1) asker';
const latest = `(select json_build_object('who', coalesce(${nameOf('p')}, '${deletedUserName}'), 'when', ${isoTime('q.last_at')}, 'what', q.last_kind)
     from (select) one left join people p on p.id = q.last_by limit 1)`;

/** SQL: the fields that a list and its own page share (`QuestionHeadWire`) of the question `q`. */
export const headFields = `q.id as "_id", ${textOf('q', 'title')} as title,
  to_json(array(select t from unnest(case when q.deleted_by is null then q.tag_keys end) with ordinality as k(key, n)
     cross join lateral ${tag} order by k.n)) as tags,
  ${nameOf('asker')} as "askedBy", ${isoTime('q.asked_at')} as "askDateTime",
  q.only_followers as "onlyFollowers", q.community_id as "communityId", q.accepted_answer_id as "acceptedAnswerId",
  q.answer_count as "answerCount", q.view_count as "viewCount",
  q.up_vote_count as "upVoteCount", q.down_vote_count as "downVoteCount", ${textOf('q', 'excerpt')} as excerpt,
  ${editableFields('q')}`;

/** SQL: the fields of a list row (`QuestionRowWire`) of the question `q`. */
const rowFields = `${headFields},
  case when q.last_by is not null then ${latest} end as "lastActivity"`;

const rowJson = (fields: string): string => `(select to_json(fields) from (select ${fields}) fields)`;

/** SQL: a list row as JSON for a viewer. */
export function rowJsonFor(viewer: string): string {
  return rowJson(`${rowFields}, ${isUnread(viewer)} as unread`);
}

/** SQL: the joins of `headFields`. */
export const headJoins = `left join lateral ${asker} on true`;

/** SQL: the same where those joins are not made. */
export function joinedRowJsonFor(viewer: string): string {
  return `(select ${rowJsonFor(viewer)} from (select) one ${headJoins})`;
}

/** SQL: the columns of a question `q` that list rows and the orders of lists need. */
export const questionColumns = `q.id, q.position, q.active_position, q.title, q.asked_at, q.asked_by, q.only_followers,
  q.community_id, q.accepted_answer_id, q.tag_keys, q.answer_count, q.view_count, q.up_vote_count, q.down_vote_count,
  q.excerpt, q.last_by, q.last_at, q.last_kind, q.version, q.edited_at, q.deleted_by, q.delete_reason`;

/** SQL: the question with an id, if it meets a condition; looked up, as tags and askers are. */
export function questionById(id: string, condition = 'true'): string {
  return `(select ${questionColumns} from questions q where q.id = ${id} and ${condition} limit 1)`;
}

const byIds = statement(
  'questions.rows',
  `select ${rowJson(rowFields)} as row, q.asked_by as "askedBy" from unnest($1::text[]) as w(id) join questions q on q.id = w.id ${headJoins}`,
);

/** A list row, and what decides who may see it. */
export interface RestrictableRow {
  readonly row: QuestionRowWire;
  readonly post: Post;
}

/** Reads list rows by question ids for live messages, without a visibility check. */
export async function readQuestionRows(tx: Tx, ids: readonly string[]): Promise<Map<string, RestrictableRow>> {
  const rows = await tx.query<{ row: QuestionRowWire; askedBy: string }>(byIds, [ids]);
  return new Map(rows.map(({ row, askedBy }) => [row._id, { row, post: postOf({ ...row, askedBy }) }]));
}

const texts = statement(
  'questions.texts',
  `select q.id, ${textOf('q')} as text from questions q where q.id = any($1::text[])`,
);

/** Reads the texts of questions for live messages, without a visibility check. */
export async function readTexts(tx: Tx, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await tx.query<{ id: string; text: string }>(texts, [ids]);
  return new Map(rows.map(({ id, text }) => [id, text]));
}
