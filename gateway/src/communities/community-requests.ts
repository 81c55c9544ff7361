import { communityLists } from '@parlour/contracts/communities/communities';
import { DomainError } from '@parlour/contracts/errors';
import { messages } from '@parlour/contracts/messages';
import type { Rpc } from '@parlour/contracts/rpc';
import type {
  ChangeMembership,
  DeletePoll,
  EditCommunity,
  EditPoll,
} from '@parlour/contracts/communities/communities.requests';
import type { Caller } from '../http/requests/caller.ts';
import { givenId } from '../http/requests/given-id.ts';

/** Actions on a person and a list; approving and denying exist only for `pendingMembers`. */
export const membershipActions = ['add', 'remove', 'approve', 'deny'] as const;

/**
 * Parses an action on a person and a list.
 * @throws {DomainError} `route.unknown` for an unknown list or action
 */
export function membershipOf(
  list: string,
  action: string,
  { communityId, username }: ChangeMembership,
): Rpc['communities.changeMembership']['request'] {
  const knownList = communityLists.find((known) => known === list);
  const knownAction = membershipActions.find((known) => known === action);
  const ofPending = knownAction === 'approve' || knownAction === 'deny';
  if (!knownList || !knownAction || (ofPending && knownList !== 'pendingMembers')) {
    throw new DomainError('route.unknown', messages.notFound);
  }
  return { communityId, username, list: knownList, action: knownAction };
}

/**
 * The poll to delete, in the body or in the query.
 * @throws {DomainError} `id.malformed`
 */
export function deletionOf(body: DeletePoll, query: DeletePoll): Rpc['communities.deletePoll']['request'] {
  const reason = body.reason ?? query.reason;
  return { pollId: givenId(body.pollId ?? query.pollId), ...(reason !== undefined && { reason }) };
}

/** The wanted question and options of a poll. */
export function pollEditOf({
  pollId,
  question: questionText,
  options,
  version,
}: EditPoll): Rpc['communities.editPoll']['request'] {
  return { pollId, questionText, options, ...(version !== undefined && { version }) };
}

/** The wanted name and description of a community. */
export function communityEditOf({
  communityId,
  name,
  description,
  version,
}: EditCommunity): Rpc['communities.edit']['request'] {
  return { communityId, name, description, ...(version !== undefined && { version }) };
}

/** The caller is no moderator any more. */
export function resignationOf(communityId: string, caller: Caller): Rpc['communities.changeMembership']['request'] {
  return { communityId, username: caller.session?.user.name ?? '', list: 'moderators', action: 'resign' };
}
