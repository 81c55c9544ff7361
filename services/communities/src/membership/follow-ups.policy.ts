import type { CommunitiesEvent } from '@parlour/contracts/communities';
import type { EnvelopeOf } from '@parlour/contracts/envelope';
import type { IdentityEvent } from '@parlour/contracts/identity';
import type { Cause } from '@parlour/kernel/policy/policy';

/** Make everybody a member who waited when a community became public. */
export interface AdmitAllPending {
  readonly type: 'AdmitAllPending';
  readonly communityId: string;
  /** The event by which it did; who asked later is not meant. */
  readonly before: number;
}

/** End what a deleted account was in all communities. */
export interface LetGo {
  readonly type: 'LetGo';
  readonly userId: string;
}

/** What follows from an event for many people, or for one person in many communities. */
export type FollowUp = AdmitAllPending | LetGo;

/** What follows for people's standings: from a community that becomes public, and from an account that is deleted. Source: decisions C-3, U-5. */
export function followUpsOf(cause: Cause): readonly FollowUp[] {
  if (cause.kind !== 'event') return [];
  // One of the two logs that this policy reads.
  const event = cause.event as EnvelopeOf<CommunitiesEvent> | EnvelopeOf<IdentityEvent>;
  if (event.type === 'CommunityVisibilityChanged' && event.data.visibility === 'public') {
    return [{ type: 'AdmitAllPending', communityId: event.data.communityId, before: event.position }];
  }
  return event.type === 'UserDeleted' ? [{ type: 'LetGo', userId: event.data.userId }] : [];
}
