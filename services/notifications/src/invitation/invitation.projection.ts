import type { GamesEvent } from '@parlour/contracts/games/games';
import { projection } from '@parlour/kernel/view/projection';
import { upsert } from '@parlour/kernel/view/row-changes';
import { DeclinedInvitationRow } from './invitation.entity.ts';

/** Which invitations to games were declined: their notifications are hidden. */
export const invitationView = projection<GamesEvent>({
  name: 'notifications.invitations',
  source: 'games',
  entities: [DeclinedInvitationRow],
  changes: {
    InvitationDeclined: ({ data: { gameId, userId } }) => [upsert(DeclinedInvitationRow, { gameId, userId })],
  },
});
