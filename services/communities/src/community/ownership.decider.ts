import type {
  OwnershipOffered,
  OwnershipOfferEnded,
  OwnershipPassed,
} from '@parlour/contracts/communities/communities';
import { DomainError, type Fault, refuse } from '@parlour/contracts/errors';
import { messages } from '@parlour/contracts/messages';
import { belongs, type MembershipState, placeIn } from '../membership/membership-status.ts';
import type { ChangeOfCommunity, OpenCommunity } from './community-state.ts';

/** Offer the community to a member. */
export interface OfferOwnership extends ChangeOfCommunity {
  readonly type: 'OfferOwnership';
  /** Null to withdraw the offer. */
  readonly to: string | null;
  /** The membership of whom it is offered to; its stream guards the decision. */
  readonly heir: MembershipState;
  /** Whom it is offered to now, with their membership, whose stream guards the decision. */
  readonly current: { readonly userId: string; readonly own: MembershipState } | null;
  /** Why the owner cannot reach them, if there is a block. */
  readonly blocked?: Fault | undefined;
}

/** Accept or decline an offer. */
export interface AnswerOffer extends ChangeOfCommunity {
  readonly type: 'AnswerOffer';
  readonly accept: boolean;
}

/** Give a community of a deleted owner to another one. */
export interface PassOwnership {
  readonly type: 'PassOwnership';
  readonly communityId: string;
  readonly from: string;
  readonly to: string;
  /** The next owner's membership; its stream guards the decision. */
  readonly heir: MembershipState;
}

/**
 * To one at a time: an offer stands as long as whoever got it belongs to the community, and a void
 * one is replaced.
 * @throws {DomainError} `community.membership`, `person.unavailable`, `block.own`,
 * `community.offered`
 */
export function offer(
  command: OfferOwnership,
  community: OpenCommunity,
): readonly (OwnershipOffered | OwnershipOfferEnded)[] {
  const { communityId, by: from, to, own, heir, current } = command;
  const { name } = community;
  const offeredTo = community.offer?.to ?? null;
  if (to === null) {
    if (offeredTo === null) return [];
    const data = { communityId, from, to: offeredTo, name, reason: 'withdrawn' } as const;
    return [{ type: 'OwnershipOfferEnded', data }];
  }
  if (to === from || !belongs(placeIn(community, to, heir))) {
    throw new DomainError('community.membership', messages.communityNotMember);
  }
  if (to === offeredTo) return [];
  refuse(command.blocked);
  const isVoid = current?.userId === offeredTo && !belongs(placeIn(community, current.userId, current.own));
  if (offeredTo !== null && !isVoid) throw new DomainError('community.offered', messages.communityOffered);
  return [{ type: 'OwnershipOffered', data: { communityId, from, to, name, changes: own.changes ?? 0 } }];
}

/** @throws {DomainError} `community.noOffer` */
export function answer(
  { communityId, by: to, own, accept }: AnswerOffer,
  community: OpenCommunity,
): readonly (OwnershipPassed | OwnershipOfferEnded)[] {
  const { ownerId: from, name } = community;
  if (accept && to === from) return [];
  // A person who left or was banned since then has to be a member again.
  if (community.offer?.to !== to || !belongs(placeIn(community, to, own))) {
    throw new DomainError('community.noOffer', messages.communityNoOffer);
  }
  if (accept) return [{ type: 'OwnershipPassed', data: { communityId, from, to, accepted: true, name } }];
  return [{ type: 'OwnershipOfferEnded', data: { communityId, from, to, name, reason: 'declined' } }];
}

/** @throws {DomainError} `community.membership` */
export function pass(
  { communityId, from, to, heir }: PassOwnership,
  community: OpenCommunity,
): readonly OwnershipPassed[] {
  // They left, or were banned, since they were chosen: another one is looked for.
  if (!belongs(placeIn(community, to, heir))) {
    throw new DomainError('community.membership', messages.communityNotMember);
  }
  return [{ type: 'OwnershipPassed', data: { communityId, from, to, accepted: false, name: community.name } }];
}
