import { canonicalCommunityName } from '@parlour/contracts/communities/community-checks';
import type { InvitingCommunity } from '@parlour/contracts/identity/invitations';
import { checkWellFormed } from '@parlour/contracts/text/checks';
import { statement, type Tx } from '@parlour/kernel/database/database';

const named = statement(
  'listed.named',
  `select id as "_id", name, name_key as key from communities where name_key = any($1::text[]) and closed_position is null`,
);

/** The open communities with these names, private ones too; null where there is none. */
export async function readNamed(tx: Tx, names: readonly string[]): Promise<readonly (InvitingCommunity | null)[]> {
  const keys = names.map((name) => (checkWellFormed(name) ? '' : canonicalCommunityName(name)));
  const rows = await tx.query<InvitingCommunity & { readonly key: string }>(named, [keys]);
  const found = new Map(rows.map(({ key, ...community }) => [key, community]));
  return keys.map((key) => found.get(key) ?? null);
}

/** A person and a community. */
export interface Pair {
  readonly userId: string;
  readonly communityId: string;
}

// Whoever has left a community has no row there, but a stream. The rule is that of `AdmitListed` in
// membership.decider.ts.
const unjoined = statement(
  'listed.unjoined',
  `select w.user_id as "userId", w.community_id as "communityId"
     from unnest($1::text[], $2::text[]) as w(user_id, community_id)
     left join community_members m on m.community_id = w.community_id and m.user_id = w.user_id
    where m.standing = 'pending' or (m.user_id is null and not exists (
      select from events e where e.stream_id = 'member/' || w.community_id || '/' || w.user_id))`,
);

/** Those of these pairs that an operator's list would join. */
export function readUnjoined(tx: Tx, pairs: readonly Pair[]): Promise<Pair[]> {
  return tx.query<Pair>(unjoined, [pairs.map(({ userId }) => userId), pairs.map(({ communityId }) => communityId)]);
}
