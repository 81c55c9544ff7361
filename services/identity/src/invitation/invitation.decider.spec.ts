import { describe, expect, test } from '@jest/globals';
import type { InvitationCreated, InvitationRevoked } from '@parlour/contracts/identity/invitations';
import { given } from '@parlour/kernel/testing/given';
import { type CreateInvitation, invitationDecider, type RevokeInvitation } from './invitation.decider.ts';

const now = '2026-06-01T10:00:00.000Z';
const create: CreateInvitation = {
  ...{ type: 'CreateInvitation', invitationId: 'i1', by: 'ann', isOperator: true, mayInvite: true, now },
  ...{ expiresAt: null, uses: 5_000, communityIds: ['c1'], note: 'For the class' },
};
const created: InvitationCreated = {
  type: 'InvitationCreated',
  data: { invitationId: 'i1', by: 'ann', expiresAt: null, uses: 5_000, communityIds: ['c1'] },
};
const revoke: RevokeInvitation = { type: 'RevokeInvitation', invitationId: 'i1', by: 'ann', isOperator: false };
const revoked: InvitationRevoked = { type: 'InvitationRevoked', data: { invitationId: 'i1', by: 'ann' } };

describe('[IN-1] an invitation', () => {
  test('is made by whoever may, its note in no event', () => {
    given(invitationDecider).when(create).then(created);
    given(invitationDecider)
      .when({ ...create, mayInvite: false })
      .thenRefused('invitation.position');
  });

  test.each([
    ['2026-06-01T10:59:59.999Z', 'refused'],
    ['2026-06-01T11:00:00.000Z', 'made'],
    ['2026-08-30T10:00:00.000Z', 'made'],
    ['2026-08-30T10:00:00.001Z', 'refused'],
    ['soon', 'refused'],
  ])('that ends at %s is %s', (expiresAt, outcome) => {
    const decided = given(invitationDecider).when({ ...create, expiresAt });
    if (outcome === 'refused') decided.thenRefused('invitation.end');
    else decided.then({ ...created, data: { ...created.data, expiresAt } });
  });

  test.each([
    [true, 0, 'refused'],
    [true, 1.5, 'refused'],
    [true, 5_001, 'refused'],
    [false, 11, 'refused'],
    [false, 10, 'made'],
  ])('of an operator (%s) for %s uses is %s', (isOperator, uses, outcome) => {
    const decided = given(invitationDecider).when({ ...create, isOperator, uses });
    if (outcome === 'refused') decided.thenRefused('invitation.uses');
    else decided.then({ ...created, data: { ...created.data, uses } });
  });

  test('leads to twenty communities, and its note has two hundred letters', () => {
    const ids = (length: number) => Array.from({ length }, (_, n) => `c${n}`);
    const made = { ...created, data: { ...created.data, communityIds: ids(20) } };
    given(invitationDecider)
      .when({ ...create, communityIds: ids(20), note: 'é'.repeat(200) })
      .then(made);
    given(invitationDecider)
      .when({ ...create, communityIds: ids(21) })
      .thenRefused('invitation.communities');
    given(invitationDecider)
      .when({ ...create, note: 'é'.repeat(201) })
      .thenRefused('invitation.note');
  });

  test('is revoked once, by its inviter or by an operator', () => {
    given(invitationDecider, [created]).when(revoke).then(revoked);
    given(invitationDecider, [created, revoked]).when(revoke).thenNothing();
    given(invitationDecider, [created])
      .when({ ...revoke, by: 'ben', isOperator: true })
      .then({ ...revoked, data: { ...revoked.data, by: 'ben' } });
    given(invitationDecider, [created])
      .when({ ...revoke, by: 'ben' })
      .thenRefused('invitation.over');
    given(invitationDecider).when(revoke).thenRefused('invitation.over');
    expect(created.data).not.toHaveProperty('note');
  });
});
