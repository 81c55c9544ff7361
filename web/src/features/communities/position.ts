import type { CommunityPosition, CommunityRowWire } from '@parlour/contracts/communities';

/** Owner and moderators. Source: specification RO-10. */
export function leads(position: CommunityPosition): boolean {
  return position <= 2;
}

/**
 * Whether somebody sees what a community holds, and may add to it.
 * Source: specification RO-12; decisions C-4, C-6.
 */
export function seesContents({ visibility, position }: Pick<CommunityRowWire, 'visibility' | 'position'>): boolean {
  return position <= 3 || (visibility === 'public' && position !== 4);
}

/** Whether somebody may begin a poll there. Source: specification RO-11; decisions P-2. */
export function mayCreatePoll({ visibility, position }: Pick<CommunityRowWire, 'visibility' | 'position'>): boolean {
  return leads(position) || (visibility === 'public' && position !== 4);
}

/** What the viewer is there, in a word; of somebody who is nothing there nothing. */
export const positionNames: Record<CommunityPosition, string | undefined> = {
  1: 'Owner',
  2: 'Moderator',
  3: 'Member',
  4: 'Banned',
  5: 'Pending',
  6: undefined,
};

/** A community's page, and what lies below it. */
export function communityAddress(communityId: string, below = ''): string {
  return `/community/${encodeURIComponent(communityId)}${below}`;
}
