import type {
  CommunityList,
  MembershipAction,
  MembershipStatus,
  StandingChanged,
  MembershipStatusReason,
} from '@parlour/contracts/communities/communities';
import { DomainError } from '@parlour/contracts/errors';
import { messages } from '@parlour/contracts/messages';
import type { Guard } from '@parlour/kernel/log/commands';
import type { Decider } from '@parlour/kernel/log/decider';
import { openFor } from '../community/community.decider.ts';
import type { CommunityState } from '../community/community-state.ts';
import { belongs, leads, type MembershipState, type Place, placeIn, statusIn } from './membership-status.ts';

/** Act on a person and a list of a community's people. */
export interface ChangeMembership {
  readonly type: 'ChangeMembership';
  readonly communityId: string;
  readonly by: string;
  readonly userId: string;
  readonly list: CommunityList;
  readonly action: MembershipAction;
  /** Owner and moderators, who are told of a request. */
  readonly leaders: readonly string[];
  /** The community and the caller's membership; their streams guard the decision. */
  readonly community: CommunityState;
  readonly own: MembershipState;
}

/** Admit a pending person: the community has become public, and still is. */
export interface AdmitPending {
  readonly type: 'AdmitPending';
  readonly communityId: string;
  readonly userId: string;
  /** Its stream guards the decision. */
  readonly community: CommunityState;
}

/** Make a newcomer a member of a community that their invitation leads into. */
export interface AdmitInvited {
  readonly type: 'AdmitInvited';
  readonly communityId: string;
  readonly userId: string;
  readonly by: string;
  /** The community and the inviter's membership; their streams guard the decision. */
  readonly community: CommunityState;
  readonly inviter: MembershipState;
}

/** Make a person a member, as an operator's list of members has it. */
export interface AdmitListed {
  readonly type: 'AdmitListed';
  readonly communityId: string;
  readonly userId: string;
  readonly by: string;
  /** Its stream guards the decision. */
  readonly community: CommunityState;
}

/** End the membership of a deleted account. */
export interface EndMembership {
  readonly type: 'EndMembership';
  readonly communityId: string;
  readonly userId: string;
  /** Whether they own the community, closed by now: that is not in their own stream. */
  readonly owns: boolean;
}

/** Make a former owner, who gave the community to another one, a moderator. */
export interface StepDown {
  readonly type: 'StepDown';
  readonly communityId: string;
  readonly userId: string;
  /** Its stream guards the decision. */
  readonly community: CommunityState;
}

/** The commands of a membership. */
export type MembershipCommand = ChangeMembership | AdmitPending | AdmitInvited | AdmitListed | EndMembership | StepDown;

/** The stream of one person in one community. */
export function membershipStream(communityId: string, userId: string): string {
  return `member/${communityId}/${userId}`;
}

/** A membership as a guard for other decisions. */
export function membershipGuard(communityId: string, userId: string): Guard<MembershipState> {
  // The stream of a membership holds its decider's events only.
  return { streamId: membershipStream(communityId, userId), decider: membershipDecider };
}

/** The reasons that people are told of, with the community's name. */
const toldOf: readonly MembershipStatusReason[] = ['requested', 'approved', 'denied'];

function newsOf(
  reason: MembershipStatusReason,
  { community, leaders }: ChangeMembership,
): Pick<StandingChanged['data'], 'name' | 'leaders'> {
  if (!toldOf.includes(reason) || community.status === 'unknown') return {};
  return { name: community.name, ...(reason === 'requested' && { leaders }) };
}

/** The result of a call: a new status, or nothing if it is already so. */
type Move = { readonly standing: MembershipStatus; readonly reason: MembershipStatusReason } | undefined;

/** The facts that a call is decided on. */
interface Situation {
  readonly isPublic: boolean;
  readonly isSelf: boolean;
  readonly actor: Place;
  readonly target: Place;
}

/**
 * The rules of membership. All calls are idempotent; rights are checked first. Source: decisions
 * C-1 to C-3, C-6.
 */
export const membershipDecider: Decider<MembershipState, MembershipCommand, StandingChanged> = {
  initial: { status: 'none' },
  snapshots: 'all',

  decide(command, state) {
    const { communityId, userId } = command;
    const { status: before } = state;
    switch (command.type) {
      case 'ChangeMembership': {
        const move = moveOf(command, state);
        if (!move) return [];
        const { community } = command;
        const data = {
          communityId,
          userId,
          before: community.status === 'unknown' ? before : statusIn(community, userId, state),
          ...move,
          by: command.by,
          ...newsOf(move.reason, command),
        };
        return [{ type: 'StandingChanged', data }];
      }
      case 'AdmitPending': {
        const move = { standing: 'member', reason: 'madePublic', by: null } as const;
        const { community } = command;
        if (before !== 'pending' || community.status !== 'open' || community.visibility !== 'public') return [];
        return [{ type: 'StandingChanged', data: { communityId, userId, before, ...move } }];
      }
      case 'AdmitInvited': {
        const move = { standing: 'member', reason: 'invited', by: command.by } as const;
        if ((before !== 'none' && before !== 'pending') || !mayInvite(command)) return [];
        return [{ type: 'StandingChanged', data: { communityId, userId, before, ...move } }];
      }
      case 'AdmitListed': {
        const move = { standing: 'member', reason: 'invited', by: command.by } as const;
        const { community } = command;
        // Whoever has left, or was removed, stays away.
        if (community.status !== 'open') return [];
        const place = placeIn(community, userId, state);
        if (place !== 'pending' && (place !== 'none' || (state.changes ?? 0) > 0)) return [];
        return [{ type: 'StandingChanged', data: { communityId, userId, before, ...move } }];
      }
      case 'EndMembership': {
        const move = { standing: 'none', reason: 'deleted', by: null } as const;
        if (before === 'none' && !command.owns) return [];
        return [{ type: 'StandingChanged', data: { communityId, userId, before, ...move } }];
      }
      case 'StepDown': {
        const move = { standing: 'moderator', reason: 'handedOver', by: null } as const;
        if (!isToStepDown(command, state)) return [];
        return [{ type: 'StandingChanged', data: { communityId, userId, before, ...move } }];
      }
    }
  },

  evolve(state, event, version) {
    switch (event.type) {
      case 'StandingChanged':
        return { status: event.data.standing, changes: version };
      default:
        event.type satisfies never;
        return state;
    }
  },
};

/**
 * Unless they own it again, or something else happened to them since they handed it over: the next
 * owner was quicker, or they left.
 */
function isToStepDown({ userId, community }: StepDown, { status, changes = 0 }: MembershipState): boolean {
  if (community.status === 'unknown' || community.ownerId === userId) return false;
  if (status === 'banned' || status === 'moderator') return false;
  return community.formerOwners.get(userId) === changes;
}

/**
 * Whether somebody may bring others into a community: leaders may, who decide on requests, and into
 * a public one, which takes everybody, all but those whom it has banned. Source: decisions O-18.
 */
function mayInvite({ community, by, inviter }: AdmitInvited): boolean {
  if (community.status !== 'open') return false;
  const place = placeIn(community, by, inviter);
  return leads(place) || (community.visibility === 'public' && place !== 'banned');
}

/** Whether people end their own membership or request. */
export function isLeaving({
  by,
  userId,
  list,
  action,
}: Pick<ChangeMembership, 'by' | 'userId' | 'list' | 'action'>): boolean {
  return by === userId && action === 'remove' && (list === 'members' || list === 'pendingMembers');
}

function moveOf(command: ChangeMembership, state: MembershipState): Move {
  const { by, userId, list, action } = command;
  const isSelf = by === userId;
  const own = isSelf ? state : command.own;
  // A closed community can still be left, which may be repeated; strangers must not learn of it.
  const { community: found } = command;
  const mayLeave =
    found.status === 'closed' &&
    isLeaving(command) &&
    (placeIn(found, userId, state) !== 'none' || (state.changes ?? 0) > 0);
  const community = mayLeave ? found : openFor(found, by, own);
  const situation: Situation = {
    isPublic: community.visibility === 'public',
    isSelf,
    target: placeIn(community, userId, state),
    actor: placeIn(community, by, own),
  };
  switch (`${list} ${action}` as const) {
    case 'members add':
      return situation.isSelf ? join(situation) : admit(situation);
    case 'members remove':
      return situation.isSelf ? leave(situation) : remove(situation);
    case 'pendingMembers add':
      return request(situation);
    case 'pendingMembers remove':
      return situation.isSelf ? withdraw(situation) : deny(situation);
    case 'pendingMembers approve':
      return admit(situation);
    case 'pendingMembers deny':
      return deny(situation);
    case 'bannedMembers add':
      return ban(situation);
    case 'bannedMembers remove':
      return unban(situation);
    case 'moderators add':
      return promote(situation);
    case 'moderators remove':
      return demote(situation);
    case 'moderators resign':
      return resign(situation);
    case 'members resign':
    case 'pendingMembers resign':
    case 'bannedMembers resign':
    case 'members approve':
    case 'members deny':
    case 'bannedMembers approve':
    case 'bannedMembers deny':
    case 'moderators approve':
    case 'moderators deny':
    default:
      throw new DomainError('community.list', messages.communityListInvalid);
  }
}

/** A public community admits at once, a private one takes requests. Source: decisions C-2. */
function join({ isPublic, target }: Situation): Move {
  if (belongs(target)) return undefined;
  allow(isPublic && target !== 'banned');
  return { standing: 'member', reason: 'joined' };
}

/** A request admits at once in a public community: it may have become public just now. */
function request(situation: Situation): Move {
  allow(situation.isSelf && situation.target !== 'banned');
  if (situation.isPublic) return join(situation);
  return situation.target === 'none' ? { standing: 'pending', reason: 'requested' } : undefined;
}

function withdraw({ target }: Situation): Move {
  return target === 'pending' ? { standing: 'none', reason: 'withdrawn' } : undefined;
}

function leave({ target }: Situation): Move {
  possible(target !== 'owner', messages.communityOwnerStays);
  return belongs(target) ? { standing: 'none', reason: 'left' } : undefined;
}

function admit({ actor, target }: Situation): Move {
  allow(leads(actor));
  if (belongs(target)) return undefined;
  possible(target === 'pending', messages.communityNotPending);
  return { standing: 'member', reason: 'approved' };
}

function deny({ actor, target }: Situation): Move {
  allow(leads(actor));
  return target === 'pending' ? { standing: 'none', reason: 'denied' } : undefined;
}

function remove({ actor, target }: Situation): Move {
  allow(leads(actor));
  possible(target !== 'owner', messages.communityOwnerStays);
  // To remove a moderator ends what the owner alone gives.
  allow(target !== 'moderator' || actor === 'owner');
  return belongs(target) ? { standing: 'none', reason: 'removed' } : undefined;
}

function ban({ actor, target }: Situation): Move {
  allow(leads(actor));
  possible(target !== 'owner', messages.communityOwnerStays);
  allow(target !== 'moderator' || actor === 'owner');
  return target === 'banned' ? undefined : { standing: 'banned', reason: 'banned' };
}

function unban({ actor, target }: Situation): Move {
  allow(leads(actor));
  return target === 'banned' ? { standing: 'none', reason: 'unbanned' } : undefined;
}

function promote({ actor, target }: Situation): Move {
  allow(actor === 'owner');
  if (target === 'moderator') return undefined;
  possible(target === 'member', messages.communityNotMember);
  return { standing: 'moderator', reason: 'moderatorAdded' };
}

function demote({ actor, target }: Situation): Move {
  allow(actor === 'owner');
  return target === 'moderator' ? { standing: 'member', reason: 'moderatorRemoved' } : undefined;
}

/** A moderator is a member again. An owner has to hand the community over. */
function resign({ isSelf, target }: Situation): Move {
  allow(isSelf && target !== 'owner');
  allow(belongs(target));
  return target === 'moderator' ? { standing: 'member', reason: 'resigned' } : undefined;
}

/** @throws {DomainError} `community.position` */
function allow(allowed: boolean): void {
  if (!allowed) throw new DomainError('community.position', messages.communityPosition);
}

/** @throws {DomainError} `community.membership` */
function possible(stands: boolean, reason: string): void {
  if (!stands) throw new DomainError('community.membership', reason);
}
