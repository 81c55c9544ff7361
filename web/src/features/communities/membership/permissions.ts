import type {
  CommunityPosition,
  CommunityRowWire,
  CommunityVisibility,
} from '@parlour/contracts/communities/communities';

/** Whether a position is owner or moderator. Source: specification RO-10. */
export function leads(position: CommunityPosition): boolean {
  return position <= 2;
}

/**
 * Whether someone can see and add to a community's contents. Source: specification RO-12; decisions
 * C-4, C-6.
 */
export function seesContents({ visibility, position }: Pick<CommunityRowWire, 'visibility' | 'position'>): boolean {
  return position <= 3 || (visibility === 'public' && position !== 4);
}

/** Whether someone can create a poll there. Source: specification RO-11; decisions P-2, C-10. */
export function mayCreatePoll({
  visibility,
  position,
  closedAt,
}: Pick<CommunityRowWire, 'visibility' | 'position' | 'closedAt'>): boolean {
  return closedAt === null && (leads(position) || (visibility === 'public' && position !== 4));
}

/** An explanation of each visibility. */
export const visibilityMeanings: Record<CommunityVisibility, string> = {
  public: 'Anyone can see its posts and polls, and join.',
  private: 'Only members can see its posts and polls. Others can ask to join.',
};

/** The viewer's role in a word; undefined if they have none. */
export const positionNames: Record<CommunityPosition, string | undefined> = {
  1: 'Owner',
  2: 'Moderator',
  3: 'Member',
  4: 'Banned',
  5: 'Pending',
  6: undefined,
};

/** The address of a community's page or subpage. */
export function communityAddress(communityId: string, below = ''): string {
  return `/community/${encodeURIComponent(communityId)}${below}`;
}
