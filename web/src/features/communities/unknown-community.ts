import { skipToken } from '@reduxjs/toolkit/query';
import { asCallFailure } from '../../shared/http/call-failure.ts';
import { useGetCommunityQuery } from './communities.api.ts';

/** Whether the server reports that the community doesn't exist. */
export function isUnknownCommunity(error: unknown): boolean {
  const failure = asCallFailure(error);
  return failure?.status === 'refused' && (failure.httpStatus === 404 || failure.code === 'id.malformed');
}

/** Whether the community of readable content was closed since. */
export function useClosedCommunity(communityId: string | null | undefined): boolean {
  return isUnknownCommunity(useGetCommunityQuery(communityId ?? skipToken).error);
}
