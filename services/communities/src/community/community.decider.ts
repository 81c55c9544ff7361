import {
  canonicalCommunityName,
  checkCommunityDescription,
  checkCommunityName,
  isVisibility,
} from '@parlour/contracts/communities/community-checks';
import type {
  CommunityClosed,
  CommunityCreated,
  CommunityEdited,
  CommunityVisibility,
  CommunityVisibilityChanged,
  OwnershipOffered,
  OwnershipOfferEnded,
  OwnershipPassed,
} from '@parlour/contracts/communities/communities';
import { refuseStale } from '@parlour/contracts/posts/editable';
import { DomainError, type Fault, refuse } from '@parlour/contracts/errors';
import { limits } from '@parlour/contracts/limits';
import { looksOf } from '@parlour/contracts/text/look-alikes';
import { messages } from '@parlour/contracts/messages';
import type { Guard } from '@parlour/kernel/log/commands';
import type { Decider } from '@parlour/kernel/log/decider';
import type { Reservation } from '@parlour/kernel/log/append';
import { belongs, leads, type MembershipState, placeIn } from '../membership/membership-status.ts';
import type { ChangeOfCommunity, ClosedCommunity, CommunityState, OpenCommunity } from './community-state.ts';
import { answer, type AnswerOffer, offer, type OfferOwnership, pass, type PassOwnership } from './ownership.decider.ts';

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

/** Close a community of a deleted owner without other people. */
export interface CloseCommunity {
  readonly type: 'CloseCommunity';
  readonly communityId: string;
  readonly from: string;
}

/** Change name and description; reservations ensure that the name is unique. */
export interface EditCommunity extends ChangeOfCommunity {
  readonly type: 'EditCommunity';
  readonly name: string;
  readonly description: string;
  /** The version that the edit is based on; absent for the latest. */
  readonly version: number | undefined;
  /** Whether it already had this name, so that none is reserved. */
  readonly isKept: boolean;
}

/** Close any community for good, as an operator of the site. */
export interface CloseAnyCommunity {
  readonly type: 'CloseAnyCommunity';
  readonly communityId: string;
  readonly by: string;
}

/** Close the community for good. */
export interface EndCommunity extends ChangeOfCommunity {
  readonly type: 'EndCommunity';
}

/** The commands of a community. */
export type CommunityCommand =
  | CreateCommunity
  | ChangeVisibility
  | EditCommunity
  | OfferOwnership
  | AnswerOffer
  | EndCommunity
  | CloseAnyCommunity
  | PassOwnership
  | CloseCommunity;

type CommunityEvent =
  | CommunityCreated
  | CommunityVisibilityChanged
  | CommunityEdited
  | OwnershipOffered
  | OwnershipOfferEnded
  | OwnershipPassed
  | CommunityClosed;

/** The stream of one community. */
export function communityStream(communityId: string): string {
  return `community/${communityId}`;
}

/** A community as a guard for other decisions. */
export function communityGuard(communityId: string): Guard<CommunityState> {
  // The stream of a community holds its decider's events only.
  return { streamId: communityStream(communityId), decider: communityDecider };
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
    { scope: nameScope, key: canonicalCommunityName(name), owner: communityId, fault: taken },
    ...looks.map((look) => ({ scope: lookScope, key: look, owner: communityId, fault: isKnown ? taken : alike })),
  ];
}

/** Whether two names have the same reservations. */
export function isSameName(one: string, other: string): boolean {
  const [looks, others] = [looksOf(one), looksOf(other)];
  return (
    canonicalCommunityName(one) === canonicalCommunityName(other) &&
    looks.plain === others.plain &&
    looks.written === others.written
  );
}

/** The reservation scope of names. */
export const nameScope = 'communityName';

/** The reservation scope of names' looks. */
export const lookScope = 'communityLook';

const taken: Fault = { code: 'community.taken', text: messages.communityTaken };
const alike: Fault = { code: 'community.taken', text: messages.communityAlike };

/**
 * A community that takes changes. Those who can't read a closed one don't learn that it existed.
 * @throws {DomainError} `community.unknown`; `community.closed`
 */
export function openFor(community: CommunityState, userId: string, own: MembershipState): OpenCommunity {
  if (community.status === 'open') return community;
  if (readableBy(community, userId, own)) throw new DomainError('community.closed', messages.communityClosed);
  throw new DomainError('community.unknown', messages.communityUnknown);
}

/**
 * Whether a person may see what a community holds: positions 1 to 3, in a public one everybody
 * except banned people. Source: decisions C-4, C-6.
 */
export function readableBy(
  community: CommunityState,
  userId: string,
  own: MembershipState,
): community is OpenCommunity | ClosedCommunity {
  if (community.status === 'unknown') return false;
  const place = placeIn(community, userId, own);
  return belongs(place) || (community.visibility === 'public' && place !== 'banned');
}

/** The rules of communities. Source: decisions C-3, C-5, C-8 to C-10, U-5. */
export const communityDecider: Decider<CommunityState, CommunityCommand, CommunityEvent> = {
  initial: { status: 'unknown' },
  longest: ({ type }) => (type === 'ChangeVisibility' ? limits.sharedEvents.community : limits.communityEvents),
  always: isAlwaysPossible,

  decide(command, state) {
    switch (command.type) {
      case 'CreateCommunity':
        return create(command, state);
      case 'ChangeVisibility':
        return changeVisibility(command, openFor(state, command.by, command.own));
      case 'EditCommunity':
        return edit(command, state);
      case 'OfferOwnership':
        return offer(command, ownOf(state, command));
      case 'AnswerOffer':
        return answer(command, openFor(state, command.by, command.own));
      case 'EndCommunity':
        return end(command, state);
      case 'CloseAnyCommunity':
        return closeAny(command, state);
      case 'PassOwnership':
        return ownedBy(command.from, state) ? pass(command, state) : [];
      case 'CloseCommunity':
        return ownedBy(command.from, state)
          ? [{ type: 'CommunityClosed', data: { communityId: command.communityId, by: null } }]
          : [];
    }
  },

  evolve(state, event) {
    switch (event.type) {
      case 'CommunityCreated':
        return { status: 'open', ...factsOf(event.data), version: 1, offer: null, formerOwners: new Map() };
      case 'CommunityVisibilityChanged':
        return state.status === 'open' ? { ...state, visibility: event.data.visibility } : state;
      case 'OwnershipPassed':
        return state.status === 'open' ? passed(state, event.data) : state;
      case 'CommunityEdited': {
        const { name, description } = event.data;
        return state.status === 'open' ? { ...state, name, description, version: state.version + 1 } : state;
      }
      case 'OwnershipOffered':
        return state.status === 'open'
          ? { ...state, offer: { to: event.data.to, changes: event.data.changes } }
          : state;
      case 'OwnershipOfferEnded':
        return state.status === 'open' ? { ...state, offer: null } : state;
      case 'CommunityClosed':
        return state.status === 'open' ? { ...state, status: 'closed', offer: null } : state;
      default:
        event satisfies never;
        return state;
    }
  },
};

/** Whatever hides or ends something, and answers to offers: each needs another event before it. */
function isAlwaysPossible(command: CommunityCommand, state: CommunityState): boolean {
  switch (command.type) {
    case 'CreateCommunity':
    case 'EditCommunity':
      return false;
    case 'ChangeVisibility':
      return state.status === 'open' && state.visibility === 'public';
    case 'OfferOwnership':
      return command.to === null;
    case 'AnswerOffer':
    case 'EndCommunity':
    case 'CloseAnyCommunity':
    case 'PassOwnership':
    case 'CloseCommunity':
      return true;
  }
}

function factsOf({ ownerId, visibility, name, description }: CommunityCreated['data']) {
  return { ownerId, visibility, name, description };
}

function passed(community: OpenCommunity, { from, to, accepted }: OwnershipPassed['data']): OpenCommunity {
  const formerOwners = new Map(community.formerOwners);
  if (accepted && community.offer) formerOwners.set(from, community.offer.changes);
  return { ...community, ownerId: to, offer: null, formerOwners };
}

function create(command: CreateCommunity, state: CommunityState): readonly CommunityCreated[] {
  const { communityId, ownerId, contributions } = command;
  const { name, description } = checkedTexts(command);
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
  // Everything in it becomes readable, which nobody can take back.
  if (visibility === 'public' && community.ownerId !== by) {
    throw new DomainError('community.position', messages.communityPublishing);
  }
  return [{ type: 'CommunityVisibilityChanged', data: { communityId, visibility, by } }];
}

function checkedTexts(given: { readonly name: string; readonly description: string }) {
  const [name, description] = [given.name.trim(), given.description.trim()];
  refuse(checkCommunityName(name), checkCommunityDescription(description));
  return { name, description };
}

/** @throws {DomainError} `community.position` unless they own it, and as `openFor` */
function ownOf(state: CommunityState, { by, own }: ChangeOfCommunity): OpenCommunity {
  const community = openFor(state, by, own);
  if (community.ownerId === by) return community;
  throw new DomainError('community.position', messages.communityPosition);
}

function edit(command: EditCommunity, state: CommunityState): readonly CommunityEdited[] {
  const { communityId, by, version } = command;
  const community = ownOf(state, command);
  refuseStale(version ?? community.version, community.version);
  const { name, description } = checkedTexts(command);
  if (command.isKept && !isSameName(name, community.name)) {
    throw new DomainError('command.conflict', messages.conflict); // it was renamed just now
  }
  if (name === community.name && description === community.description) return [];
  return [{ type: 'CommunityEdited', data: { communityId, name, description, by } }];
}

function end(command: EndCommunity, state: CommunityState): readonly CommunityClosed[] {
  const { communityId, by } = command;
  if (state.status === 'closed' && state.ownerId === by) return [];
  ownOf(state, command);
  return [{ type: 'CommunityClosed', data: { communityId, by } }];
}

function closeAny({ communityId, by }: CloseAnyCommunity, { status }: CommunityState): readonly CommunityClosed[] {
  if (status === 'unknown') throw new DomainError('community.unknown', messages.communityUnknown);
  return status === 'closed' ? [] : [{ type: 'CommunityClosed', data: { communityId, by, as: 'operator' } }];
}

function ownedBy(userId: string, state: CommunityState): state is OpenCommunity {
  return state.status === 'open' && state.ownerId === userId;
}

function visibilityOf(text: string): CommunityVisibility {
  if (isVisibility(text)) return text;
  throw new DomainError('community.visibility', messages.communityVisibilityInvalid);
}
