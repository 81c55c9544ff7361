import { canonicalName } from '@parlour/contracts/text/checks';
import { statement, type Tx } from '@parlour/kernel/database/database';

const opponents = statement(
  'games.opponents',
  `select p.id from people p
    where p.canonical_name = any($1::text[]) and not p.deleted
      and (exists (select from games g where g.player1 = $2 and g.player2 = p.id and g.status <> 'OVER')
        or exists (select from games g where g.player2 = $2 and g.player1 = p.id and g.status <> 'OVER'))`,
);

/** The ids of those of these people who sit in a running game with this person. */
export async function readOpponents(tx: Tx, usernames: readonly string[], userId: string): Promise<string[]> {
  return (await tx.query<{ id: string }>(opponents, [usernames.map(canonicalName), userId])).map(({ id }) => id);
}
