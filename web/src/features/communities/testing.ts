import type { CommunityRowWire, CommunityWire } from '@parlour/contracts/communities/communities';
import { unedited } from '@parlour/contracts/posts/editable';

/** A list row with defaults for what the test doesn't set. */
export function rowOf(change: Partial<CommunityRowWire> & { readonly _id: string }): CommunityRowWire {
  return {
    name: `Name of ${change._id}`,
    description: `About ${change._id}`,
    visibility: 'public',
    owner: 'bea',
    memberCount: 3,
    position: 6,
    createdAt: '2026-06-01T10:00:00.000Z',
    closedAt: null,
    picture: null,
    pendingCount: 0,
    reportedCount: 0,
    ...change,
  };
}

/** A whole community around a row. */
export function communityOf(change: Partial<CommunityWire> & { readonly _id: string }): CommunityWire {
  const people = {
    members: ['bea'],
    moderators: [],
    pendingMembers: [],
    bannedMembers: [],
    offeredTo: null,
    banner: null,
  };
  return { ...rowOf(change), ...people, ...unedited, ...change };
}
