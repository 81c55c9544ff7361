import { statement, type Tx } from '@parlour/kernel/database/database';

const ofPeople = statement(
  'follows.ofPeople',
  'select followed_id, follower_id from follows where followed_id = any($1::text[]) order by followed_id, follower_id',
);

/** The followers of each of these people. */
export async function readFollowers(tx: Tx, userIds: readonly string[]): Promise<Map<string, string[]>> {
  const rows = await tx.query<{ followed_id: string; follower_id: string }>(ofPeople, [userIds]);
  const followers = new Map<string, string[]>();
  for (const { followed_id: followed, follower_id: follower } of rows) {
    const known = followers.get(followed);
    if (known) known.push(follower);
    else followers.set(followed, [follower]);
  }
  return followers;
}
