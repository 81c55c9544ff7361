import { communityLists } from '@parlour/contracts/communities';
import { DomainError } from '@parlour/contracts/errors';
import { messages } from '@parlour/contracts/messages';
import type { Rpc } from '@parlour/contracts/rpc';
import type { MembershipDto, ToggleVisibilityDto } from './community.dto.ts';

/** Actions on a person and a list; approving and denying exist only for `pendingMembers`. */
export const membershipActions = ['add', 'remove', 'approve', 'deny'] as const;

/**
 * Parses an action on a person and a list.
 * @throws {DomainError} `route.unknown` for an unknown list or action
 */
export function membershipOf(
  list: string,
  action: string,
  { communityId, username }: MembershipDto,
): Rpc['communities.changeMembership']['request'] {
  const knownList = communityLists.find((known) => known === list);
  const knownAction = membershipActions.find((known) => known === action);
  const ofPending = knownAction === 'approve' || knownAction === 'deny';
  if (!knownList || !knownAction || (ofPending && knownList !== 'pendingMembers')) {
    throw new DomainError('route.unknown', messages.notFound);
  }
  return { communityId: communityId.toLowerCase(), username, list: knownList, action: knownAction };
}

/** The visibility that a community is changed to. */
export function visibilityOf({
  communityId,
  visibility,
}: ToggleVisibilityDto): Rpc['communities.changeVisibility']['request'] {
  return { communityId: communityId.toLowerCase(), ...(visibility === undefined ? {} : { visibility }) };
}
