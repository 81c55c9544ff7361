import { statement, type Tx } from '@parlour/kernel/database/database';

const ofUser = statement('contributors.ofUser', 'select posts from contributors where user_id = $1');

/** How many questions and answers a person has posted. */
export async function readContributions(tx: Tx, userId: string): Promise<number> {
  const [row] = await tx.query<{ posts: number }>(ofUser, [userId]);
  return row?.posts ?? 0;
}
