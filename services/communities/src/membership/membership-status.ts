import type { MembershipStatus } from '@parlour/contracts/communities';

/** How somebody stands to a community by his own stream; that he owns it stands in the community's. */
export interface MembershipState {
  readonly status: MembershipStatus;
}

/** Who somebody is in a community. */
export type Place = MembershipStatus | 'owner';

/** Positions 1 and 2: they see to who is in the community. Source: specification RO-10. */
export function leads(place: Place): boolean {
  return place === 'owner' || place === 'moderator';
}

/** Positions 1 to 3: they see what a private community holds. Source: decisions C-1, C-4. */
export function belongs(place: Place): boolean {
  return leads(place) || place === 'member';
}
