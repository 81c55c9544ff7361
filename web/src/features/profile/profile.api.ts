import type { UserWire } from '@parlour/contracts/identity/identity';
import type {
  OfSession,
  Oneself,
  ResetPassword,
  SetEmail,
  SetPicture,
  ShowOnline,
  UpdateBiography,
} from '@parlour/contracts/identity/identity.requests';
import type { ReplyOf } from '@parlour/contracts/rpc';
import { api } from '../../shared/api.ts';
import { change, pathTo, type Submitted } from '../../shared/http/endpoint.ts';
import { keepChanges } from '../../shared/state/keep-user.ts';
import { learnFaces } from '../../shared/state/known-faces.ts';
import { userTag } from '../../shared/users.api.ts';

function changed(user: UserWire | undefined) {
  return user ? [userTag(user.username)] : [];
}

export const profileApi = api.injectEndpoints({
  endpoints: (build) => ({
    updateBiography: build.mutation<ReplyOf<'identity.updateBiography'>, Submitted<UpdateBiography>>({
      query: change('/user/updateBiography', 'PATCH'),
      invalidatesTags: changed,
      onQueryStarted: keepChanges,
    }),
    setPicture: build.mutation<ReplyOf<'identity.setPicture'>, Submitted<SetPicture>>({
      query: change('/user/setPicture'),
      invalidatesTags: changed,
      async onQueryStarted(arg, lifecycle) {
        void keepChanges(arg, lifecycle);
        const { data } = await lifecycle.queryFulfilled.catch(() => ({ data: undefined }));
        if (data) learnFaces([[data.username, data.picture]]);
      },
    }),
    toggleFollowVisibility: build.mutation<ReplyOf<'identity.toggleFollowVisibility'>, Submitted<Oneself>>({
      query: change('/user/toggleFollowVisibility', 'PATCH'),
      invalidatesTags: changed,
      onQueryStarted: keepChanges,
    }),
    getOnlineShown: build.query<ReplyOf<'identity.getOnlineShown'>, void>({
      query: () => ({ path: '/user/onlineShown' }),
    }),
    showOnline: build.mutation<ReplyOf<'identity.showOnline'>, Submitted<ShowOnline>>({
      query: change('/user/showOnline', 'PATCH'),
      async onQueryStarted(_, { dispatch, queryFulfilled }) {
        const { data } = await queryFulfilled.catch(() => ({ data: undefined }));
        if (data) await dispatch(profileApi.util.upsertQueryData('getOnlineShown', undefined, data));
      },
    }),
    resetPassword: build.mutation<ReplyOf<'identity.resetPassword'>['user'], Submitted<ResetPassword>>({
      query: change('/user/resetPassword', 'PATCH', { endsSession: true }),
      invalidatesTags: ['Sessions'],
    }),
    setEmail: build.mutation<ReplyOf<'identity.setEmail'>, Submitted<SetEmail>>({
      query: change('/user/email'),
      invalidatesTags: changed,
      onQueryStarted: keepChanges,
    }),
    removeEmail: build.mutation<ReplyOf<'identity.removeEmail'>, Submitted>({
      query: change('/user/email', 'DELETE'),
      invalidatesTags: changed,
      onQueryStarted: keepChanges,
    }),
    deleteUser: build.mutation<ReplyOf<'identity.deleteUser'>, Submitted<{ readonly username: string }>>({
      query: ({ username, submissionKey }) => ({
        path: pathTo`/user/deleteUser/${username}`,
        method: 'DELETE',
        submissionKey,
        endsSession: true,
      }),
    }),
    getSessions: build.query<ReplyOf<'identity.getSessions'>['sessions'], void>({
      query: () => ({ path: '/user/sessions' }),
      providesTags: ['Sessions'],
    }),
    endSession: build.mutation<ReplyOf<'identity.logout'>, Submitted<OfSession>>({
      query: change('/user/endSession'),
      invalidatesTags: ['Sessions'],
    }),
    logoutEverywhere: build.mutation<ReplyOf<'identity.logoutEverywhere'>, Submitted>({
      query: change('/user/logoutEverywhere', 'POST', { endsSession: true }),
    }),
  }),
});

export const {
  useUpdateBiographyMutation,
  useSetPictureMutation,
  useToggleFollowVisibilityMutation,
  useGetOnlineShownQuery,
  useShowOnlineMutation,
  useResetPasswordMutation,
  useSetEmailMutation,
  useRemoveEmailMutation,
  useDeleteUserMutation,
  useGetSessionsQuery,
  useEndSessionMutation,
  useLogoutEverywhereMutation,
} = profileApi;
