import type { MembersWire } from '@parlour/contracts/identity/members';
import type { AddMembers } from '@parlour/contracts/identity/members.requests';
import { api } from '../../shared/api.ts';
import { change, type Submitted } from '../../shared/http/endpoint.ts';

const membersApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Of a trial run, too. */
    addMembers: build.mutation<MembersWire, Submitted<AddMembers>>({
      query: change('/admin/members'),
      invalidatesTags: (_result, _error, { dryRun }) => (dryRun ? [] : ['Accounts', 'Users', 'Communities', 'SiteLog']),
    }),
  }),
});

export const { useAddMembersMutation } = membersApi;
