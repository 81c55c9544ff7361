import type {
  CommunityList,
  CommunityPersonWire,
  CommunityRowWire,
  CommunityVisibility,
  CommunityWire,
  MembershipAction,
  ModerationEntryWire,
} from '@parlour/contracts/communities';
import type { UserRowWire } from '@parlour/contracts/identity';
import { api } from '../../shared/api.ts';
import { toListPage, type ListPage } from '../../shared/http/pages.ts';
import type { Dispatch, State, Thunk } from '../../shared/state/store-types.ts';

/** A list of a community's people, optionally filtered by a part of their names. */
export interface PeopleOf {
  readonly communityId: string;
  readonly list: CommunityList;
  readonly search: string;
}

/** A change of a person's membership. */
export interface Membership {
  readonly communityId: string;
  readonly username: string;
  readonly list: CommunityList;
  readonly action: MembershipAction;
  readonly submissionKey: string;
}

/** The form values of a new community. */
export interface NewCommunity {
  readonly name: string;
  readonly description: string;
  readonly visibility: string;
  readonly owner: string;
}

const pages = {
  initialPageParam: '',
  getNextPageParam: (page: ListPage<unknown>) => page.next,
};

function cursorOf(pageParam: string): string | undefined {
  return pageParam === '' ? undefined : pageParam;
}

/** The tags of everything read about one community itself. */
export function tagsOf(communityId: string) {
  return [{ type: 'Community' as const, id: communityId }, 'Communities' as const];
}

/**
 * A change of membership changes what the viewer may see: refetch everything that depends on it.
 */
export const visibilityTags = ['Questions', 'Question', 'Tags', 'Polls'] as const;

export const communitiesApi = api.injectEndpoints({
  endpoints: (build) => ({
    getCommunities: build.infiniteQuery<ListPage<CommunityRowWire>, string, string>({
      infiniteQueryOptions: pages,
      query: ({ queryArg: search, pageParam }) => ({
        path: '/community/allCommunities',
        query: { search: search === '' ? undefined : search, cursor: cursorOf(pageParam) },
      }),
      transformResponse: toListPage<CommunityRowWire>,
      providesTags: ['Communities'],
    }),
    getOwnCommunities: build.infiniteQuery<ListPage<CommunityRowWire>, string, string>({
      infiniteQueryOptions: pages,
      query: ({ queryArg: viewer, pageParam }) => ({
        path: `/community/userCommunities/${encodeURIComponent(viewer)}`,
        query: { cursor: cursorOf(pageParam) },
      }),
      transformResponse: toListPage<CommunityRowWire>,
      providesTags: ['Communities'],
    }),
    getContributions: build.query<{ readonly total: number }, string>({
      query: (viewer) => ({ path: `/user/getUser/${encodeURIComponent(viewer)}/contributions` }),
    }),
    getCommunity: build.query<CommunityWire, string>({
      query: (communityId) => ({ path: `/community/${encodeURIComponent(communityId)}` }),
      providesTags: (_result, _error, communityId) => [{ type: 'Community', id: communityId }],
    }),
    getPeople: build.infiniteQuery<ListPage<CommunityPersonWire>, PeopleOf, string>({
      infiniteQueryOptions: pages,
      query: ({ queryArg: { communityId, list, search }, pageParam }) => ({
        path: `/community/${encodeURIComponent(communityId)}/people`,
        query: { list, search: search === '' ? undefined : search, cursor: cursorOf(pageParam) },
      }),
      transformResponse: toListPage<CommunityPersonWire>,
      providesTags: (_result, _error, { communityId }) => [{ type: 'Community', id: communityId }],
    }),
    /** Includes people outside the community, because they can be banned in advance. */
    getBannable: build.infiniteQuery<
      ListPage<UserRowWire>,
      { readonly search: string; readonly viewer: string },
      string
    >({
      infiniteQueryOptions: pages,
      query: ({ queryArg: { search, viewer }, pageParam }) => ({
        path: '/user/getUsers',
        query: { search: search === '' ? undefined : search, exclude: viewer, cursor: cursorOf(pageParam) },
      }),
      transformResponse: toListPage<UserRowWire>,
      providesTags: ['Users'],
    }),
    getModerationLog: build.infiniteQuery<ListPage<ModerationEntryWire>, string, string>({
      infiniteQueryOptions: pages,
      query: ({ queryArg: communityId, pageParam }) => ({
        path: `/community/${encodeURIComponent(communityId)}/moderationLog`,
        query: { cursor: cursorOf(pageParam) },
      }),
      transformResponse: toListPage<ModerationEntryWire>,
      providesTags: (_result, _error, communityId) => [{ type: 'Community', id: communityId }],
    }),
    createCommunity: build.mutation<
      CommunityWire,
      { readonly community: NewCommunity; readonly submissionKey: string }
    >({
      query: ({ community, submissionKey }) => ({
        path: '/community/create',
        method: 'POST',
        body: { ...community, members: [community.owner], pendingMembers: [], bannedMembers: [], moderators: [] },
        submissionKey,
      }),
      invalidatesTags: (made) => (made ? ['Communities'] : []),
    }),
    changeVisibility: build.mutation<
      { readonly visibility: CommunityVisibility },
      { readonly communityId: string; readonly visibility: CommunityVisibility; readonly submissionKey: string }
    >({
      query: ({ submissionKey, ...body }) => ({
        path: '/community/toggleCommunityVisibility',
        method: 'PATCH',
        body,
        submissionKey,
      }),
      // Also after a refusal, so that the lists show the current state.
      invalidatesTags: (_result, _error, { communityId }) => tagsOf(communityId),
    }),
    changeMembership: build.mutation<CommunityWire, Membership>({
      query: ({ list, action, submissionKey, ...body }) => ({
        path: `/community/${list}/${action}`,
        method: 'POST',
        body,
        submissionKey,
      }),
      invalidatesTags: (_result, _error, { communityId }) => tagsOf(communityId),
    }),
  }),
});

export const {
  useGetCommunitiesInfiniteQuery,
  useGetOwnCommunitiesInfiniteQuery,
  useGetContributionsQuery,
  useGetCommunityQuery,
  useGetPeopleInfiniteQuery,
  useGetBannableInfiniteQuery,
  useGetModerationLogInfiniteQuery,
  useCreateCommunityMutation,
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
    if (known && known.position !== community.position) dispatch(api.util.invalidateTags([...visibilityTags]));
  };
}
