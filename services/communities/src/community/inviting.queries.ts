import type { InvitingCommunity } from '@parlour/contracts/identity/invitations';
import type { Rpc } from '@parlour/contracts/rpc';
import { statement, type Tx } from '@parlour/kernel/database/database';
import { joinViewer, leading } from './community-access.queries.ts';

const inviting = statement(
  'communities.inviting',
  `select c.id as "_id", c.name from communities c ${joinViewer('$2')}
    where c.id = any($1::text[]) and c.closed_position is null
      and ($2::text is null or ${leading} or (c.visibility = 'public' and me.standing is distinct from 'banned'))
    order by c.name_key`,
);

/**
 * Those of these communities that are open; with an inviter, those that a newcomer whom they invite
 * joins: the rule is that of `mayInvite` in `membership.decider.ts`.
 */
export async function readInviting(
  tx: Tx,
  { ids, inviterId }: Rpc['communities.getInviting']['request'],
): Promise<{ readonly communities: readonly InvitingCommunity[] }> {
  return { communities: await tx.query<InvitingCommunity>(inviting, [ids, inviterId ?? null]) };
}
