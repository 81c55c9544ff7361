import { canonicalCommunityName } from '@parlour/contracts/community-checks';
import { looksOf } from '@parlour/contracts/look-alikes';
import { statement, type Tx } from '@parlour/kernel/database/database';
import { lookScope } from './community.decider.ts';

// If two already look alike, one of them holds the reservation.
const lookFor = statement(
  'communities.lookForName',
  `with older as (
     insert into reservations (scope, key, owner)
     select '${lookScope}', n.look, min(c.id)
       from unnest($1::text[]) as n(look) join communities c on c.look = n.look or c.written_look = n.look
      group by n.look
     on conflict (scope, key) do nothing
   )
   select 1 as one from communities where name_key = $2`,
);

/**
 * Before a name is taken: reserves the looks of communities that have none reserved, from older
 * versions or backups, and returns whether one has this very name.
 */
export async function lookForName(tx: Tx, name: string): Promise<boolean> {
  const { plain, written } = looksOf(name);
  const looks = [...new Set([plain, written])];
  return (await tx.query(lookFor, [looks, canonicalCommunityName(name)])).length > 0;
}
