import type { SessionWire, UserWire } from '@parlour/contracts/identity';
import { canonicalName } from '@parlour/contracts/checks';
import { api } from '../../shared/api.ts';

/** A change of the viewer's account, with its submission key. */
interface Own {
  readonly username: string;
  readonly submissionKey: string;
}

function changed(user: UserWire | undefined) {
  return user ? [{ type: 'User' as const, id: canonicalName(user.username) }] : [];
}

export const profileApi = api.injectEndpoints({
  endpoints: (build) => ({
    updateBiography: build.mutation<UserWire, Own & { readonly biography: string }>({
      query: ({ submissionKey, ...body }) => ({ path: '/user/updateBiography', method: 'PATCH', body, submissionKey }),
      invalidatesTags: changed,
    }),
    toggleFollowVisibility: build.mutation<UserWire, Own>({
      query: ({ submissionKey, ...body }) => ({
        path: '/user/toggleFollowVisibility',
        method: 'PATCH',
        body,
        submissionKey,
      }),
      invalidatesTags: changed,
    }),
    resetPassword: build.mutation<UserWire, Own & { readonly password: string }>({
      query: ({ submissionKey, ...body }) => ({ path: '/user/resetPassword', method: 'PATCH', body, submissionKey }),
      invalidatesTags: ['Sessions'],
    }),
    deleteUser: build.mutation<UserWire, Own>({
      query: ({ username, submissionKey }) => ({
        path: `/user/deleteUser/${encodeURIComponent(username)}`,
        method: 'DELETE',
        submissionKey,
      }),
    }),
    getSessions: build.query<readonly SessionWire[], void>({
      query: () => ({ path: '/user/sessions' }),
      providesTags: ['Sessions'],
    }),
    logoutEverywhere: build.mutation<unknown, { readonly submissionKey: string }>({
      query: ({ submissionKey }) => ({ path: '/user/logoutEverywhere', method: 'POST', submissionKey }),
    }),
  }),
});

export const {
  useUpdateBiographyMutation,
  useToggleFollowVisibilityMutation,
  useResetPasswordMutation,
  useDeleteUserMutation,
  useGetSessionsQuery,
  useLogoutEverywhereMutation,
} = profileApi;
