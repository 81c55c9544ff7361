import { Column, Entity, PrimaryColumn } from 'typeorm';
import { canonicalName } from '@parlour/contracts/checks';
import { DomainError } from '@parlour/contracts/errors';
import { messages } from '@parlour/contracts/messages';
import { type BoundStatement, statement, type Tx } from '@parlour/kernel/database/database';
import { audienceColumn, audiencesOf, firstParameters, type Viewer } from '../question/visibility.ts';

/** How many questions and answers a person has posted, by whom they are for. */
@Entity('contributions')
export class ContributionRow {
  @PrimaryColumn('text', { name: 'user_id', primaryKeyConstraintName: 'contributions_pkey' })
  userId!: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'contributions_pkey' })
  audience!: string;

  @Column('bigint')
  questions!: number;

  @Column('bigint')
  answers!: number;
}

const add = statement(
  'contributions.add',
  `insert into contributions (user_id, audience, questions, answers)
   select n.user_id, ${audienceColumn}, sum(n.questions), sum(n.answers)
     from unnest($1::text[], $2::text[], $3::int[], $4::int[]) as n(question_id, user_id, questions, answers)
     join questions q on q.id = n.question_id
    group by 1, 2
   on conflict (user_id, audience) do update
      set questions = contributions.questions + excluded.questions, answers = contributions.answers + excluded.answers`,
);

const total = statement(
  'contributions.total',
  `select coalesce(sum(c.questions + c.answers), 0)::bigint as total
     from people p left join contributions c on c.user_id = p.id and c.audience = any(${audiencesOf(firstParameters)})
    where p.canonical_name = $3 and not p.deleted
    group by p.id`,
);

/** A question or an answer by somebody. */
export interface Contribution {
  readonly questionId: string;
  readonly userId: string;
  readonly kind: 'question' | 'answer';
}

/** What counts posts; the questions that they belong to have been written. */
export function contributionsOf(posts: readonly Contribution[]): BoundStatement[] {
  if (posts.length === 0) return [];
  const values = [
    posts.map((post) => post.questionId),
    posts.map((post) => post.userId),
    posts.map((post) => (post.kind === 'question' ? 1 : 0)),
    posts.map((post) => (post.kind === 'answer' ? 1 : 0)),
  ];
  return [{ statement: add, values }];
}

/**
 * How many questions and answers of a person this viewer may see. Source: decisions U-6.
 * @throws {DomainError} `user.unknown`
 */
export async function readContributions(tx: Tx, username: string, { viewer, fresh }: Viewer): Promise<number> {
  const [row] = await tx.query<{ total: number }>(total, [viewer, fresh, canonicalName(username)]);
  if (!row) throw new DomainError('user.unknown', messages.userUnknown);
  return row.total;
}
