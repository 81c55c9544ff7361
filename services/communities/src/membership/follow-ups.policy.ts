import type { CommunitiesEvent } from '@parlour/contracts/communities';
import type { EnvelopeOf } from '@parlour/contracts/envelope';
import type { IdentityEvent } from '@parlour/contracts/identity';
import type { Cause } from '@parlour/kernel/policy/policy';

/** Admit everybody who was pending when a community became public. */
export interface AdmitAllPending {
  readonly type: 'AdmitAllPending';
  readonly communityId: string;
  /** The event that made it public; later requests are not affected. */
  readonly before: number;
}

/** End all memberships of a deleted account. */
export interface LetGo {
  readonly type: 'LetGo';
  readonly userId: string;
}

/** A command that follows from an event for many people, or for one person in many communities. */
export type FollowUp = AdmitAllPending | LetGo;

/**
 * Memberships after a community becomes public, and after an account is deleted. Source: decisions
 * C-3, U-5.
 */
export function followUpsOf(cause: Cause): readonly FollowUp[] {
  if (cause.kind !== 'event') return [];
  // One of the two logs that this policy reads.
  const event = cause.event as EnvelopeOf<CommunitiesEvent> | EnvelopeOf<IdentityEvent>;
  if (event.type === 'CommunityVisibilityChanged' && event.data.visibility === 'public') {
    return [{ type: 'AdmitAllPending', communityId: event.data.communityId, before: event.position }];
  }
  return event.type === 'UserDeleted' ? [{ type: 'LetGo', userId: event.data.userId }] : [];
}
