import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { canonicalName } from '@parlour/contracts/checks';
import { type Envelope, eventsOf } from '@parlour/contracts/envelope';
import { deletedUserName } from '@parlour/contracts/limits';
import type { QaEvent, QuestionAsked, QuestionViewed } from '@parlour/contracts/qa';
import { statement, type Tx } from '@parlour/kernel/database/database';
import type { View } from '@parlour/kernel/view/view';

/** A question with the counts that lists show and sort by; `position` of its asking is its place in time. */
@Entity('questions')
@Index('questions_newest', { synchronize: false })
@Index('questions_unanswered', { synchronize: false })
@Index('questions_active', { synchronize: false })
@Index('questions_most_viewed', { synchronize: false })
@Index('questions_restricted', { synchronize: false })
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

/** Who has read a question. */
@Entity('question_views')
@Index('question_views_order', ['questionId', 'position'])
export class QuestionViewRow {
  @PrimaryColumn('text', { name: 'question_id', primaryKeyConstraintName: 'question_views_pkey' })
  questionId!: string;

  @PrimaryColumn('text', { name: 'user_id', primaryKeyConstraintName: 'question_views_pkey' })
  userId!: string;

  @Column('bigint')
  position!: number;
}

/** How many questions there are, so that no list has to count. */
@Entity('question_totals')
export class QuestionTotalRow {
  @PrimaryColumn('boolean', { name: 'only_followers', primaryKeyConstraintName: 'question_totals_pkey' })
  onlyFollowers!: boolean;

  @Column('bigint')
  questions!: number;
}

/** SQL: the name of a person of the kernel's `people`, joined as `alias`. */
export function nameOf(alias: string): string {
  return `case when ${alias}.deleted then '${deletedUserName}' else ${alias}.name end`;
}

/** SQL: whether the viewer may see the question `q`; in every query and every live message. Source: decisions Q-6. */
export function visibleTo(viewer: string): string {
  return `(not q.only_followers or q.asked_by = ${viewer})`;
}

const ask = statement(
  'questions.ask',
  `insert into questions (id, position, title, text, words, asked_by, asked_at, only_followers, community_id, tag_keys,
                          active_position, answer_count, view_count, up_vote_count, down_vote_count)
   select id, position, title, text,
          to_tsvector('simple', regexp_replace(lower(title || ' ' || text), '[^[:alnum:]]+', ' ', 'g')),
          asked_by, asked_at, only_followers, community_id,
          array(select jsonb_array_elements_text(tag_keys::jsonb)), active_position, answers, views, 0, 0
     from unnest($1::text[], $2::bigint[], $3::text[], $4::text[], $5::text[], $6::timestamptz[], $7::boolean[], $8::text[],
                 $9::text[], $10::bigint[], $11::int[], $12::int[])
       as n(id, position, title, text, asked_by, asked_at, only_followers, community_id, tag_keys, active_position, answers, views)`,
);

const raise = statement(
  'questions.raise',
  `update questions q
      set answer_count = q.answer_count + n.answers, view_count = q.view_count + n.views,
          active_position = greatest(q.active_position, n.active_position)
     from unnest($1::text[], $2::int[], $3::int[], $4::bigint[]) as n(id, answers, views, active_position)
    where q.id = n.id`,
);

const view = statement(
  'questions.view',
  `insert into question_views (question_id, user_id, position)
   select * from unnest($1::text[], $2::text[], $3::bigint[]) on conflict do nothing`,
);

const count = statement(
  'questions.count',
  `insert into question_totals (only_followers, questions) select * from unnest($1::boolean[], $2::bigint[])
   on conflict (only_followers) do update set questions = question_totals.questions + excluded.questions`,
);

/** What a list of events comes to for one question. */
interface Change {
  asked?: Envelope<QuestionAsked>;
  answers: number;
  views: number;
  activePosition: number;
}

/** Questions, their counts, and who has read them. */
export const questionView: View = {
  name: 'qa.questions',
  source: 'qa',
  tables: ['questions', 'question_views', 'question_totals'],
  async apply(events: readonly Envelope[], tx: Tx): Promise<void> {
    const changes = new Map<string, Change>();
    const viewed: Envelope<QuestionViewed>[] = [];
    const changeOf = (questionId: string): Change => {
      const change = changes.get(questionId) ?? { answers: 0, views: 0, activePosition: 0 };
      changes.set(questionId, change);
      return change;
    };
    for (const event of eventsOf<QaEvent>(events)) {
      switch (event.type) {
        case 'QuestionAsked': {
          const change = changeOf(event.data.questionId);
          change.asked = event;
          change.activePosition = event.position;
          break;
        }
        case 'AnswerPosted': {
          const change = changeOf(event.data.questionId);
          change.answers++;
          change.activePosition = event.position;
          break;
        }
        case 'QuestionViewed': {
          changeOf(event.data.questionId).views++;
          viewed.push(event);
          break;
        }
        case 'VoteCast':
        case 'VoteCancelled':
        case 'QuestionFollowed':
        case 'QuestionUnfollowed':
        case 'CommentPosted':
          break;
        default:
          event satisfies never;
      }
    }
    await insertAsked(tx, [...changes.values()]);
    await raiseCounts(tx, changes);
    if (viewed.length > 0) {
      await tx.query(view, [
        viewed.map((event) => event.data.questionId),
        viewed.map((event) => event.data.viewedBy),
        viewed.map((event) => event.position),
      ]);
    }
  },
};

async function insertAsked(tx: Tx, changes: readonly Change[]): Promise<void> {
  const rows = changes.flatMap((change) => (change.asked ? [{ ...change, asked: change.asked }] : []));
  if (rows.length === 0) return;
  const data = rows.map((row) => row.asked.data);
  await tx.query(ask, [
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
  ]);
  const totals = new Map<boolean, number>();
  for (const { onlyFollowers } of data) totals.set(onlyFollowers, (totals.get(onlyFollowers) ?? 0) + 1);
  await tx.query(count, [[...totals.keys()], [...totals.values()]]);
}

async function raiseCounts(tx: Tx, changes: ReadonlyMap<string, Change>): Promise<void> {
  const raised = [...changes].filter(([, change]) => !change.asked);
  if (raised.length === 0) return;
  await tx.query(raise, [
    raised.map(([questionId]) => questionId),
    raised.map(([, change]) => change.answers),
    raised.map(([, change]) => change.views),
    raised.map(([, change]) => change.activePosition),
  ]);
}
