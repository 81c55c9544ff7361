import type { MembershipStatus } from '@parlour/contracts/communities/communities';

/** A person's status in a community by their own stream; ownership is in the community's stream. */
export interface MembershipState {
  readonly status: MembershipStatus;
  /** How many events the stream has; absent for none. */
  readonly changes?: number;
}

/** Who owns a community, and who did. */
export interface Ownership {
  readonly ownerId: string;
  /** By id, how many events a former owner's own stream had when they handed the community over. */
  readonly formerOwners: ReadonlyMap<string, number>;
}

/** A person's position in a community. */
export type Place = MembershipStatus | 'owner';

/** Positions 1 and 2: they see to who is in the community. Source: specification RO-10. */
export function leads(place: Place): boolean {
  return place === 'owner' || place === 'moderator';
}

/** Positions 1 to 3: they see the content of a private community. Source: decisions C-1, C-4. */
export function belongs(place: Place): boolean {
  return leads(place) || place === 'member';
}

/** A person's position in a community: owner, or their status. */
export function placeIn(community: Ownership, userId: string, own: MembershipState): Place {
  return userId === community.ownerId ? 'owner' : statusIn(community, userId, own);
}

/**
 * A person's status by their own stream. A former owner is a moderator from the handover on, which
 * their own stream says later, unless something else happens to them first. Source: decisions C-9.
 */
export function statusIn({ formerOwners }: Ownership, userId: string, own: MembershipState): MembershipStatus {
  return formerOwners.get(userId) === (own.changes ?? 0) ? 'moderator' : own.status;
}
