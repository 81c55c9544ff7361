import { canonicalName } from '@parlour/contracts/checks';
import type { EnvelopeOf } from '@parlour/contracts/envelope';
import { messages } from '@parlour/contracts/messages';
import {
  isOfQuestion,
  type QaEvent,
  type QuestionEvent,
  type VoteCancelled,
  type VoteCast,
} from '@parlour/contracts/qa.events';
import { type BoundStatement, statement } from '@parlour/kernel/database/database';
import { projection } from '@parlour/kernel/view/projection';
import { add, increase, insert, patch, remove, type RowChange, upsert } from '@parlour/kernel/view/row-changes';
import { ContributionRow } from '../contribution/contribution.entity.ts';
import { deletedLike, restored, unedited } from '@parlour/kernel/view/editable-row';
import {
  QuestionFollowRow,
  QuestionRow,
  QuestionTotalRow,
  QuestionViewRow,
  QuestionVoteRow,
} from './question.entity.ts';
import { QuestionTermsRow } from './question-terms.entity.ts';
import { audienceColumn, audienceOf } from './visibility.ts';
import { changesOfVote } from './vote-changes.ts';

/** Questions, their counts, and the people related to them. */
export const questionView = projection<QaEvent>({
  name: 'qa.questions',
  source: 'qa',
  entities: [
    QuestionRow,
    QuestionTermsRow,
    QuestionViewRow,
    QuestionVoteRow,
    QuestionFollowRow,
    QuestionTotalRow,
    ContributionRow,
  ],
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
        acceptedAnswerId: null,
        tagKeys: data.tags.map(({ name }) => canonicalName(name)),
        activePosition: position,
        answerCount: 0,
        viewCount: 0,
        upVoteCount: 0,
        downVoteCount: 0,
        lastBy: null,
        lastAt: null,
        lastKind: null,
        ...unedited,
      }),
      insert(QuestionTermsRow, {
        id: data.questionId,
        position,
        askedBy: data.askedBy,
        onlyFollowers: data.onlyFollowers,
        communityId: data.communityId,
      }),
      increase(QuestionTotalRow, { audience: audienceOf(data) }, { questions: 1, unanswered: 1 }),
      increase(ContributionRow, { userId: data.askedBy, audience: audienceOf(data) }, { questions: 1, answers: 0 }),
    ],
    // The rest follows in `after`. An edit changes no order.
    QuestionEdited: ({ data: { questionId, title, text, tags, version }, occurredAt }) => [
      patch(
        QuestionRow,
        { id: questionId },
        { title, text, tagKeys: tags.map(({ name }) => canonicalName(name)), version, editedAt: occurredAt },
      ),
    ],
    QuestionDeleted: ({ data }) => [
      patch(QuestionRow, { id: data.questionId }, deletedLike(data)),
      increase(ContributionRow, { userId: data.askedBy, audience: audienceOf(data) }, { questions: -1, answers: 0 }),
    ],
    QuestionRestored: ({ data }) => [
      patch(QuestionRow, { id: data.questionId }, restored),
      increase(ContributionRow, { userId: data.askedBy, audience: audienceOf(data) }, { questions: 1, answers: 0 }),
    ],
    AnswerDeleted: ({ data: { questionId } }) => [add(QuestionRow, { id: questionId }, { answerCount: -1 })],
    AnswerRestored: ({ data: { questionId } }) => [add(QuestionRow, { id: questionId }, { answerCount: 1 })],
    AnswerPosted: ({ data: { questionId, answeredBy }, position, occurredAt }) => [
      add(
        QuestionRow,
        { id: questionId },
        { answerCount: 1 },
        { activePosition: position, lastBy: answeredBy, lastAt: occurredAt, lastKind: 'answered' },
      ),
    ],
    CommentPosted: ({ data: { questionId, commentedBy }, occurredAt }) => [
      patch(QuestionRow, { id: questionId }, { lastBy: commentedBy, lastAt: occurredAt, lastKind: 'commented' }),
    ],
    QuestionViewed: ({ data: { questionId, viewedBy }, position }) => [
      insert(QuestionViewRow, { questionId, userId: viewedBy, position }),
      add(QuestionRow, { id: questionId }, { viewCount: 1 }),
    ],
    VoteCast: changesOfQuestionVote,
    VoteCancelled: changesOfQuestionVote,
    AnswerAccepted: ({ data: { questionId, answerId } }) => [
      patch(QuestionRow, { id: questionId }, { acceptedAnswerId: answerId }),
    ],
    AcceptanceWithdrawn: ({ data: { questionId } }) => [
      patch(QuestionRow, { id: questionId }, { acceptedAnswerId: null }),
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
        {
          title: messages.removedByOperator,
          text: messages.removedByOperator,
          excerpt: messages.removedByOperator,
          words: '',
          deletedAt: null,
        },
      ),
    ],
  },
  before: (events) => (hasDeletions(events) ? [tallyOf(events.filter(isOfQuestion), -1)] : []),
  after: (events) => [
    ...countAnswers(events),
    ...(hasDeletions(events) ? [tallyOf(events.filter(isOfQuestion), 1)] : countSolved(events)),
    ...deriveAgain(events.filter(isOfQuestion)),
  ],
});

function changesOfQuestionVote(event: EnvelopeOf<VoteCast | VoteCancelled>): RowChange[] {
  const { questionId, answerId, votedBy: userId } = event.data;
  if (answerId !== undefined) return [];
  return changesOfVote(event, {
    cast: (vote) => upsert(QuestionVoteRow, { questionId, userId, ...vote }),
    cancelled: () => remove(QuestionVoteRow, { questionId, userId }),
    count: (numbers) => add(QuestionRow, { id: questionId }, numbers),
  });
}

// Only the question's row has its audience. A question with no more answers than this batch posted
// was unanswered before; $4 is false where the totals are tallied below.
const answered = statement(
  'questions.answered',
  `with n as (
     select q.id, ${audienceColumn} as audience, n.user_id, n.by, q.answer_count, q.deleted_by
       from unnest($1::text[], $2::text[], $3::int[]) as n(question_id, user_id, by) join questions q on q.id = n.question_id
   ), first as (
     select audience, count(*) as questions
       from (select id, audience from n where $4::boolean and deleted_by is null
              group by id, audience, answer_count having count(*) = answer_count) f
      group by audience
   ), counted as (
     update question_totals t set unanswered = t.unanswered - f.questions from first f where t.audience = f.audience
   )
   insert into contributions (user_id, audience, questions, answers)
   select user_id, audience, 0, sum(by) from n group by user_id, audience
   on conflict (user_id, audience) do update set answers = contributions.answers + excluded.answers`,
);

function countAnswers(events: readonly EnvelopeOf<QaEvent>[]): BoundStatement[] {
  const answers = events.flatMap(({ type, data }) =>
    type === 'AnswerPosted' || type === 'AnswerDeleted' || type === 'AnswerRestored'
      ? [{ ...data, by: type === 'AnswerDeleted' ? -1 : 1 }]
      : [],
  );
  if (answers.length === 0) return [];
  const values = [
    answers.map(({ questionId }) => questionId),
    answers.map(({ answeredBy }) => answeredBy),
    answers.map(({ by }) => by),
    !hasDeletions(events),
  ];
  return [{ statement: answered, values }];
}

// As above, only the question's row has its audience.
const solved = statement(
  'questions.solved',
  `update question_totals t set solved = t.solved + n.solved
     from (select ${audienceColumn} as audience, sum(n.solved) as solved
             from unnest($1::text[], $2::int[]) as n(question_id, solved) join questions q on q.id = n.question_id
            where q.deleted_by is null group by 1) n
    where t.audience = n.audience and n.solved <> 0`,
);

/** A question is solved by its first acceptance, and not by a change of it. */
function countSolved(events: readonly EnvelopeOf<QaEvent>[]): BoundStatement[] {
  const changes = events.flatMap((event): [questionId: string, solved: number][] => {
    if (event.type === 'AnswerAccepted' && event.data.before === null) return [[event.data.questionId, 1]];
    return event.type === 'AcceptanceWithdrawn' ? [[event.data.questionId, -1]] : [];
  });
  if (changes.length === 0) return [];
  return [{ statement: solved, values: [changes.map(([id]) => id), changes.map(([, by]) => by)] }];
}

const deletions: readonly QaEvent['type'][] = [
  'QuestionDeleted',
  'QuestionRestored',
  'AnswerDeleted',
  'AnswerRestored',
];

/** What changes for what a question counts. */
const counting: readonly QaEvent['type'][] = [...deletions, 'AnswerPosted', 'AnswerAccepted', 'AcceptanceWithdrawn'];

function hasDeletions(events: readonly EnvelopeOf<QaEvent>[]): boolean {
  return events.some(({ type }) => deletions.includes(type));
}

// What these questions count for is taken away before the batch, and added again after it, so that
// the result is the same for any order of deletions and answers. Those that the batch asked have
// been counted as unanswered.
const tally = statement(
  'question_totals.tally',
  `with counted as (
     select ${audienceColumn} as audience, 1 as questions, (q.answer_count = 0)::int as unanswered,
            (q.accepted_answer_id is not null)::int as solved
       from questions q where q.id = any($1::text[]) and q.deleted_by is null
     union all
     select asked, -1, -1, 0 from unnest($2::text[]) asked
   )
   update question_totals t
      set questions = t.questions + $3::int * s.questions, unanswered = t.unanswered + $3::int * s.unanswered,
          solved = t.solved + $3::int * s.solved
     from (select audience, sum(questions) as questions, sum(unanswered) as unanswered, sum(solved) as solved
             from counted group by audience) s
    where t.audience = s.audience`,
);

function tallyOf(events: readonly EnvelopeOf<QuestionEvent>[], by: 1 | -1): BoundStatement {
  const ids = new Set(events.flatMap(({ type, data }) => (counting.includes(type) ? [data.questionId] : [])));
  const asked = events.flatMap(({ type, data }) =>
    type === 'QuestionAsked' && ids.has(data.questionId) ? [audienceOf(data)] : [],
  );
  return { statement: tally, values: [[...ids], by === 1 ? asked : [], by] };
}

// What derives these columns of a new row, once more.
const derived = statement(
  'questions.derive',
  `update questions n set words = ${QuestionRow.derived.words}, excerpt = ${QuestionRow.derived.excerpt}
    where n.id = any($1::text[])`,
);
const terms = statement(
  'question_terms.derive',
  `update question_terms n
      set terms = case when exists (select from questions q where q.id = n.id and q.deleted_by is not null) then '{}'
                  else ${QuestionTermsRow.derived.terms} end
    where n.id = any($1::text[])`,
);

/**
 * The words of edited questions are new, those of blanked ones have been erased; no search finds
 * deleted ones.
 */
function deriveAgain(events: readonly EnvelopeOf<QuestionEvent>[]): BoundStatement[] {
  const idsOf = (...types: readonly QaEvent['type'][]): Set<string> =>
    new Set(events.flatMap(({ type, data }) => (types.includes(type) ? [data.questionId] : [])));
  const blanked = idsOf('QuestionBlanked');
  const edited = [...idsOf('QuestionEdited')].filter((id) => !blanked.has(id));
  const changed = [...new Set([...edited, ...blanked, ...idsOf('QuestionDeleted', 'QuestionRestored')])];
  return [
    ...(edited.length === 0 ? [] : [{ statement: derived, values: [edited] }]),
    ...(changed.length === 0 ? [] : [{ statement: terms, values: [changed] }]),
  ];
}
