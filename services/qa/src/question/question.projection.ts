import { canonicalName } from '@parlour/contracts/text/checks';
import type { EnvelopeOf } from '@parlour/contracts/envelope';
import { messages } from '@parlour/contracts/messages';
import {
  isOfQuestion,
  type PostPlace,
  type QaEvent,
  type QuestionEvent,
  type QuestionPlace,
  type VoteCancelled,
  type VoteCast,
} from '@parlour/contracts/qa/qa.events';
import { type BoundStatement, statement } from '@parlour/kernel/database/database';
import { projection } from '@parlour/kernel/view/projection';
import {
  add,
  type Columns,
  increase,
  insert,
  patch,
  remove,
  type RowChange,
  upsert,
} from '@parlour/kernel/view/row-changes';
import { ContributionRow } from '../contribution/contribution.entity.ts';
import { deletedLike, type PostRow, restored, unedited } from '@parlour/posts/post-row';
import {
  QuestionFollowRow,
  QuestionRow,
  QuestionTotalRow,
  QuestionViewRow,
  QuestionVoteRow,
} from './question.entity.ts';
import { QuestionTermsRow } from './lists/question-terms.entity.ts';
import { audienceColumn, audienceOf } from './visibility.ts';
import { changesOfVote } from './votes/vote-changes.ts';

/**
 * Questions, their counts, and the people related to them. Deletions read the tables of answers and
 * comments, so their views come before this one.
 */
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
    PostEdited({ data, occurredAt: editedAt }) {
      if (data.kind !== 'question') return [];
      const { id, title, text, tags, version } = data;
      const tagKeys = tags.map(({ name }) => canonicalName(name));
      return [patch(QuestionRow, { id }, { title, text, tagKeys, version, editedAt })];
    },
    PostDeleted: ({ data }) => changesOfDeletion(data, -1, deletedLike(data)),
    PostRestored: ({ data }) => changesOfDeletion(data, 1, restored),
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
    PostErased({ data: { kind, id } }) {
      if (kind !== 'question') return [];
      const nothing = messages.removedByOperator;
      return [
        patch(QuestionRow, { id }, { title: nothing, text: nothing, excerpt: nothing, words: '', deletedAt: null }),
      ];
    },
  },
  before: (events) => (areRecounted(events) ? [tallyOf(events.filter(isOfQuestion), -1)] : []),
  after: (events) => [
    ...countAnswers(events),
    ...deriveStanding(events.filter(isOfQuestion)),
    ...(areRecounted(events) ? [tallyOf(events.filter(isOfQuestion), 1)] : []),
    ...deriveAgain(events.filter(isOfQuestion)),
  ],
});

/** The rest follows in `after`. */
function changesOfDeletion(
  post: QuestionPlace | PostPlace<'answer'> | PostPlace<'comment'>,
  by: 1 | -1,
  set: Partial<Columns<PostRow>>,
): RowChange[] {
  const { questionId: id, author: userId } = post;
  if (post.kind === 'comment') return [];
  if (post.kind === 'answer') return [add(QuestionRow, { id }, { answerCount: by })];
  return [
    patch<QuestionRow>(QuestionRow, { id }, set),
    increase(ContributionRow, { userId, audience: audienceOf(post) }, { questions: by, answers: 0 }),
  ];
}

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
  const answers = events.flatMap(({ type, data }) => {
    if (type === 'AnswerPosted') return [{ questionId: data.questionId, author: data.answeredBy, by: 1 }];
    if ((type !== 'PostDeleted' && type !== 'PostRestored') || data.kind !== 'answer') return [];
    return [{ questionId: data.questionId, author: data.author, by: type === 'PostDeleted' ? -1 : 1 }];
  });
  if (answers.length === 0) return [];
  const values = [
    answers.map(({ questionId }) => questionId),
    answers.map(({ author }) => author),
    answers.map(({ by }) => by),
    !areRecounted(events),
  ];
  return [{ statement: answered, values }];
}

// Comments of deleted answers went with them.
const standing = statement(
  'questions.standing',
  `update questions q
      set accepted_answer_id =
            (select a.id from answers a where a.question_id = q.id and a.accepted and a.deleted_by is null limit 1),
          active_position = coalesce(
            (select max(a.position) from answers a where a.question_id = q.id and a.deleted_by is null), q.position),
          (last_by, last_at, last_kind) = (
            select l.by, l.at, l.kind from (
              select a.position, a.answered_by as by, a.answered_at as at, 'answered' as kind
                from answers a where a.question_id = q.id and a.deleted_by is null
              union all
              select c.position, c.commented_by, c.commented_at, 'commented'
                from comments c where c.question_id = q.id and c.answer_id is null and c.deleted_by is null
              union all
              select c.position, c.commented_by, c.commented_at, 'commented'
                from answers a join comments c on c.answer_id = a.id and c.deleted_by is null
               where a.question_id = q.id and a.deleted_by is null) l
             order by l.position desc limit 1)
    where q.id = any($1::text[])`,
);

/** What deletions and restorations change for their questions, by the answers and comments left. */
function deriveStanding(events: readonly EnvelopeOf<QuestionEvent>[]): BoundStatement[] {
  const ids = new Set(
    events.flatMap((event) => (isDeletion(event, 'answer', 'comment') ? [event.data.questionId] : [])),
  );
  return ids.size === 0 ? [] : [{ statement: standing, values: [[...ids]] }];
}

function isDeletion({ type, data }: EnvelopeOf<QaEvent>, ...kinds: PostPlace['kind'][]): boolean {
  return (type === 'PostDeleted' || type === 'PostRestored') && kinds.includes(data.kind);
}

/** What makes questions count, or count for something else, by more than their own row. */
function recounts(event: EnvelopeOf<QaEvent>): boolean {
  return (
    event.type === 'AnswerAccepted' || event.type === 'AcceptanceWithdrawn' || isDeletion(event, 'question', 'answer')
  );
}

function areRecounted(events: readonly EnvelopeOf<QaEvent>[]): boolean {
  return events.some(recounts);
}

// What these questions count for is taken away before the batch, and added again after it, so that
// the result is the same for any order of deletions, answers and acceptances. Those that the batch
// asked have been counted as unanswered.
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
  const ids = new Set(
    events.flatMap((event) => (recounts(event) || event.type === 'AnswerPosted' ? [event.data.questionId] : [])),
  );
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
  const changes = events.flatMap(({ type, data }) =>
    'kind' in data && data.kind === 'question' ? [{ type, data }] : [],
  );
  const idsOf = (type?: QaEvent['type']): Set<string> =>
    new Set(changes.flatMap((event) => (type === undefined || event.type === type ? [event.data.id] : [])));
  const erased = idsOf('PostErased');
  const edited = [...idsOf('PostEdited')].filter((id) => !erased.has(id));
  const changed = [...idsOf()];
  return [
    ...(edited.length === 0 ? [] : [{ statement: derived, values: [edited] }]),
    ...(changed.length === 0 ? [] : [{ statement: terms, values: [changed] }]),
  ];
}
