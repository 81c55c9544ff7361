import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { type Envelope, eventsOf } from '@parlour/contracts/envelope';
import { messages } from '@parlour/contracts/messages';
import type { AnswerWire, QaEvent } from '@parlour/contracts/qa';
import { statement, type Tx } from '@parlour/kernel/database/database';
import { isoTime, nameOf } from '@parlour/kernel/database/row-expressions';
import type { View } from '@parlour/kernel/view/view';
import { inClosedCommunity } from '../community/community-audience.view.ts';
import { firstParameters, type Viewer, visibleTo } from '../question/visibility.ts';

/** An answer to a question, in the order of posting. */
@Entity('answers')
@Index('answers_of_question', ['questionId', 'position'])
export class AnswerRow {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'answers_pkey' })
  id!: string;

  @Column('text', { name: 'question_id' })
  questionId!: string;

  @Column('bigint')
  position!: number;

  @Column('text')
  text!: string;

  @Column('text', { name: 'answered_by' })
  answeredBy!: string;

  @Column('timestamptz', { name: 'answered_at' })
  answeredAt!: Date;
}

const post = statement(
  'answers.post',
  `insert into answers (id, question_id, position, text, answered_by, answered_at)
   select * from unnest($1::text[], $2::text[], $3::bigint[], $4::text[], $5::text[], $6::timestamptz[])
   on conflict (id) do nothing`,
);

const blank = statement('answers.blank', 'update answers set text = $2 where id = any($1::text[])');

const byIds = statement(
  'answers.byIds',
  `select a.id as "_id", a.text, ${nameOf('p')} as "ansBy", ${isoTime('a.answered_at')} as "ansDateTime",
          '[]'::json as comments
     from unnest($1::text[]) with ordinality as w(id, n)
     join answers a on a.id = w.id
     left join people p on p.id = a.answered_by
    order by w.n`,
);

const answered = statement(
  'answers.count',
  `select q.answer_count as answers, ${inClosedCommunity} as closed from questions q where q.id = $3 and ${visibleTo(firstParameters)}`,
);

/** Answers as they are posted, and blanked. */
export const answerView: View = {
  name: 'qa.answers',
  source: 'qa',
  tables: ['answers'],
  async apply(events: readonly Envelope[], tx: Tx): Promise<void> {
    const own = eventsOf<QaEvent>(events);
    const posted = own.filter((event) => event.type === 'AnswerPosted');
    const blanked = own.filter((event) => event.type === 'AnswerBlanked');
    if (posted.length > 0) {
      await tx.query(post, [
        posted.map((event) => event.data.answerId),
        posted.map((event) => event.data.questionId),
        posted.map((event) => event.position),
        posted.map((event) => event.data.text),
        posted.map((event) => event.data.answeredBy),
        posted.map((event) => event.occurredAt),
      ]);
    }
    if (blanked.length > 0) {
      await tx.query(blank, [blanked.map((event) => event.data.answerId), messages.removedByOperator]);
    }
  },
};

/** Answers by their ids, in that order; new ones, without comments. */
export function readAnswers(tx: Tx, ids: readonly string[]): Promise<AnswerWire[]> {
  return tx.query<AnswerWire>(byIds, [ids]);
}

/**
 * A question that somebody answers: how many answers it has, and whether its community is closed.
 */
export interface Answered {
  readonly answers: number;
  readonly closed: boolean;
}

/** Undefined when the question does not exist or this person may not see it. */
export async function findAnswered(
  tx: Tx,
  questionId: string,
  { viewer, fresh }: Viewer,
): Promise<Answered | undefined> {
  const [row] = await tx.query<Answered>(answered, [viewer, fresh, questionId]);
  return row;
}
