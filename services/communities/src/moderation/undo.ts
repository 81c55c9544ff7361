import type {
  CommunityPosition,
  CommunityVisibility,
  ModerationAct,
  ModerationEntryWire,
} from '@parlour/contracts/communities';
import type { Place } from '../membership/membership-status.ts';

/** How things stand when an entry of the moderation log is looked at. */
export interface Now {
  readonly viewer: CommunityPosition;
  readonly visibility: CommunityVisibility;
  /** What the person of the entry is now; absent where his account is gone. */
  readonly target: Place | undefined;
}

/** The call that takes an act back, where it would change something now and this viewer may give it; who was denied or removed has to come back himself. */
export function undoOf(act: ModerationAct, { viewer, visibility, target }: Now): ModerationEntryWire['undo'] {
  const owns = viewer === 1;
  switch (act) {
    case 'approved':
      return target === 'member' || (target === 'moderator' && owns)
        ? { list: 'members', action: 'remove' }
        : undefined;
    case 'banned':
      return target === 'banned' ? { list: 'bannedMembers', action: 'remove' } : undefined;
    case 'unbanned':
      return target === 'none' || target === 'pending' || target === 'member' || (target === 'moderator' && owns)
        ? { list: 'bannedMembers', action: 'add' }
        : undefined;
    case 'moderatorAdded':
      return target === 'moderator' && owns ? { list: 'moderators', action: 'remove' } : undefined;
    case 'moderatorRemoved':
      return target === 'member' && owns ? { list: 'moderators', action: 'add' } : undefined;
    case 'madePublic':
      return visibility === 'public' ? { visibility: 'private' } : undefined;
    case 'madePrivate':
      return visibility === 'private' ? { visibility: 'public' } : undefined;
    case 'denied':
    case 'removed':
    case 'ownerChanged':
      return undefined;
  }
}
