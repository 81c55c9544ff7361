import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { canonicalName } from '@parlour/contracts/checks';
import { type Envelope, type EnvelopeOf, eventsOf } from '@parlour/contracts/envelope';
import { messages } from '@parlour/contracts/messages';
import type { QaEvent, QuestionAsked, Vote } from '@parlour/contracts/qa';
import { type BoundStatement, statement, type Tx } from '@parlour/kernel/database/database';
import type { View } from '@parlour/kernel/view/view';
import { type Contribution, contributionsOf } from '../contribution/contribution.view.ts';
import { marksOf } from './question-people.view.ts';
import { audienceColumn, audienceOf } from './visibility.ts';

/** A question with the counts that lists show and sort by; `position` of its asking is its place in time. */
@Entity('questions')
@Index('questions_newest', { synchronize: false })
@Index('questions_unanswered', { synchronize: false })
@Index('questions_active', { synchronize: false })
@Index('questions_most_viewed', { synchronize: false })
@Index('questions_of_author', { synchronize: false })
@Index('questions_of_community', { synchronize: false })
@Index('questions_words', { synchronize: false })
@Index('questions_tag_keys', { synchronize: false })
export class QuestionRow {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'questions_pkey' })
  id!: string;

  @Column('bigint')
  position!: number;

  @Column('text')
  title!: string;

  @Column('text')
  text!: string;

  @Column('tsvector')
  words!: string;

  @Column('text', { name: 'asked_by' })
  askedBy!: string;

  @Column('timestamptz', { name: 'asked_at' })
  askedAt!: Date;

  @Column('boolean', { name: 'only_followers' })
  onlyFollowers!: boolean;

  @Column('text', { name: 'community_id', nullable: true })
  communityId!: string | null;

  @Column('text', { name: 'tag_keys', array: true })
  tagKeys!: string[];

  @Column('bigint', { name: 'active_position' })
  activePosition!: number;

  @Column('int', { name: 'answer_count' })
  answerCount!: number;

  @Column('int', { name: 'view_count' })
  viewCount!: number;

  @Column('int', { name: 'up_vote_count' })
  upVoteCount!: number;

  @Column('int', { name: 'down_vote_count' })
  downVoteCount!: number;
}

/** How many questions there are for each audience, so that no list has to count. */
@Entity('question_totals')
export class QuestionTotalRow {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'question_totals_pkey' })
  audience!: string;

  @Column('bigint')
  questions!: number;

  @Column('bigint')
  unanswered!: number;
}

const ask = statement(
  'questions.ask',
  `insert into questions (id, position, title, text, words, asked_by, asked_at, only_followers, community_id, tag_keys,
                          active_position, answer_count, view_count, up_vote_count, down_vote_count)
   select id, position, title, text,
          to_tsvector('simple', regexp_replace(lower(title || ' ' || text), '[^[:alnum:]]+', ' ', 'g')),
          asked_by, asked_at, only_followers, community_id,
          array(select jsonb_array_elements_text(tag_keys::jsonb)), active_position, answers, views, ups, downs
     from unnest($1::text[], $2::bigint[], $3::text[], $4::text[], $5::text[], $6::timestamptz[], $7::boolean[], $8::text[],
                 $9::text[], $10::bigint[], $11::int[], $12::int[], $13::int[], $14::int[])
       as n(id, position, title, text, asked_by, asked_at, only_followers, community_id, tag_keys, active_position, answers, views,
            ups, downs)`,
);

// The totals are taken from the rows as they were before: all parts of a statement see the same.
const raise = statement(
  'questions.raise',
  `with n as (
     select * from unnest($1::text[], $2::int[], $3::int[], $4::int[], $5::int[], $6::bigint[])
       as n(id, answers, views, ups, downs, active_position)
   ), answered as (
     select ${audienceColumn} as audience, count(*) as questions
       from n join questions q on q.id = n.id where q.answer_count = 0 and n.answers > 0 group by 1
   ), counted as (
     update question_totals t set unanswered = t.unanswered - a.questions from answered a where t.audience = a.audience
   )
   update questions q
      set answer_count = q.answer_count + n.answers, view_count = q.view_count + n.views,
          up_vote_count = q.up_vote_count + n.ups, down_vote_count = q.down_vote_count + n.downs,
          active_position = greatest(q.active_position, n.active_position)
     from n where q.id = n.id`,
);

const count = statement(
  'questions.count',
  `insert into question_totals (audience, questions, unanswered) select * from unnest($1::text[], $2::bigint[], $3::bigint[])
   on conflict (audience) do update
      set questions = question_totals.questions + excluded.questions, unanswered = question_totals.unanswered + excluded.unanswered`,
);

// Nobody finds it by words any more.
const blank = statement(
  'questions.blank',
  `update questions set title = $2, text = $2, words = '' where id = any($1::text[])`,
);

/** What a list of events comes to for one question. */
interface Change {
  asked?: Envelope<QuestionAsked>;
  answers: number;
  views: number;
  ups: number;
  downs: number;
  activePosition: number;
}

/** Questions, their counts, and the people who have to do with them. */
export const questionView: View = {
  name: 'qa.questions',
  source: 'qa',
  tables: ['questions', 'question_views', 'question_votes', 'question_follows', 'question_totals', 'contributions'],
  async apply(envelopes: readonly Envelope[], tx: Tx): Promise<void> {
    const events = eventsOf<QaEvent>(envelopes);
    const { changes, posts } = sumUp(events);
    const writes = [
      ...asksOf(changes),
      ...raisesOf(changes),
      ...contributionsOf(posts),
      ...marksOf(events),
      ...blanksOf(events),
    ];
    // Sent together, carried out in this order: they cost one round trip.
    await Promise.all(writes.map((write) => tx.query(write.statement, write.values)));
  },
};

function sumUp(events: readonly EnvelopeOf<QaEvent>[]): { changes: Map<string, Change>; posts: Contribution[] } {
  const changes = new Map<string, Change>();
  const posts: Contribution[] = [];
  const changeOf = (questionId: string): Change => {
    const change = changes.get(questionId) ?? { answers: 0, views: 0, ups: 0, downs: 0, activePosition: 0 };
    changes.set(questionId, change);
    return change;
  };
  const count = (questionId: string, vote: Vote | null, by: number): void => {
    const change = changeOf(questionId);
    if (vote === 'up') change.ups += by;
    if (vote === 'down') change.downs += by;
  };
  for (const event of events) {
    const { questionId } = event.data;
    switch (event.type) {
      case 'QuestionAsked': {
        const change = changeOf(questionId);
        change.asked = event;
        change.activePosition = event.position;
        posts.push({ questionId, userId: event.data.askedBy, kind: 'question' });
        break;
      }
      case 'AnswerPosted': {
        const change = changeOf(questionId);
        change.answers++;
        change.activePosition = event.position;
        posts.push({ questionId, userId: event.data.answeredBy, kind: 'answer' });
        break;
      }
      case 'QuestionViewed':
        changeOf(questionId).views++;
        break;
      case 'VoteCast':
        count(questionId, event.data.before, -1);
        count(questionId, event.data.vote, 1);
        break;
      case 'VoteCancelled':
        count(questionId, event.data.before, -1);
        break;
      case 'QuestionFollowed':
      case 'QuestionUnfollowed':
      case 'CommentPosted':
      case 'QuestionBlanked':
      case 'AnswerBlanked':
      case 'CommentBlanked':
        break;
      default:
        event satisfies never;
    }
  }
  return { changes, posts };
}

function asksOf(changes: ReadonlyMap<string, Change>): BoundStatement[] {
  const rows = [...changes.values()].flatMap((change) => (change.asked ? [{ ...change, asked: change.asked }] : []));
  if (rows.length === 0) return [];
  const data = rows.map((row) => row.asked.data);
  const asked = [
    data.map((question) => question.questionId),
    rows.map((row) => row.asked.position),
    data.map((question) => question.title),
    data.map((question) => question.text),
    data.map((question) => question.askedBy),
    rows.map((row) => row.asked.occurredAt),
    data.map((question) => question.onlyFollowers),
    data.map((question) => question.communityId),
    data.map((question) => JSON.stringify(question.tags.map((tag) => canonicalName(tag.name)))),
    rows.map((row) => row.activePosition),
    rows.map((row) => row.answers),
    rows.map((row) => row.views),
    rows.map((row) => row.ups),
    rows.map((row) => row.downs),
  ];
  const totals = new Map<string, { questions: number; unanswered: number }>();
  for (const row of rows) {
    const audience = audienceOf(row.asked.data);
    const total = totals.get(audience) ?? { questions: 0, unanswered: 0 };
    total.questions++;
    if (row.answers === 0) total.unanswered++;
    totals.set(audience, total);
  }
  const counts = [...totals.values()];
  const counted = [[...totals.keys()], counts.map((total) => total.questions), counts.map((total) => total.unanswered)];
  return [
    { statement: ask, values: asked },
    { statement: count, values: counted },
  ];
}

function raisesOf(changes: ReadonlyMap<string, Change>): BoundStatement[] {
  const raised = [...changes].filter(([, change]) => !change.asked);
  if (raised.length === 0) return [];
  const values = [
    raised.map(([questionId]) => questionId),
    raised.map(([, change]) => change.answers),
    raised.map(([, change]) => change.views),
    raised.map(([, change]) => change.ups),
    raised.map(([, change]) => change.downs),
    raised.map(([, change]) => change.activePosition),
  ];
  return [{ statement: raise, values }];
}

function blanksOf(events: readonly EnvelopeOf<QaEvent>[]): BoundStatement[] {
  const blanked = events.filter((event) => event.type === 'QuestionBlanked').map((event) => event.data.questionId);
  return blanked.length > 0 ? [{ statement: blank, values: [blanked, messages.removedByOperator] }] : [];
}
