import type { RpcName } from '@parlour/contracts/rpc';
import type { QuestionAsked, QuestionPlace } from '@parlour/contracts/qa/qa.events';
import { areRightsFresh, type Post } from '@parlour/people/audience';
import { audienceKey, audienceKeyColumn, audienceKeysOf } from '@parlour/people/audience-keys';
import { type PostColumns, postVisibleTo, type Viewer, type ViewerColumns } from '@parlour/people/audience-sql';
import { readersNamedLike } from '@parlour/people/audience-readers-sql';
import type { Rights } from '@parlour/kernel/consumer/rights';
import { actorOf, type Call } from '@parlour/kernel/rpc/calls';
import { questionShownTo } from '../editing/shown.queries.ts';

/** SQL: the viewer of most statements: their first two parameters. */
export const firstParameters: ViewerColumns = { viewer: '$1::text', fresh: '$2::boolean' };

/** SQL: what decides who may see the question `q`. */
const columnsOfQuestion: PostColumns = {
  author: 'q.asked_by',
  isForFollowers: 'q.only_followers',
  communityId: 'q.community_id',
};

/**
 * The viewer of a call.
 * @throws {DomainError} `session.missing` when nobody is signed in
 */
export function viewerOf(call: Call<RpcName>, rights: Rights): Viewer {
  return { viewer: actorOf(call).id, fresh: areRightsFresh(rights) };
}

/**
 * SQL: whether the viewer may see the question `q`, and nobody has deleted it; every query and
 * command checks this.
 */
export function visibleTo(viewer: ViewerColumns): string {
  return `(${sharedWith(viewer)} and q.deleted_by is null)`;
}

/**
 * SQL: the same, also for a deleted question of which a page is left, and for the author of one of
 * its posts.
 */
export function readableTo(viewer: ViewerColumns, author = 'q.asked_by'): string {
  return `(${sharedWith(viewer)} and (${author} = ${viewer.viewer} or ${questionShownTo(viewer.viewer)}))`;
}

/** SQL: whether the viewer may see the question `q`, or its terms, while nobody deletes it. */
export function sharedWith(viewer: ViewerColumns): string {
  return postVisibleTo(columnsOfQuestion, viewer);
}

/** SQL: whether the person `n` wrote an answer or a comment of the question `q` that is shown. */
const writesInQuestion = `n.id in (
  select a.answered_by from answers a where a.question_id = q.id and a.deleted_by is null
  union all
  select k.commented_by from comments k where k.question_id = q.id and k.answer_id is null and k.deleted_by is null
  union all
  select k.commented_by from answers a join comments k on k.answer_id = a.id
   where a.question_id = q.id and a.deleted_by is null and k.deleted_by is null)`;

/**
 * SQL: the people `n` named like this of whom the viewer may know that they may see the question
 * `q` of the table `from`.
 */
export function readersOfQuestion(prefix: string, from: string, viewer: ViewerColumns): string {
  return readersNamedLike(prefix, from, columnsOfQuestion, viewer, writesInQuestion);
}

/** SQL: the terms of a question that the viewer is asking, as columns of one. */
export function questionToBe({ viewer }: ViewerColumns, isForFollowers: string, communityId: string): string {
  return `select null::text as id, ${viewer} as asked_by, ${isForFollowers} as only_followers,
    ${communityId} as community_id`;
}

/** What decides who may see a question. */
export type Restrictions = Pick<QuestionAsked['data'], 'askedBy' | 'onlyFollowers' | 'communityId'>;

/** SQL: the same of the question `q`. */
export const restrictionColumns = `${columnsOfQuestion.author} as "askedBy",
  ${columnsOfQuestion.isForFollowers} as "onlyFollowers", ${columnsOfQuestion.communityId} as "communityId"`;

/** A question, as far as it decides who may see it. */
export function postOf({ askedBy, onlyFollowers, communityId }: Restrictions): Post {
  return { author: askedBy, isForFollowers: onlyFollowers, communityId };
}

/** The audience of a question, as the key of counters. */
export function audienceOf(question: Restrictions | QuestionPlace): string {
  return audienceKey(postOf('author' in question ? { ...question, askedBy: question.author } : question));
}

/** SQL: `audienceOf` the question `q`. */
export const audienceColumn = audienceKeyColumn(columnsOfQuestion);

/** SQL: an array of the audiences of the viewer. */
export function audiencesOf(viewer: ViewerColumns): string {
  return audienceKeysOf(viewer, 'question_totals');
}
