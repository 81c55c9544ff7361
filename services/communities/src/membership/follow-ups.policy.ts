import type { CommunitiesEvent } from '@parlour/contracts/communities/communities';
import type { IdentityEvent } from '@parlour/contracts/identity/identity';
import { type Policy, reactionsTo } from '@parlour/kernel/policy/policy';
import type { AdmitInvited, StepDown } from './membership.decider.ts';

/** Admit everybody who was pending when a community became public. */
export interface AdmitAllPending {
  readonly type: 'AdmitAllPending';
  readonly communityId: string;
  /** The event that made it public; later requests are not affected. */
  readonly before: number;
}

/** Make a newcomer a member of a community that their invitation leads into. */
export type LetIn = Omit<AdmitInvited, 'community' | 'inviter'>;

/** End all memberships of a deleted account. */
export interface LetGo {
  readonly type: 'LetGo';
  readonly userId: string;
}

/** Make a former owner a moderator. */
export type HandedOver = Omit<StepDown, 'community'>;

/** A command that follows from an event for other people, or for one person in many communities. */
export type FollowUp = AdmitAllPending | LetIn | LetGo | HandedOver;

/**
 * Memberships after a community becomes public, after its owner gave it away, and after an account
 * is deleted. Source: decisions C-3, C-9, U-5.
 */
export const followUpsOfEvents: Policy<FollowUp>['reactions'] = {
  communities: reactionsTo<CommunitiesEvent, FollowUp>({
    CommunityVisibilityChanged: ({ data: { communityId, visibility }, position }) =>
      visibility === 'public' ? [{ type: 'AdmitAllPending', communityId, before: position }] : [],
    OwnershipPassed: ({ data: { communityId, from, accepted } }) =>
      accepted ? [{ type: 'StepDown', communityId, userId: from }] : [],
  }),
  identity: reactionsTo<IdentityEvent, FollowUp>({
    InvitationUsed: ({ data: { communityIds, userId, inviterId: by } }) =>
      communityIds.map((communityId) => ({ type: 'AdmitInvited', communityId, userId, by })),
    UserDeleted: ({ data: { userId } }) => [{ type: 'LetGo', userId }],
  }),
};
