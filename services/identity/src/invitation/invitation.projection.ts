import type { IdentityEvent } from '@parlour/contracts/identity/identity';
import { projection } from '@parlour/kernel/view/projection';
import { add, insert, patch, remove } from '@parlour/kernel/view/row-changes';
import { InvitationRow, InvitedRow } from './invitation.entity.ts';

/** Invitations, and who came by them. */
export const invitationView = projection<IdentityEvent>({
  name: 'identity.invitations',
  source: 'identity',
  entities: [InvitationRow, InvitedRow],
  changes: {
    InvitationCreated: ({ data: { invitationId: id, by: byId, ...invitation }, position, occurredAt: createdAt }) => [
      insert(InvitationRow, { id, position, byId, ...invitation, used: 0, createdAt, revoked: false }),
    ],
    InvitationRevoked: ({ data: { invitationId: id } }) => [patch(InvitationRow, { id }, { revoked: true })],
    InvitationUsed: ({ data: { invitationId, userId }, position }) => [
      add(InvitationRow, { id: invitationId }, { used: 1 }),
      insert(InvitedRow, { userId, invitationId, position }),
    ],
    UserDeleted: ({ data: { userId } }) => [remove(InvitedRow, { userId })],
  },
});
