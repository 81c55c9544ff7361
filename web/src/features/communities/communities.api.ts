import type { CommunityWire } from '@parlour/contracts/communities/communities';
import type {
  AcceptOwnership,
  ChangeCommunity,
  CreateCommunity,
  EditCommunity,
  OfferOwnership,
  SetCommunityPicture,
  ToggleVisibility,
} from '@parlour/contracts/communities/communities.requests';
import type { ReplyOf, Rpc } from '@parlour/contracts/rpc';
import { api, tagOf } from '../../shared/api.ts';
import { change, paged, pathTo, type ListOf, type PageOf, type Submitted } from '../../shared/http/endpoint.ts';
import type { Dispatch, State, Thunk } from '../../shared/state/store.ts';
import { communityCall } from './community-calls.ts';

/** The tags of everything read about one community itself. */
export function tagsOf(communityId: string) {
  return [tagOf('Community', communityId), 'Communities' as const];
}

/**
 * A change of membership changes what the viewer may see: refetch everything that depends on it.
 */
export const visibleContentTags = ['Questions', 'Question', 'Tags', 'Polls'] as const;

/** A change of a whole community, which answers it. */
export type CommunityChange =
  | { readonly path: 'offerOwnership'; readonly body: OfferOwnership }
  | { readonly path: 'setPicture'; readonly body: SetCommunityPicture }
  | { readonly path: 'acceptOwnership'; readonly body: AcceptOwnership }
  | { readonly path: 'close' | 'moderators/resign'; readonly body: ChangeCommunity };

export const communitiesApi = api.injectEndpoints({
  endpoints: (build) => ({
    getCommunities: build.infiniteQuery<
      PageOf<'communities.getCommunities'>,
      ListOf<'communities.getCommunities'>,
      string
    >({
      ...paged((query) => ({ path: '/community/allCommunities', query })),
      providesTags: ['Communities'],
    }),
    getOwnCommunities: build.infiniteQuery<PageOf<'communities.getOwn'>, string, string>({
      ...paged((viewer) => ({ path: pathTo`/community/userCommunities/${viewer}` })),
      providesTags: ['Communities'],
    }),
    getMemberships: build.infiniteQuery<PageOf<'communities.getMemberships'>, string, string>({
      ...paged((username) => ({ path: pathTo`/user/getUser/${username}/communities` })),
      providesTags: ['Communities'],
    }),
    /** Closed ones: all that the viewer can read, or those of the viewer `of`. */
    getClosedCommunities: build.infiniteQuery<
      PageOf<'communities.getCommunities'>,
      { readonly of: string; readonly search: string },
      string
    >({
      ...paged(({ of, search }) => ({
        path: of === '' ? '/community/allCommunities' : pathTo`/community/userCommunities/${of}`,
        query: { status: 'closed', search },
      })),
      providesTags: ['Communities'],
    }),
    getCommunity: build.query<ReplyOf<'communities.getCommunity'>, string>({
      query: communityCall,
      providesTags: (_result, _error, communityId) => [tagOf('Community', communityId)],
    }),
    getPeople: build.infiniteQuery<PageOf<'communities.getPeople'>, ListOf<'communities.getPeople'>, string>({
      ...paged(({ communityId, ...query }) => ({ path: pathTo`/community/${communityId}/people`, query })),
      providesTags: (_result, _error, { communityId }) => [tagOf('Community', communityId)],
    }),
    getModerationLog: build.infiniteQuery<PageOf<'communities.getModerationLog'>, string, string>({
      ...paged((communityId) => ({ path: pathTo`/community/${communityId}/moderationLog` })),
      providesTags: (_result, _error, communityId) => [tagOf('Community', communityId)],
    }),
    createCommunity: build.mutation<
      ReplyOf<'communities.create'>,
      Submitted<CreateCommunity> & { readonly owner: string }
    >({
      query: ({ submissionKey, ...community }) => ({
        path: '/community/create',
        method: 'POST',
        body: { ...community, members: [community.owner], pendingMembers: [], bannedMembers: [], moderators: [] },
        submissionKey,
      }),
      invalidatesTags: (made) => (made ? ['Communities'] : []),
    }),
    editCommunity: build.mutation<ReplyOf<'communities.edit'>, Submitted<EditCommunity>>({
      query: change('/community/edit', 'PATCH'),
      // Also after a refusal: somebody else may have changed it.
      invalidatesTags: (_result, _error, { communityId }) => tagsOf(communityId),
    }),
    changeCommunity: build.mutation<
      ReplyOf<'communities.close'>,
      Submitted<CommunityChange & { readonly communityId: string }>
    >({
      query: ({ path, body, submissionKey }) => change(`/community/${path}`)({ ...body, submissionKey }),
      invalidatesTags: (_result, _error, { communityId }) => tagsOf(communityId),
    }),
    changeVisibility: build.mutation<ReplyOf<'communities.changeVisibility'>, Submitted<ToggleVisibility>>({
      query: change('/community/toggleCommunityVisibility', 'PATCH'),
      // Also after a refusal, so that the lists show the current state.
      invalidatesTags: (_result, _error, { communityId }) => tagsOf(communityId),
    }),
    changeMembership: build.mutation<
      ReplyOf<'communities.changeMembership'>,
      Submitted<Rpc['communities.changeMembership']['request']>
    >({
      query: ({ list, action, ...body }) => change(`/community/${list}/${action}`)(body),
      invalidatesTags: (_result, _error, { communityId }) => tagsOf(communityId),
    }),
  }),
});

export const {
  useGetCommunitiesInfiniteQuery,
  useGetOwnCommunitiesInfiniteQuery,
  useGetMembershipsInfiniteQuery,
  useGetClosedCommunitiesInfiniteQuery,
  useGetCommunityQuery,
  useGetPeopleInfiniteQuery,
  useGetModerationLogInfiniteQuery,
  useCreateCommunityMutation,
  useEditCommunityMutation,
  useChangeCommunityMutation,
  useChangeVisibilityMutation,
  useChangeMembershipMutation,
} = communitiesApi;

/** The cached community, if there is one. */
export function knownCommunity(state: State, communityId: string): CommunityWire | undefined {
  return communitiesApi.endpoints.getCommunity.select(communityId)(state).data;
}

/**
 * Updates the cached community from a reply at once. The viewer may now see more or less, so that
 * is refetched.
 */
export function enterCommunity(community: CommunityWire): Thunk {
  return (dispatch: Dispatch, getState) => {
    const known = knownCommunity(getState(), community._id);
    void dispatch(communitiesApi.util.upsertQueryData('getCommunity', community._id, community));
    if (known && known.position !== community.position) dispatch(api.util.invalidateTags([...visibleContentTags]));
  };
}
