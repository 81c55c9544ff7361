import type { EnvelopeOf } from '@parlour/contracts/envelope';
import type { QaEvent } from '@parlour/contracts/qa';
import type { Tx } from '@parlour/kernel/database/database';
import { readAnswers } from '../answer/answer.queries.ts';
import { readComments } from '../comment/comment.queries.ts';
import { readFollowers } from '../follow/followers.queries.ts';
import { readCommunityAudiences } from '../community/community-audience.queries.ts';
import type { LiveRows } from './question.live.ts';
import { readQuestionRows } from './question-row.queries.ts';
import { readVoteUpdates } from './votes.queries.ts';

/**
 * Reads the rows for the live messages of a batch: one statement per kind, and only for the kinds
 * needed.
 */
export async function readLiveRows(tx: Tx, events: readonly EnvelopeOf<QaEvent>[], fresh: boolean): Promise<LiveRows> {
  const answerIds = new Set<string>();
  const voted = new Set<string>();
  const commentIds = new Set<string>();
  for (const { type, data } of events) {
    if (type === 'AnswerPosted' || type === 'AnswerBlanked') answerIds.add(data.answerId);
    if (type === 'VoteCast' || type === 'VoteCancelled') voted.add(data.questionId);
    if (type === 'CommentPosted' || type === 'CommentBlanked') commentIds.add(data.commentId);
  }
  const questions = await readQuestionRows(tx, [...new Set(events.map((event) => event.data.questionId))]);
  const communityIds = new Set([...questions.values()].flatMap(({ row }) => row.communityId ?? []));
  const restricted = [...questions.values()].filter(({ row }) => row.onlyFollowers);
  const askers = new Set(restricted.map(({ askerId }) => askerId));
  const answers = answerIds.size > 0 ? await readAnswers(tx, [...answerIds]) : [];
  const comments = commentIds.size > 0 ? await readComments(tx, [...commentIds]) : [];
  return {
    questions,
    answers: new Map(answers.map((answer) => [answer._id, answer])),
    votes: voted.size > 0 ? await readVoteUpdates(tx, [...voted]) : new Map(),
    comments: new Map(comments.map((comment) => [comment._id, comment])),
    // While our data about communities may be stale, their content is published to nobody.
    communities: fresh && communityIds.size > 0 ? await readCommunityAudiences(tx, [...communityIds]) : new Map(),
    followers: fresh && askers.size > 0 ? await readFollowers(tx, [...askers]) : new Map(),
  };
}
