import type {
  CommunityList,
  CommunityPersonWire,
  CommunityPosition,
  MembershipAction,
} from '@parlour/contracts/communities/communities';
import { leads } from '../membership/permissions.ts';

/** An action of an owner or moderator on a person. */
export interface MemberAct {
  readonly label: string;
  /** In the menu of a row, if it differs there. */
  readonly menuLabel?: string;
  readonly list: CommunityList;
  readonly action: MembershipAction;
  /** The consequences, for actions that ask first because they can't be undone entirely. */
  readonly consequence?: string;
  /** Whether the person stays among the members. */
  readonly keeps?: boolean;
  /** The action that undoes it without a trace, if there is one. */
  readonly back?: Pick<MemberAct, 'list' | 'action'>;
  /** Said when it is done. */
  readonly done: (username: string) => string;
}

export const memberActs = {
  approve: {
    label: 'Approve',
    list: 'pendingMembers',
    action: 'approve',
    done: (username) => `${username} is now a member.`,
  },
  deny: {
    label: 'Deny',
    list: 'pendingMembers',
    action: 'deny',
    done: (username) => `${username}’s request was denied.`,
  },
  ban: {
    label: 'Ban',
    list: 'bannedMembers',
    action: 'add',
    consequence:
      'They lose their membership and can no longer see its posts and polls. Once unbanned, they have to join or ask again.',
    done: (username) => `${username} is banned.`,
  },
  remove: {
    label: 'Remove',
    list: 'members',
    action: 'remove',
    consequence: 'They lose their membership. They can join or ask again.',
    done: (username) => `${username} is no longer a member.`,
  },
  unban: {
    label: 'Unban',
    list: 'bannedMembers',
    action: 'remove',
    back: { list: 'bannedMembers', action: 'add' },
    done: (username) => `${username} can join or ask again.`,
  },
  addModerator: {
    label: 'Add moderator',
    menuLabel: 'Make moderator',
    list: 'moderators',
    action: 'add',
    keeps: true,
    back: { list: 'moderators', action: 'remove' },
    done: (username) => `${username} is now a moderator.`,
  },
  removeModerator: {
    label: 'Remove moderator',
    list: 'moderators',
    action: 'remove',
    keeps: true,
    back: { list: 'moderators', action: 'add' },
    done: (username) => `${username} is no longer a moderator.`,
  },
} as const satisfies Record<string, MemberAct>;

/** Whether someone in this position may ban or remove a person. Source: decisions C-3. */
export function mayBan(viewer: CommunityPosition, { position }: CommunityPersonWire): boolean {
  return position === 3 || (viewer === 1 && position === 2);
}

/** The actions on a member that this position allows. */
export function actsOn(viewer: CommunityPosition, person: CommunityPersonWire): readonly MemberAct[] {
  if (!leads(viewer) || !mayBan(viewer, person)) return [];
  const { addModerator, removeModerator, remove, ban } = memberActs;
  if (viewer !== 1) return [remove, ban];
  return [person.position === 2 ? removeModerator : addModerator, remove, ban];
}
