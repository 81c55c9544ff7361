import type { AddPoll, ClosePoll, VoteOnPoll } from '@parlour/contracts/communities/communities.requests';
import type { ReplyOf } from '@parlour/contracts/rpc';
import { api, tagOf } from '../../shared/api.ts';
import { asCallFailure } from '../../shared/http/call-failure.ts';
import { change, paged, type ListOf, type PageOf, type Submitted } from '../../shared/http/endpoint.ts';
import { pollsCall } from './poll-calls.ts';

export const pollsApi = api.injectEndpoints({
  endpoints: (build) => ({
    getPolls: build.infiniteQuery<PageOf<'communities.getPolls'>, ListOf<'communities.getPolls'>, string>({
      ...paged(pollsCall),
      providesTags: (_result, _error, { communityId }) => [tagOf('Polls', communityId)],
      onQueryStarted: async ({ communityId }, { dispatch, queryFulfilled }) => {
        try {
          await queryFulfilled;
        } catch (reason) {
          // The viewer lost access after the page was rendered: refetch their position in the
          // community.
          const failure = asCallFailure((reason as { readonly error?: unknown }).error); // RTK Query's rejection
          if (failure?.status === 'refused' && failure.httpStatus === 404) {
            dispatch(api.util.invalidateTags([tagOf('Community', communityId)]));
          }
        }
      },
    }),
    voteOnPoll: build.mutation<ReplyOf<'communities.vote'>, Submitted<VoteOnPoll>>({
      query: change('/poll/voteOnPoll'),
    }),
    closePoll: build.mutation<ReplyOf<'communities.closePoll'>, Submitted<ClosePoll>>({
      query: change('/poll/closePoll'),
    }),
    addPoll: build.mutation<ReplyOf<'communities.addPoll'>, Submitted<AddPoll>>({
      query: change('/poll/addPoll'),
      invalidatesTags: (made) => (made ? [tagOf('Polls', made.communityId)] : []),
    }),
  }),
});

export const { useGetPollsInfiniteQuery, useVoteOnPollMutation, useAddPollMutation, useClosePollMutation } = pollsApi;
