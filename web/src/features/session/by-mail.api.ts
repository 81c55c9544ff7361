import type { ForgotPassword, OfLink, ResetForgotten } from '@parlour/contracts/identity/identity.requests';
import type { ReplyOf } from '@parlour/contracts/rpc';
import { api } from '../../shared/api.ts';
import { change, type Submitted } from '../../shared/http/endpoint.ts';
import { keepUser } from '../../shared/state/keep-user.ts';

/** What links in mails do; none of them needs a session. */
const byMailApi = api.injectEndpoints({
  endpoints: (build) => ({
    forgotPassword: build.mutation<ReplyOf<'identity.forgotPassword'>, Submitted<ForgotPassword>>({
      query: change('/user/forgotPassword'),
    }),
    resetForgotten: build.mutation<ReplyOf<'identity.resetForgotten'>['user'], Submitted<ResetForgotten>>({
      query: change('/user/resetForgotten'),
      onQueryStarted: keepUser,
    }),
    confirmEmail: build.mutation<ReplyOf<'identity.confirmEmail'>, Submitted<OfLink>>({
      query: change('/user/confirmEmail'),
      invalidatesTags: ['User'],
    }),
    unsubscribe: build.mutation<ReplyOf<'notifications.unsubscribe'>, Submitted<OfLink>>({
      query: change('/user/unsubscribe'),
    }),
  }),
});

export const { useForgotPasswordMutation, useResetForgottenMutation, useConfirmEmailMutation, useUnsubscribeMutation } =
  byMailApi;
