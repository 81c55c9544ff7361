import type { EnvelopeOf } from '@parlour/contracts/envelope';
import type { QuestionEvent } from '@parlour/contracts/qa/qa.events';
import { readRooms } from '@parlour/people/audience-rooms';
import type { Tx } from '@parlour/kernel/database/database';
import { readAnswers, readAnswersWithComments } from '../answer/answer.queries.ts';
import { readLiveComments } from '../comment/comment.queries.ts';
import { acceptedIn, type LiveRows } from './question.live.ts';
import { readQuestionRows, readTexts } from './question-row.queries.ts';
import { readVoteUpdates } from './votes/votes.queries.ts';

/**
 * Reads the rows for the live messages of a batch: one statement per kind, and only for the kinds
 * needed.
 */
export async function readLiveRows(
  tx: Tx,
  events: readonly EnvelopeOf<QuestionEvent>[],
  fresh: boolean,
): Promise<LiveRows> {
  // `question`: those whose text goes with the message, because it has changed.
  const ids = { question: new Set<string>(), answer: new Set<string>(), comment: new Set<string>() };
  const voted = new Set<string>();
  for (const { type, data } of events) {
    if ('kind' in data) ids[data.kind].add(data.id);
    else if ('commentId' in data) ids.comment.add(data.commentId);
    else if (type === 'AnswerAccepted' || type === 'AcceptanceWithdrawn') {
      for (const id of acceptedIn(data)) ids.answer.add(id);
    } else if ('answerId' in data && data.answerId !== undefined) ids.answer.add(data.answerId);
    else if (type === 'VoteCast' || type === 'VoteCancelled') voted.add(data.questionId);
  }
  const questions = await readQuestionRows(tx, [...new Set(events.map((event) => event.data.questionId))]);
  // Open pages have the comments of other answers.
  const readEach = events.some(({ type }) => type === 'PostRestored') ? readAnswersWithComments : readAnswers;
  const answers = ids.answer.size > 0 ? await readEach(tx, [...ids.answer]) : [];
  const comments = ids.comment.size > 0 ? await readLiveComments(tx, [...ids.comment]) : [];
  return {
    questions: new Map([...questions].map(([id, { row }]) => [id, row])),
    answers: new Map(answers.map((answer) => [answer._id, answer])),
    votes: voted.size > 0 ? await readVoteUpdates(tx, [...voted]) : new Map(),
    comments: new Map(comments.map((comment) => [comment._id, comment])),
    texts: ids.question.size > 0 ? await readTexts(tx, [...ids.question]) : new Map(),
    rooms: await readRooms(tx, new Map([...questions].map(([id, { post }]) => [id, post])), fresh),
  };
}
