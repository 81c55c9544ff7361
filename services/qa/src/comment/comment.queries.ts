import type { CommentWire } from '@parlour/contracts/qa';
import { statement, type Tx } from '@parlour/kernel/database/database';
import { isoTime, nameOf } from '@parlour/kernel/database/row-expressions';
import { inClosedCommunity } from '../community/community-audience.queries.ts';
import { firstParameters, type Viewer, visibleTo } from '../question/visibility.ts';
import type { CommentPlace } from './comment.decider.ts';

const comment = `json_build_object('_id', c.id, 'text', c.text, 'commentBy', ${nameOf('cp')}, 'commentDateTime', ${isoTime('c.commented_at')})`;
const comments = 'comments c left join people cp on cp.id = c.commented_by';

/**
 * SQL: the comments `c` that match a condition, as JSON in the order of posting. Source: decisions
 *
 */
export function commentsWhere(condition: string): string {
  return `(select coalesce(json_agg(${comment} order by c.position), '[]') from ${comments} where ${condition})`;
}

const byIds = statement(
  'comments.byIds',
  `select ${comment} as comment from unnest($1::text[]) with ordinality as w(id, n) join ${comments} on c.id = w.id order by w.n`,
);

const questionTarget = statement(
  'comments.questionTarget',
  `select q.id as "questionId", null as "answerId",
          (select count(*)::int from comments c where c.question_id = q.id and c.answer_id is null) as comments,
          ${inClosedCommunity} as closed
     from questions q where q.id = $3 and ${visibleTo(firstParameters)}`,
);

const answerTarget = statement(
  'comments.answerTarget',
  `select q.id as "questionId", a.id as "answerId",
          (select count(*)::int from comments c where c.answer_id = a.id) as comments,
          ${inClosedCommunity} as closed
     from answers a join questions q on q.id = a.question_id
    where a.id = $3 and ${visibleTo(firstParameters)}`,
);

/** Reads comments in the order of the ids. */
export async function readComments(tx: Tx, ids: readonly string[]): Promise<CommentWire[]> {
  return (await tx.query<{ comment: CommentWire }>(byIds, [ids])).map((row) => row.comment);
}

/** The target of a comment, and whether its community is closed. */
export type OpenPlace = CommentPlace & { readonly closed: boolean };

/** Finds a question or an answer; null when it does not exist or is hidden from this person. */
export async function findTarget(
  tx: Tx,
  on: 'question' | 'answer',
  id: string,
  { viewer, fresh }: Viewer,
): Promise<OpenPlace | null> {
  const [row] = await tx.query<OpenPlace>(on === 'answer' ? answerTarget : questionTarget, [viewer, fresh, id]);
  return row ?? null;
}
