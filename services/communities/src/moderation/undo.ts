import type {
  CommunityPosition,
  CommunityVisibility,
  ModerationAct,
  ModerationEntryWire,
} from '@parlour/contracts/communities/communities';
import type { Place } from '../membership/membership-status.ts';

/** The state in which an entry of the moderation log is viewed. */
export interface Now {
  readonly viewer: CommunityPosition;
  readonly visibility: CommunityVisibility;
  /** The current position of the entry's person; absent if the account is deleted. */
  readonly target: Place | undefined;
}

/**
 * The call that undoes an act, if it would change something now and this viewer may make it; denied
 * or removed people have to come back themselves.
 */
export function undoOf(act: ModerationAct, { viewer, visibility, target }: Now): ModerationEntryWire['undo'] {
  const owns = viewer === 1;
  switch (act) {
    case 'invited':
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
      return visibility === 'private' && owns ? { visibility: 'public' } : undefined;
    case 'denied':
    case 'removed':
    case 'resigned':
    case 'edited':
    case 'ownerOffered':
    case 'ownerWithdrawn':
    case 'ownerDeclined':
    case 'ownerChanged':
    case 'closed':
    case 'pollEdited':
    case 'pollClosed':
    case 'pollDeleted':
    case 'pollRestored':
    case 'postRemoved':
    case 'postRestored':
    case 'reportDismissed':
    case 'reportResolved':
    case 'warned':
      return undefined;
  }
}
