import { skipToken } from '@reduxjs/toolkit/query';
import { asCallFailure } from '../../shared/http/call-failure.ts';
import { useGetCommunityQuery } from './communities.api.ts';

/** Whether the server says that there is no such community. */
export function isUnknownCommunity(error: unknown): boolean {
  const failure = asCallFailure(error);
  return failure?.status === 'refused' && (failure.httpStatus === 404 || failure.code === 'id.malformed');
}

/** Whether the community of something that can be read is not there any more: it was closed. */
export function useClosedCommunity(communityId: string | null | undefined): boolean {
  return isUnknownCommunity(useGetCommunityQuery(communityId ?? skipToken).error);
}
