import { canonicalName } from '@parlour/contracts/checks';
import type { EnvelopeOf } from '@parlour/contracts/envelope';
import { messages } from '@parlour/contracts/messages';
import type { QaEvent, Vote } from '@parlour/contracts/qa';
import { type BoundStatement, statement } from '@parlour/kernel/database/database';
import { projection } from '@parlour/kernel/view/projection';
import { add, increase, insert, patch, remove, type RowChange, upsert } from '@parlour/kernel/view/row-changes';
import { ContributionRow } from '../contribution/contribution.entity.ts';
import {
  QuestionFollowRow,
  QuestionRow,
  QuestionTotalRow,
  QuestionViewRow,
  QuestionVoteRow,
} from './question.entity.ts';
import { audienceColumn, audienceOf } from './visibility.ts';

/** Questions, their counts, and the people related to them. */
export const questionView = projection<QaEvent>({
  name: 'qa.questions',
  source: 'qa',
  entities: [QuestionRow, QuestionViewRow, QuestionVoteRow, QuestionFollowRow, QuestionTotalRow, ContributionRow],
  changes: {
    QuestionAsked: ({ data, position, occurredAt }) => [
      insert(QuestionRow, {
        id: data.questionId,
        position,
        title: data.title,
        text: data.text,
        askedBy: data.askedBy,
        askedAt: occurredAt,
        onlyFollowers: data.onlyFollowers,
        communityId: data.communityId,
        tagKeys: data.tags.map(({ name }) => canonicalName(name)),
        activePosition: position,
        answerCount: 0,
        viewCount: 0,
        upVoteCount: 0,
        downVoteCount: 0,
      }),
      increase(QuestionTotalRow, { audience: audienceOf(data) }, { questions: 1, unanswered: 1 }),
      increase(ContributionRow, { userId: data.askedBy, audience: audienceOf(data) }, { questions: 1, answers: 0 }),
    ],
    AnswerPosted: ({ data: { questionId }, position }) => [
      add(QuestionRow, { id: questionId }, { answerCount: 1 }, { activePosition: position }),
    ],
    QuestionViewed: ({ data: { questionId, viewedBy }, position }) => [
      insert(QuestionViewRow, { questionId, userId: viewedBy, position }),
      add(QuestionRow, { id: questionId }, { viewCount: 1 }),
    ],
    VoteCast: ({ data: { questionId, votedBy, vote, before }, position }) => [
      upsert(QuestionVoteRow, { questionId, userId: votedBy, up: vote === 'up', position }),
      ...countVote(questionId, before, -1),
      ...countVote(questionId, vote, 1),
    ],
    VoteCancelled: ({ data: { questionId, votedBy, before } }) => [
      remove(QuestionVoteRow, { questionId, userId: votedBy }),
      ...countVote(questionId, before, -1),
    ],
    QuestionFollowed: ({ data: { questionId, userId }, position }) => [
      upsert(QuestionFollowRow, { questionId, userId, position }),
    ],
    QuestionUnfollowed: ({ data: { questionId, userId } }) => [remove(QuestionFollowRow, { questionId, userId })],
    // A search no longer finds it by its words.
    QuestionBlanked: ({ data: { questionId } }) => [
      patch(
        QuestionRow,
        { id: questionId },
        { title: messages.removedByOperator, text: messages.removedByOperator, words: '' },
      ),
    ],
  },
  after: countAnswers,
});

function countVote(questionId: string, vote: Vote | null, by: number): RowChange[] {
  if (vote === null) return [];
  return [add(QuestionRow, { id: questionId }, vote === 'up' ? { upVoteCount: by } : { downVoteCount: by })];
}

// Only the question's row has its audience. A question with no more answers than this batch posted
// was unanswered before.
const answered = statement(
  'questions.answered',
  `with n as (
     select q.id, ${audienceColumn} as audience, n.user_id, q.answer_count
       from unnest($1::text[], $2::text[]) as n(question_id, user_id) join questions q on q.id = n.question_id
   ), first as (
     select audience, count(*) as questions
       from (select id, audience from n group by id, audience, answer_count having count(*) = answer_count) f
      group by audience
   ), counted as (
     update question_totals t set unanswered = t.unanswered - f.questions from first f where t.audience = f.audience
   )
   insert into contributions (user_id, audience, questions, answers)
   select user_id, audience, 0, count(*) from n group by user_id, audience
   on conflict (user_id, audience) do update set answers = contributions.answers + excluded.answers`,
);

function countAnswers(events: readonly EnvelopeOf<QaEvent>[]): BoundStatement[] {
  const answers = events.flatMap((event) => (event.type === 'AnswerPosted' ? [event.data] : []));
  if (answers.length === 0) return [];
  const values = [answers.map(({ questionId }) => questionId), answers.map(({ answeredBy }) => answeredBy)];
  return [{ statement: answered, values }];
}
