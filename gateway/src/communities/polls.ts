import type { Rpc } from '@parlour/contracts/rpc';
import { pageOf } from '../http/page-request.ts';
import type { AddPollDto, GetPollsQuery, VoteOnPollDto } from './poll.dto.ts';

/** The request for a community's polls. */
export function pollsOf(communityId: string, query: GetPollsQuery): Rpc['communities.getPolls']['request'] {
  return { ...pageOf(query), communityId, status: query.status };
}

/** The poll to create; its author is in the context of the call. */
export function pollOf({
  communityId,
  questionText,
  options,
  expiresAt,
}: AddPollDto): Rpc['communities.addPoll']['request'] {
  return { communityId: communityId.toLowerCase(), questionText, options, expiresAt };
}

/** The vote to cast. */
export function voteOf({ pollId, optionId }: VoteOnPollDto): Rpc['communities.vote']['request'] {
  return { pollId: pollId.toLowerCase(), optionId: optionId.toLowerCase() };
}
