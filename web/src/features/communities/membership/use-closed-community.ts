import { skipToken } from '@reduxjs/toolkit/query';
import { isNotFound } from '../../../shared/http/call-failure.ts';
import { useGetCommunityQuery } from '../communities.api.ts';

/** Whether the community of readable content was closed since. */
export function useClosedCommunity(communityId: string | null | undefined): boolean {
  const { data, error } = useGetCommunityQuery(communityId ?? skipToken);
  return isNotFound(error) || typeof data?.closedAt === 'string';
}
