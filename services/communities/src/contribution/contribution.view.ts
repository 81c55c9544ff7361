import { Column, Entity, PrimaryColumn } from 'typeorm';
import { type Envelope, eventsOf } from '@parlour/contracts/envelope';
import type { QaEvent } from '@parlour/contracts/qa';
import { statement, type Tx } from '@parlour/kernel/database/database';
import type { View } from '@parlour/kernel/view/view';

/** How many questions and answers each person has posted, from qa's events. */
@Entity('contributors')
export class ContributorRow {
  @PrimaryColumn('text', { name: 'user_id', primaryKeyConstraintName: 'contributors_pkey' })
  userId!: string;

  @Column('bigint')
  posts!: number;
}

const add = statement(
  'contributors.add',
  `insert into contributors (user_id, posts) select * from unnest($1::text[], $2::bigint[])
   on conflict (user_id) do update set posts = contributors.posts + excluded.posts`,
);

const ofUser = statement('contributors.ofUser', 'select posts from contributors where user_id = $1');

/**
 * Who has posted how much: it takes two contributions to create a community.
 * Source: specification VA-18.
 */
export const contributionView: View = {
  name: 'communities.contributors',
  source: 'qa',
  tables: ['contributors'],
  async apply(events: readonly Envelope[], tx: Tx): Promise<void> {
    const posts = new Map<string, number>();
    const count = (userId: string): unknown => posts.set(userId, (posts.get(userId) ?? 0) + 1);
    for (const event of eventsOf<QaEvent>(events)) {
      if (event.type === 'QuestionAsked') count(event.data.askedBy);
      if (event.type === 'AnswerPosted') count(event.data.answeredBy);
    }
    if (posts.size > 0) await tx.query(add, [[...posts.keys()], [...posts.values()]]);
  },
};

/** How many questions and answers a person has posted. */
export async function readContributions(tx: Tx, userId: string): Promise<number> {
  const [row] = await tx.query<{ posts: number }>(ofUser, [userId]);
  return row?.posts ?? 0;
}
