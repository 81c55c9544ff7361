import { DomainError, refuse } from '@parlour/contracts/errors';
import {
  checkInvitation,
  type InvitationCreated,
  type InvitationRevoked,
  type WantedInvitation,
} from '@parlour/contracts/identity/invitations';
import { messages } from '@parlour/contracts/messages';
import type { Decider } from '@parlour/kernel/log/decider';

/** What became of an invitation, and who made it. */
export type InvitationState =
  | { readonly status: 'unknown' }
  | { readonly status: 'made' | 'revoked'; readonly by: string };

/** What somebody may do about invitations. */
export interface Inviter {
  readonly isOperator: boolean;
  /** Whether they may invite people: operators, and where the site allows it, everybody. */
  readonly mayInvite: boolean;
}

/** Make an invitation. */
export interface CreateInvitation extends WantedInvitation, Inviter {
  readonly type: 'CreateInvitation';
  readonly invitationId: string;
  readonly by: string;
  /** ISO-8601. */
  readonly now: string;
}

/** Revoke an invitation. */
export interface RevokeInvitation {
  readonly type: 'RevokeInvitation';
  readonly invitationId: string;
  readonly by: string;
  readonly isOperator: boolean;
}

/** The stream of one invitation. */
export function invitationStream(invitationId: string): string {
  return `invitation/${invitationId}`;
}

/** The error for every code that admits nobody. */
export function invitationOver(): DomainError {
  return new DomainError('invitation.over', messages.invitationOver);
}

/**
 * The rules of making and revoking invitations. That one is used is in the newcomer's own stream;
 * how often, its row says. Source: decisions O-18.
 */
export const invitationDecider: Decider<
  InvitationState,
  CreateInvitation | RevokeInvitation,
  InvitationCreated | InvitationRevoked
> = {
  initial: { status: 'unknown' },

  decide(command, state) {
    const { invitationId, by, isOperator } = command;
    if (command.type === 'RevokeInvitation') {
      if (state.status === 'unknown' || (state.by !== by && !isOperator)) throw invitationOver();
      return state.status === 'revoked' ? [] : [{ type: 'InvitationRevoked', data: { invitationId, by } }];
    }
    const { expiresAt, uses, communityIds, note, mayInvite, now } = command;
    if (!mayInvite) throw new DomainError('invitation.position', messages.invitationPosition);
    refuse(checkInvitation({ expiresAt, uses, communityIds, note }, isOperator, now));
    return [{ type: 'InvitationCreated', data: { invitationId, by, expiresAt, uses, communityIds } }];
  },

  evolve(state, event) {
    switch (event.type) {
      case 'InvitationCreated':
        return { status: 'made', by: event.data.by };
      case 'InvitationRevoked':
        return state.status === 'unknown' ? state : { ...state, status: 'revoked' };
      default:
        event satisfies never;
        return state;
    }
  },
};
