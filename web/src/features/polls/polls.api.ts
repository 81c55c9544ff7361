import type { PollList, PollWire } from '@parlour/contracts/communities';
import { api } from '../../shared/api.ts';
import { asCallFailure } from '../../shared/http/call-failure.ts';
import { type ListPage, toListPage } from '../../shared/http/pages.ts';

/** The arguments of a list of polls. */
export interface PollsOf {
  readonly communityId: string;
  readonly status: PollList;
}

/** A vote to cast. */
export interface Voting {
  readonly pollId: string;
  readonly optionId: string;
  readonly viewer: string;
  readonly submissionKey: string;
}

/** The form values of a new poll. */
export interface NewPoll {
  readonly questionText: string;
  readonly options: readonly string[];
  /** ISO-8601. */
  readonly expiresAt: string;
  readonly createdBy: string;
  readonly communityId: string;
}

export const pollsApi = api.injectEndpoints({
  endpoints: (build) => ({
    getPolls: build.infiniteQuery<ListPage<PollWire>, PollsOf, string>({
      infiniteQueryOptions: { initialPageParam: '', getNextPageParam: (page) => page.next },
      query: ({ queryArg: { communityId, status }, pageParam }) => ({
        path: `/poll/getPollsByCommunityId/${encodeURIComponent(communityId)}`,
        query: {
          status: status === 'active' ? undefined : status,
          cursor: pageParam === '' ? undefined : pageParam,
        },
      }),
      transformResponse: toListPage<PollWire>,
      providesTags: (_result, _error, { communityId }) => [{ type: 'Polls', id: communityId }],
      onQueryStarted: async ({ communityId }, { dispatch, queryFulfilled }) => {
        try {
          await queryFulfilled;
        } catch (reason) {
          // The viewer lost access after the page was rendered: refetch their position in the
          // community.
          const failure = asCallFailure((reason as { readonly error?: unknown }).error); // RTK Query's rejection
          if (failure?.status === 'refused' && failure.httpStatus === 404) {
            dispatch(api.util.invalidateTags([{ type: 'Community', id: communityId }]));
          }
        }
      },
    }),
    voteOnPoll: build.mutation<PollWire, Voting>({
      query: ({ pollId, optionId, viewer, submissionKey }) => ({
        path: '/poll/voteOnPoll',
        method: 'POST',
        body: { pollId, optionId, username: viewer },
        submissionKey,
      }),
    }),
    addPoll: build.mutation<PollWire, { readonly poll: NewPoll; readonly submissionKey: string }>({
      query: ({ poll, submissionKey }) => ({ path: '/poll/addPoll', method: 'POST', body: poll, submissionKey }),
      invalidatesTags: (made) => (made ? [{ type: 'Polls', id: made.communityId }] : []),
    }),
  }),
});

export const { useGetPollsInfiniteQuery, useVoteOnPollMutation, useAddPollMutation } = pollsApi;
