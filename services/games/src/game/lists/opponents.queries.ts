import { canonicalName } from '@parlour/contracts/text/checks';
import type { Rpc } from '@parlour/contracts/rpc';
import { statement, type Tx } from '@parlour/kernel/database/database';

const opponents = statement(
  'games.opponents',
  `select p.id from people p
    where p.canonical_name = any($1::text[]) and not p.deleted
      and (exists (select from games g where g.player1 = $2 and g.player2 = p.id and g.status <> 'OVER')
        or exists (select from games g where g.player2 = $2 and g.player1 = p.id and g.status <> 'OVER'))`,
);

/** The ids of those of these people who sit in a running game with this person. */
export async function readOpponents(
  tx: Tx,
  { usernames }: Rpc['games.acquainted']['request'],
  userId: string,
): Promise<Rpc['games.acquainted']['reply']> {
  const found = await tx.query<{ id: string }>(opponents, [usernames.map(canonicalName), userId]);
  return { userIds: found.map(({ id }) => id) };
}
