import type { MembershipStatus } from '@parlour/contracts/communities';

/** A person's status in a community by their own stream; ownership is in the community's stream. */
export interface MembershipState {
  readonly status: MembershipStatus;
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
