import { Column, Entity, PrimaryColumn } from 'typeorm';
import { type Envelope, eventsOf } from '@parlour/contracts/envelope';
import { messages } from '@parlour/contracts/messages';
import type { AnswerPosted, QaEvent, QuestionAsked } from '@parlour/contracts/qa';
import { statement, type Tx } from '@parlour/kernel/database/database';
import type { View } from '@parlour/kernel/view/view';

/** The parts of a question that notifications need: title, asker, audience. */
@Entity('questions')
export class QuestionRow {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'questions_pkey' })
  id!: string;

  @Column('text', { name: 'asked_by' })
  askedBy!: string;

  @Column('text')
  title!: string;

  @Column('boolean', { name: 'only_followers' })
  onlyFollowers!: boolean;

  @Column('text', { name: 'community_id', nullable: true })
  communityId!: string | null;
}

/** A person follows a question. */
@Entity('question_followers')
export class QuestionFollowerRow {
  @PrimaryColumn('text', { name: 'question_id', primaryKeyConstraintName: 'question_followers_pkey' })
  questionId!: string;

  @PrimaryColumn('text', { name: 'user_id', primaryKeyConstraintName: 'question_followers_pkey' })
  userId!: string;
}

/** The author of an answer. */
@Entity('answers')
export class AnswerRow {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'answers_pkey' })
  id!: string;

  @Column('text', { name: 'answered_by' })
  answeredBy!: string;
}

const ask = statement(
  'questions.ask',
  `insert into questions (id, asked_by, title, only_followers, community_id)
   select * from unnest($1::text[], $2::text[], $3::text[], $4::boolean[], $5::text[]) on conflict (id) do nothing`,
);

const blank = statement('questions.blank', 'update questions set title = $2 where id = any($1::text[])');

const answer = statement(
  'answers.post',
  'insert into answers (id, answered_by) select * from unnest($1::text[], $2::text[]) on conflict (id) do nothing',
);

const follow = statement(
  'questions.follow',
  `insert into question_followers (question_id, user_id) select * from unnest($1::text[], $2::text[]) on conflict do nothing`,
);

const unfollow = statement(
  'questions.unfollow',
  `delete from question_followers f using unnest($1::text[], $2::text[]) as n(question_id, user_id)
    where f.question_id = n.question_id and f.user_id = n.user_id`,
);

interface Following {
  readonly questionId: string;
  readonly userId: string;
  readonly follows: boolean;
}

/** Questions, their followers, and the authors of answers. */
export const questionView: View = {
  name: 'notifications.questions',
  source: 'qa',
  tables: ['questions', 'question_followers', 'answers'],
  async apply(events: readonly Envelope[], tx: Tx): Promise<void> {
    const asked: QuestionAsked['data'][] = [];
    const answered: AnswerPosted['data'][] = [];
    const blanked: string[] = [];
    const followings = new Map<string, Following>();
    for (const { type, data } of eventsOf<QaEvent>(events)) {
      if (type === 'QuestionAsked') asked.push(data);
      if (type === 'AnswerPosted') answered.push(data);
      if (type === 'QuestionBlanked') blanked.push(data.questionId);
      if (type === 'QuestionFollowed' || type === 'QuestionUnfollowed') {
        const { questionId, userId } = data;
        followings.set(`${questionId} ${userId}`, { questionId, userId, follows: type === 'QuestionFollowed' });
      }
    }
    if (asked.length > 0) {
      await tx.query(ask, [
        asked.map((question) => question.questionId),
        asked.map((question) => question.askedBy),
        asked.map((question) => question.title),
        asked.map((question) => question.onlyFollowers),
        asked.map((question) => question.communityId),
      ]);
    }
    if (blanked.length > 0) await tx.query(blank, [blanked, messages.removedByOperator]);
    if (answered.length > 0) {
      await tx.query(answer, [answered.map((one) => one.answerId), answered.map((one) => one.answeredBy)]);
    }
    for (const [change, follows] of [
      [unfollow, false],
      [follow, true],
    ] as const) {
      const changed = [...followings.values()].filter((following) => following.follows === follows);
      if (changed.length === 0) continue;
      await tx.query(change, [changed.map((one) => one.questionId), changed.map((one) => one.userId)]);
    }
  },
};
