import type { CommunityVisibility } from '@parlour/contracts/communities/communities';
import type { MembershipState, Ownership } from '../membership/membership-status.ts';

/** A community that exists, or did before it was closed. */
interface KnownCommunity extends Ownership {
  readonly visibility: CommunityVisibility;
  readonly name: string;
  readonly description: string;
  readonly version: number;
  /** Whom the owner offers it to, and how many events the owner's own membership has. */
  readonly offer: { readonly to: string; readonly changes: number } | null;
}

/** An existing community. */
export interface OpenCommunity extends KnownCommunity {
  readonly status: 'open';
}

/** A community that takes nothing new. */
export interface ClosedCommunity extends KnownCommunity {
  readonly status: 'closed';
}

/** Whether the community exists, and the facts that rules depend on. */
export type CommunityState = OpenCommunity | ClosedCommunity | { readonly status: 'unknown' };

/** The common part of the commands on a whole community. */
export interface ChangeOfCommunity {
  readonly communityId: string;
  readonly by: string;
  /** The caller's membership; its stream guards the decision. */
  readonly own: MembershipState;
}
