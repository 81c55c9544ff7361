import { DomainError } from '@parlour/contracts/errors';
import { limits } from '@parlour/contracts/limits';
import { messages } from '@parlour/contracts/messages';
import type { CommentWire } from '@parlour/contracts/qa/qa';
import type { Viewer } from '@parlour/people/audience-sql';
import { type Statement, statement, type Tx } from '@parlour/kernel/database/database';
import { isoTime, nameOf } from '@parlour/kernel/database/row-expressions';
import { inClosedCommunity, refuseClosed } from '../community/community-audience.queries.ts';
import { editableJson } from '@parlour/posts/post-row';
import {
  answerShownTo,
  commentShownTo,
  isDeletedIn,
  questionShownTo,
  takesPlace,
  textOf,
} from '../editing/shown.queries.ts';
import { firstParameters, readableTo, visibleTo } from '../question/visibility.ts';
import { type CommentPlace, type CommentTarget, unknownTarget } from './comment.decider.ts';

const comment = `json_build_object('_id', c.id, 'text', ${textOf('c')}, 'commentBy', ${nameOf('cp')}, 'commentDateTime', ${isoTime('c.commented_at')}, ${editableJson('c')})`;
const comments = 'comments c left join people cp on cp.id = c.commented_by';

/**
 * SQL: the comments `c` that match a condition and are shown to the viewer, as JSON in the order of
 * posting. Source: decisions Q-5.
 */
export function commentsWhere(condition: string, viewer: string): string {
  return `(select coalesce(json_agg(${comment} order by c.position), '[]') from ${comments} where ${condition} and ${commentShownTo(viewer)})`;
}

const byIds = statement(
  'comments.byIds',
  `select ${comment} as comment from unnest($1::text[]) with ordinality as w(id, n) join ${comments} on c.id = w.id order by w.n`,
);

// For others than the author of its place, who may have seen it until this comment was deleted.
const live = statement(
  'comments.live',
  `select ${comment} as comment from unnest($1::text[]) with ordinality as w(id, n) join ${comments} on c.id = w.id
     join questions q on q.id = c.question_id
      and (${questionShownTo('null::text')} or ${isDeletedIn('q.asked_by', 'c', 'commented_by')})
     left join answers a on a.id = c.answer_id
    where a.id is null or ${answerShownTo('null::text')} or ${isDeletedIn('a.answered_by', 'c', 'commented_by')}
    order by w.n`,
);

/** SQL: how many places are taken by comments `o` of a condition, for a writer or for anybody. */
const countWhere = (condition: string, writer?: string): string =>
  `(select count(*)::int from comments o
     where ${condition} and ${takesPlace('commented_by', writer)})`;

const counted = (writer?: string): string =>
  `select ${comment} as comment,
          case when c.answer_id is null
            then ${countWhere('o.question_id = c.question_id and o.answer_id is null', writer)}
            else ${countWhere('o.answer_id = c.answer_id', writer)} end as comments
     from unnest($1::text[]) with ordinality as w(id, n) join ${comments} on c.id = w.id order by w.n`;

const posted = statement('comments.posted', counted('c.commented_by'));
const restored = statement('comments.restored', counted());

const questionTarget = statement(
  'comments.questionTarget',
  `select q.id as "questionId", null as "answerId",
          ${countWhere('o.question_id = q.id and o.answer_id is null', firstParameters.viewer)} as comments,
          ${inClosedCommunity} as closed
     from questions q where q.id = $3 and ${visibleTo(firstParameters)}`,
);

const answerTarget = statement(
  'comments.answerTarget',
  `select q.id as "questionId", a.id as "answerId",
          ${countWhere('o.answer_id = a.id', firstParameters.viewer)} as comments,
          ${inClosedCommunity} as closed
     from answers a join questions q on q.id = a.question_id
    where a.id = $3 and a.deleted_by is null and ${visibleTo(firstParameters)}`,
);

const place = statement(
  'comments.place',
  `select q.id as "questionId", c.answer_id as "answerId", ${inClosedCommunity} as closed
     from comments c join questions q on q.id = c.question_id
     left join answers a on a.id = c.answer_id
    where c.id = $3 and ${readableTo(firstParameters, 'c.commented_by')} and ${commentShownTo(firstParameters.viewer)}
      and (a.id is null or c.commented_by = ${firstParameters.viewer} or ${answerShownTo(firstParameters.viewer)})`,
);

/** Reads comments in the order of the ids, as far as others than the author see their place. */
export async function readLiveComments(tx: Tx, ids: readonly string[]): Promise<CommentWire[]> {
  return (await tx.query<{ comment: CommentWire }>(live, [ids])).map((row) => row.comment);
}

/** Reads comments in the order of the ids. */
export async function readComments(tx: Tx, ids: readonly string[]): Promise<CommentWire[]> {
  return (await tx.query<{ comment: CommentWire }>(byIds, [ids])).map((row) => row.comment);
}

/** A new comment, and its writer as the viewer of what it is on. */
interface Posted extends Viewer {
  readonly commentId: string;
  readonly on: 'question' | 'answer';
  /** Of that question or answer. */
  readonly id: string;
}

/**
 * Reads new comments, counted as new answers are, and refused as they are.
 * @throws {DomainError} `comments.full`, `question.unknown`, `answer.unknown`, `community.closed`,
 * so that they are not posted
 */
export async function readPosted(tx: Tx, posts: readonly Posted[]): Promise<CommentWire[]> {
  for (const { on, id, ...writer } of posts) {
    const found = await findTarget(tx, on, id, writer);
    if (!found) throw unknownTarget(on);
    refuseClosed(found.closed);
  }
  return readCounted(
    tx,
    posted,
    posts.map(({ commentId }) => commentId),
  );
}

/**
 * Reads restored comments, counted in the same way.
 * @throws {DomainError} `comments.full`, so that they are not restored
 */
export function readRestored(tx: Tx, ids: readonly string[]): Promise<CommentWire[]> {
  return readCounted(tx, restored, ids);
}

async function readCounted(tx: Tx, sent: Statement, ids: readonly string[]): Promise<CommentWire[]> {
  const rows = await tx.query<{ comment: CommentWire; comments: number }>(sent, [ids]);
  if (rows.some(({ comments: number }) => number > limits.commentsPerPost)) {
    throw new DomainError('comments.full', messages.commentsFull);
  }
  return rows.map((row) => row.comment);
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

/** What a comment is on, and whether its community is closed. */
export type CommentedPlace = CommentTarget & { readonly closed: boolean };

/** Null when the comment does not exist or is hidden from this person. */
export async function findComment(tx: Tx, id: string, { viewer, fresh }: Viewer): Promise<CommentedPlace | null> {
  const [row] = await tx.query<CommentedPlace>(place, [viewer, fresh, id]);
  return row ?? null;
}
