import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { EnvelopeOf } from '@parlour/contracts/envelope';
import { limits } from '@parlour/contracts/limits';
import type { QaEvent, Vote } from '@parlour/contracts/qa';
import { type BoundStatement, statement } from '@parlour/kernel/database/database';

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

/** Who votes on a question, and how. */
@Entity('question_votes')
@Index('question_votes_order', ['questionId', 'up', 'position'])
export class QuestionVoteRow {
  @PrimaryColumn('text', { name: 'question_id', primaryKeyConstraintName: 'question_votes_pkey' })
  questionId!: string;

  @PrimaryColumn('text', { name: 'user_id', primaryKeyConstraintName: 'question_votes_pkey' })
  userId!: string;

  @Column('boolean')
  up!: boolean;

  @Column('bigint')
  position!: number;
}

/** Who follows a question; `questionPosition` is the question's place in time, which his list is sorted by. */
@Entity('question_follows')
@Index('question_follows_order', ['questionId', 'position'])
@Index('question_follows_of_user', { synchronize: false })
export class QuestionFollowRow {
  @PrimaryColumn('text', { name: 'question_id', primaryKeyConstraintName: 'question_follows_pkey' })
  questionId!: string;

  @PrimaryColumn('text', { name: 'user_id', primaryKeyConstraintName: 'question_follows_pkey' })
  userId!: string;

  @Column('bigint')
  position!: number;

  @Column('bigint', { name: 'question_position' })
  questionPosition!: number;
}

const view = statement(
  'questions.view',
  `insert into question_views (question_id, user_id, position)
   select * from unnest($1::text[], $2::text[], $3::bigint[]) on conflict do nothing`,
);

const vote = statement(
  'questions.vote',
  `insert into question_votes (question_id, user_id, position, up)
   select * from unnest($1::text[], $2::text[], $3::bigint[], $4::boolean[])
   on conflict (question_id, user_id) do update set up = excluded.up, position = excluded.position`,
);

const cancelVote = statement(
  'questions.cancelVote',
  `delete from question_votes v using unnest($1::text[], $2::text[]) as n(question_id, user_id)
    where v.question_id = n.question_id and v.user_id = n.user_id`,
);

const follow = statement(
  'questions.follow',
  `insert into question_follows (question_id, user_id, position, question_position)
   select n.question_id, n.user_id, n.position, q.position
     from unnest($1::text[], $2::text[], $3::bigint[]) as n(question_id, user_id, position) join questions q on q.id = n.question_id
   on conflict (question_id, user_id) do update set position = excluded.position`,
);

const unfollow = statement(
  'questions.unfollow',
  `delete from question_follows f using unnest($1::text[], $2::text[]) as n(question_id, user_id)
    where f.question_id = n.question_id and f.user_id = n.user_id`,
);

/** What one person has to do with one question in the end, and since which event. */
interface Mark<State> {
  readonly questionId: string;
  readonly userId: string;
  readonly position: number;
  readonly state: State;
}

/** The last word of a list of events on each person and question. */
class Marks<State> {
  private readonly last = new Map<string, Mark<State>>();

  set(mark: Mark<State>): void {
    this.last.set(`${mark.questionId} ${mark.userId}`, mark);
  }

  where(wanted: (state: State) => boolean): Mark<State>[] {
    return [...this.last.values()].filter((mark) => wanted(mark.state));
  }
}

/** What notes who read, votes on and follows questions; the questions have been written. */
export function marksOf(events: readonly EnvelopeOf<QaEvent>[]): BoundStatement[] {
  const views = new Marks<true>();
  const votes = new Marks<Vote | null>();
  const follows = new Marks<boolean>();
  for (const event of events) {
    const { questionId } = event.data;
    const { position } = event;
    switch (event.type) {
      case 'QuestionViewed':
        views.set({ questionId, userId: event.data.viewedBy, position, state: true });
        break;
      case 'VoteCast':
        votes.set({ questionId, userId: event.data.votedBy, position, state: event.data.vote });
        break;
      case 'VoteCancelled':
        votes.set({ questionId, userId: event.data.votedBy, position, state: null });
        break;
      case 'QuestionFollowed':
      case 'QuestionUnfollowed': {
        const state = event.type === 'QuestionFollowed';
        follows.set({ questionId, userId: event.data.userId, position, state });
        break;
      }
      case 'QuestionAsked':
      case 'AnswerPosted':
      case 'CommentPosted':
      case 'QuestionBlanked':
      case 'AnswerBlanked':
      case 'CommentBlanked':
        break;
      default:
        event satisfies never;
    }
  }
  const cast = votes.where((state) => state !== null);
  const ups = cast.map((mark) => mark.state === 'up');
  return [
    { statement: view, values: toColumns(views.where(Boolean)) },
    { statement: cancelVote, values: pairsOf(votes.where((state) => state === null)) },
    { statement: vote, values: [...toColumns(cast), ups] },
    { statement: unfollow, values: pairsOf(follows.where((state) => !state)) },
    { statement: follow, values: toColumns(follows.where(Boolean)) },
  ].filter(({ values: [rows] }) => rows && rows.length > 0);
}

type Column = readonly (string | number | boolean)[];

function pairsOf(marks: readonly Mark<unknown>[]): Column[] {
  return [marks.map((mark) => mark.questionId), marks.map((mark) => mark.userId)];
}

function toColumns(marks: readonly Mark<unknown>[]): Column[] {
  return [...pairsOf(marks), marks.map((mark) => mark.position)];
}

/** Where the people of a question stand. */
type PeopleTable = 'question_views' | 'question_votes' | 'question_follows';

/**
 * SQL: the names of a question's people as JSON, at most a thousand: the viewer's own first, then in the order of their deeds. Who deleted his account
 * has no name any more; the counts keep him. Neither half reads more of its index than it shows.
 */
export function namesOf(table: PeopleTable, questionId: string, viewer: string, condition = 'true'): string {
  const of = `x.question_id = ${questionId} and ${condition}`;
  const people = `${table} x join people p on p.id = x.user_id and not p.deleted`;
  return `(select coalesce(json_agg(n.name order by n.own desc, n.position), '[]') from (
    (select p.name, true as own, x.position from ${people} where ${of} and x.user_id = ${viewer})
    union all
    (select p.name, false, x.position from ${people} where ${of} and x.user_id <> ${viewer}
      order by x.position limit ${limits.namesListed})
    limit ${limits.namesListed}) n)`;
}
