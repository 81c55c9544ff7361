import type { CommunityRowWire } from '@parlour/contracts/communities/communities';
import type { InvitationWire, InvitedWire } from '@parlour/contracts/identity/invitations';
import type { CreateInvitation, OfInvitation } from '@parlour/contracts/identity/invitations.requests';
import { limits } from '@parlour/contracts/limits';
import { api } from '../../shared/api.ts';
import { change, paged, pathTo, type Submitted } from '../../shared/http/endpoint.ts';
import type { ListPage } from '../../shared/http/pages.ts';

const invitationsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** For visitors, who have its code. */
    getInvited: build.query<InvitedWire, string>({
      query: (code) => ({ path: pathTo`/invitation/${code}` }),
      providesTags: ['Invitations'],
    }),
    /** The viewer's own; for operators, all of them. */
    getInvitations: build.infiniteQuery<ListPage<InvitationWire>, void, string>({
      ...paged(() => ({ path: '/invitation/own' })),
      providesTags: ['Invitations'],
    }),
    createInvitation: build.mutation<InvitationWire, Submitted<CreateInvitation>>({
      query: change('/invitation/create'),
      invalidatesTags: ['Invitations'],
    }),
    revokeInvitation: build.mutation<InvitationWire, Submitted<OfInvitation>>({
      query: change('/invitation/revoke'),
      invalidatesTags: ['Invitations'],
    }),
    /** The communities that the viewer may invite to, of those that they belong to. */
    getInviting: build.query<readonly CommunityRowWire[], string>({
      query: (viewer) => ({
        path: pathTo`/community/userCommunities/${viewer}`,
        query: { limit: limits.page.greatest },
      }),
      transformResponse: (rows: readonly CommunityRowWire[]) =>
        rows.filter(({ visibility, position }) => visibility === 'public' || position <= 2),
      providesTags: ['Communities'],
    }),
  }),
});

export const {
  useGetInvitedQuery,
  useGetInvitationsInfiniteQuery,
  useCreateInvitationMutation,
  useRevokeInvitationMutation,
  useGetInvitingQuery,
} = invitationsApi;
