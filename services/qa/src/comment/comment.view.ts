import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { type Envelope, eventsOf } from '@parlour/contracts/envelope';
import { messages } from '@parlour/contracts/messages';
import type { CommentWire, QaEvent } from '@parlour/contracts/qa';
import { statement, type Tx } from '@parlour/kernel/database/database';
import { isoTime, nameOf } from '@parlour/kernel/database/row-expressions';
import type { View } from '@parlour/kernel/view/view';
import { inClosedCommunity } from '../community/community-audience.view.ts';
import { firstParameters, type Viewer, visibleTo } from '../question/visibility.ts';
import type { CommentPlace } from './comment.decider.ts';

/** A comment on a question, or on one of its answers, in the order of posting. */
@Entity('comments')
@Index('comments_of_question', { synchronize: false })
@Index('comments_of_answer', { synchronize: false })
export class CommentRow {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'comments_pkey' })
  id!: string;

  @Column('text', { name: 'question_id' })
  questionId!: string;

  @Column('text', { name: 'answer_id', nullable: true })
  answerId!: string | null;

  @Column('bigint')
  position!: number;

  @Column('text')
  text!: string;

  @Column('text', { name: 'commented_by' })
  commentedBy!: string;

  @Column('timestamptz', { name: 'commented_at' })
  commentedAt!: Date;
}

const post = statement(
  'comments.post',
  `insert into comments (id, question_id, answer_id, position, text, commented_by, commented_at)
   select * from unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::text[], $6::text[], $7::timestamptz[])
   on conflict (id) do nothing`,
);

const blank = statement('comments.blank', 'update comments set text = $2 where id = any($1::text[])');

const comment = `json_build_object('_id', c.id, 'text', c.text, 'commentBy', ${nameOf('cp')}, 'commentDateTime', ${isoTime('c.commented_at')})`;
const comments = 'comments c left join people cp on cp.id = c.commented_by';

/** SQL: the comments `c` that fulfil a condition as JSON, in the order of posting. Source: decisions Q-5. */
export function commentsWhere(condition: string): string {
  return `(select coalesce(json_agg(${comment} order by c.position), '[]') from ${comments} where ${condition})`;
}

const byIds = statement(
  'comments.byIds',
  `select ${comment} as comment from unnest($1::text[]) with ordinality as w(id, n) join ${comments} on c.id = w.id order by w.n`,
);

const questionTarget = statement(
  'comments.questionTarget',
  `select q.id as "questionId", null as "answerId",
          (select count(*)::int from comments c where c.question_id = q.id and c.answer_id is null) as comments,
          ${inClosedCommunity} as closed
     from questions q where q.id = $3 and ${visibleTo(firstParameters)}`,
);

const answerTarget = statement(
  'comments.answerTarget',
  `select q.id as "questionId", a.id as "answerId",
          (select count(*)::int from comments c where c.answer_id = a.id) as comments,
          ${inClosedCommunity} as closed
     from answers a join questions q on q.id = a.question_id
    where a.id = $3 and ${visibleTo(firstParameters)}`,
);

/** Comments as they are posted, and blanked. */
export const commentView: View = {
  name: 'qa.comments',
  source: 'qa',
  tables: ['comments'],
  async apply(events: readonly Envelope[], tx: Tx): Promise<void> {
    const own = eventsOf<QaEvent>(events);
    const posted = own.filter((event) => event.type === 'CommentPosted');
    const blanked = own.filter((event) => event.type === 'CommentBlanked');
    if (posted.length > 0) {
      await tx.query(post, [
        posted.map((event) => event.data.commentId),
        posted.map((event) => event.data.questionId),
        posted.map((event) => event.data.answerId),
        posted.map((event) => event.position),
        posted.map((event) => event.data.text),
        posted.map((event) => event.data.commentedBy),
        posted.map((event) => event.occurredAt),
      ]);
    }
    if (blanked.length > 0) {
      await tx.query(blank, [blanked.map((event) => event.data.commentId), messages.removedByOperator]);
    }
  },
};

/** Comments by their ids, in that order. */
export async function readComments(tx: Tx, ids: readonly string[]): Promise<CommentWire[]> {
  return (await tx.query<{ comment: CommentWire }>(byIds, [ids])).map((row) => row.comment);
}

/** What is commented on, and whether its community is closed. */
export type OpenPlace = CommentPlace & { readonly closed: boolean };

/** Where a question or an answer is; null when it does not exist or this person may not see it. */
export async function findTarget(
  tx: Tx,
  on: 'question' | 'answer',
  id: string,
  { viewer, fresh }: Viewer,
): Promise<OpenPlace | null> {
  const [row] = await tx.query<OpenPlace>(on === 'answer' ? answerTarget : questionTarget, [viewer, fresh, id]);
  return row ?? null;
}
