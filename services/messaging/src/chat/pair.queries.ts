import { statement, type Tx } from '@parlour/kernel/database/database';

/** The scope of two-person chats, which exist once per pair. */
export const pairScope = 'chat of two';

const byKey = statement(
  'chats.pair',
  'select owner from reservations where scope = $1 and key = $2 and expires_at is null',
);

/** The key of a pair that the creator is one of, in either order; undefined for other people. */
export function pairOf(participants: readonly (string | null)[], creatorId: string): string | undefined {
  const ids = [...new Set(participants)];
  const isPair = ids.length === 2 && !ids.includes(null) && ids.includes(creatorId);
  return isPair ? ids.toSorted().join(' ') : undefined;
}

/** Finds the id of a pair's chat. */
export async function findPair(tx: Tx, pair: string): Promise<string | undefined> {
  const [row] = await tx.query<{ owner: string }>(byKey, [pairScope, pair]);
  return row?.owner;
}
