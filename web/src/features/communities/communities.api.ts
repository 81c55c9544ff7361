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

/** One list of a community's people, or those of it whose names contain a text. */
export interface PeopleOf {
  readonly communityId: string;
  readonly list: CommunityList;
  readonly search: string;
}

/** Something that is done with a person and a list. */
export interface Membership {
  readonly communityId: string;
  readonly username: string;
  readonly list: CommunityList;
  readonly action: MembershipAction;
  readonly submissionKey: string;
}

/** What the creator says of a new community. */
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

/** Everything that is read of one community itself. */
export function tagsOf(communityId: string) {
  return [{ type: 'Community' as const, id: communityId }, 'Communities' as const];
}

/** What one may see hangs on what one is in communities: all that was read of it is asked for again. */
export const ofSight = ['Questions', 'Question', 'Tags', 'Polls'] as const;

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
    /** People who need not be in the community: a ban may come first. */
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
      // Also after a refusal: then it shows how things stand.
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

/** How the page has a community now, if it has it. */
export function knownCommunity(state: State, communityId: string): CommunityWire | undefined {
  return communitiesApi.endpoints.getCommunity.select(communityId)(state).data;
}

/** Shows a community as an answer has it, at once. What the viewer may see there may be another thing than before: that is asked for again. */
export function enterCommunity(community: CommunityWire): Thunk {
  return (dispatch: Dispatch, getState) => {
    const known = knownCommunity(getState(), community._id);
    void dispatch(communitiesApi.util.upsertQueryData('getCommunity', community._id, community));
    if (known && known.position !== community.position) dispatch(api.util.invalidateTags([...ofSight]));
  };
}
