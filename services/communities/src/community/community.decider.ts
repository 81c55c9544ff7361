import {
  canonicalCommunityName,
  checkCommunityDescription,
  checkCommunityName,
  isVisibility,
} from '@parlour/contracts/community-checks';
import type {
  CommunityClosed,
  CommunityCreated,
  CommunityVisibility,
  CommunityVisibilityChanged,
  OwnershipPassed,
} from '@parlour/contracts/communities';
import { DomainError, type Fault, refuse } from '@parlour/contracts/errors';
import { limits } from '@parlour/contracts/limits';
import { looksOf } from '@parlour/contracts/look-alikes';
import { messages } from '@parlour/contracts/messages';
import type { Guard } from '@parlour/kernel/log/commands';
import type { Decider } from '@parlour/kernel/log/decider';
import type { Reservation } from '@parlour/kernel/log/event-log';
import { leads, type MembershipState, type Place } from '../membership/membership-status.ts';

/** An existing community. */
export interface OpenCommunity {
  readonly status: 'open';
  readonly ownerId: string;
  readonly visibility: CommunityVisibility;
}

/** Whether the community exists, and the facts that rules depend on. */
export type CommunityState = OpenCommunity | { readonly status: 'unknown' } | { readonly status: 'closed' };

/** Create a community; a reservation ensures that its name is unique. */
export interface CreateCommunity {
  readonly type: 'CreateCommunity';
  readonly communityId: string;
  readonly ownerId: string;
  readonly name: string;
  readonly description: string;
  readonly visibility: string;
  /** How many questions and answers the owner has posted. */
  readonly contributions: number;
}

/** Show the content to everybody, or to members only. */
export interface ChangeVisibility {
  readonly type: 'ChangeVisibility';
  readonly communityId: string;
  readonly by: string;
  /** The wanted one; absent to toggle. */
  readonly visibility: string | undefined;
  /** The caller's membership; its stream guards the decision. */
  readonly own: MembershipState;
}

/** Give a community of a deleted owner to another one. */
export interface PassOwnership {
  readonly type: 'PassOwnership';
  readonly communityId: string;
  readonly from: string;
  readonly to: string;
  /** The next owner's membership; its stream guards the decision. */
  readonly heir: MembershipState;
}

/** Close a community of a deleted owner without other people. */
export interface CloseCommunity {
  readonly type: 'CloseCommunity';
  readonly communityId: string;
  readonly from: string;
}

/** The commands of a community. */
export type CommunityCommand = CreateCommunity | ChangeVisibility | PassOwnership | CloseCommunity;

type CommunityEvent = CommunityCreated | CommunityVisibilityChanged | OwnershipPassed | CommunityClosed;

/** The stream of one community. */
export function communityStream(communityId: string): string {
  return `community/${communityId}`;
}

/** A community as a guard for other decisions. */
export function communityGuard(communityId: string): Guard<CommunityState> {
  const { initial, evolve } = communityDecider;
  // The stream of a community holds its decider's events only.
  return {
    streamId: communityStream(communityId),
    decider: { initial, evolve: (state, event) => evolve(state, event as CommunityEvent) },
  };
}

/**
 * The reservations of a community's name and of its look, with the errors if they are taken;
 * `isKnown` says whether the very name is taken or only a similar one. Source: decisions C-5.
 */
export function nameReservations(
  name: string,
  communityId: string,
  isKnown: boolean,
): readonly (Reservation & { readonly fault: Fault })[] {
  const { plain, written } = looksOf(name);
  const looks = [...new Set([plain, written])];
  return [
    { scope: 'communityName', key: canonicalCommunityName(name), owner: communityId, fault: taken },
    ...looks.map((look) => ({ scope: lookScope, key: look, owner: communityId, fault: isKnown ? taken : alike })),
  ];
}

/** The reservation scope of names' looks. */
export const lookScope = 'communityLook';

const taken: Fault = { code: 'community.taken', text: messages.communityTaken };
const alike: Fault = { code: 'community.taken', text: messages.communityAlike };

/**
 * A closed community counts as unknown.
 * @throws {DomainError} `community.unknown`
 */
export function openOf(community: CommunityState): OpenCommunity {
  if (community.status === 'open') return community;
  throw new DomainError('community.unknown', messages.communityUnknown);
}

/** A person's position in an open community: owner, or the status in their own stream. */
export function placeIn(community: OpenCommunity, userId: string, own: MembershipState): Place {
  return userId === community.ownerId ? 'owner' : own.status;
}

/** The rules of communities. Source: decisions C-3, C-5, U-5. */
export const communityDecider: Decider<CommunityState, CommunityCommand, CommunityEvent> = {
  initial: { status: 'unknown' },

  decide(command, state) {
    switch (command.type) {
      case 'CreateCommunity':
        return create(command, state);
      case 'ChangeVisibility':
        return changeVisibility(command, openOf(state));
      case 'PassOwnership':
        return pass(command, state);
      case 'CloseCommunity':
        return ownedBy(command.from, state)
          ? [{ type: 'CommunityClosed', data: { communityId: command.communityId } }]
          : [];
    }
  },

  evolve(state, event) {
    switch (event.type) {
      case 'CommunityCreated':
        return { status: 'open', ownerId: event.data.ownerId, visibility: event.data.visibility };
      case 'CommunityVisibilityChanged':
        return state.status === 'open' ? { ...state, visibility: event.data.visibility } : state;
      case 'OwnershipPassed':
        return state.status === 'open' ? { ...state, ownerId: event.data.to } : state;
      case 'CommunityClosed':
        return { status: 'closed' };
      default:
        event satisfies never;
        return state;
    }
  },
};

function create(command: CreateCommunity, state: CommunityState): readonly CommunityCreated[] {
  const { communityId, ownerId, contributions } = command;
  const [name, description] = [command.name.trim(), command.description.trim()];
  refuse(checkCommunityName(name), checkCommunityDescription(description));
  const visibility = visibilityOf(command.visibility);
  if (contributions < limits.contributionsForCommunity) {
    throw new DomainError('community.contributions', messages.communityContributions);
  }
  if (state.status !== 'unknown') return [];
  return [{ type: 'CommunityCreated', data: { communityId, name, description, ownerId, visibility } }];
}

function changeVisibility(command: ChangeVisibility, community: OpenCommunity): readonly CommunityVisibilityChanged[] {
  const { communityId, by, own } = command;
  if (!leads(placeIn(community, by, own))) throw new DomainError('community.position', messages.communityPosition);
  const other = community.visibility === 'public' ? 'private' : 'public';
  const visibility = command.visibility === undefined ? other : visibilityOf(command.visibility);
  if (visibility === community.visibility) return [];
  return [{ type: 'CommunityVisibilityChanged', data: { communityId, visibility, by } }];
}

function pass({ communityId, from, to, heir }: PassOwnership, state: CommunityState): readonly OwnershipPassed[] {
  if (!ownedBy(from, state)) return [];
  // They left, or were banned, since they were chosen: another one is looked for.
  if (heir.status !== 'moderator' && heir.status !== 'member') {
    throw new DomainError('community.membership', messages.communityNotMember);
  }
  return [{ type: 'OwnershipPassed', data: { communityId, from, to } }];
}

function ownedBy(userId: string, state: CommunityState): boolean {
  return state.status === 'open' && state.ownerId === userId;
}

function visibilityOf(text: string): CommunityVisibility {
  if (isVisibility(text)) return text;
  throw new DomainError('community.visibility', messages.communityVisibilityInvalid);
}
