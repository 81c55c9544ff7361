import { messages } from '@parlour/contracts/messages';
import { skipToken } from '@reduxjs/toolkit/query';
import { useGetCommunityQuery } from '../communities.api.ts';
import { seesContents } from './permissions.ts';
import { useClosedCommunity } from './use-closed-community.ts';

/** Why the viewer cannot post in a community (decisions C-6, C-10); undefined if they can. */
export function usePostingRefusal(communityId: string | null): string | undefined {
  const { data: community } = useGetCommunityQuery(communityId ?? skipToken);
  const isClosed = useClosedCommunity(communityId);
  if (isClosed) return messages.communityClosed;
  if (!community || seesContents(community)) return undefined;
  return community.position === 4
    ? 'You are banned from this community, so you cannot post in it.'
    : 'Only members can post in this community.';
}
