import type { ProvidersWire } from '@parlour/contracts/identity/identity';
import type { Login, Signup } from '@parlour/contracts/identity/identity.requests';
import type { Replies, ReplyOf } from '@parlour/contracts/rpc';
import { api } from '../../shared/api.ts';
import { change, type Submitted } from '../../shared/http/endpoint.ts';
import { newSubmissionKey } from '../../shared/http/submission-key.ts';
import { keepUser } from '../../shared/state/keep-user.ts';
import { sessionEnded } from '../../shared/state/session.slice.ts';
import type { Thunk } from '../../shared/state/store.ts';
import { providersCall, sessionCall } from './session-calls.ts';

export const sessionApi = api.injectEndpoints({
  endpoints: (build) => ({
    restoreSession: build.query<ReplyOf<'identity.getSession'>, void>({
      query: () => sessionCall,
      onQueryStarted: keepUser,
    }),
    login: build.mutation<ReplyOf<'identity.login'>['user'], Submitted<Login>>({
      query: change('/user/login'),
      onQueryStarted: keepUser,
    }),
    signup: build.mutation<Replies['gateway.signedUp'], Submitted<Signup>>({
      query: change('/user/signup'),
      onQueryStarted: keepUser,
    }),
    getProviders: build.query<ProvidersWire, void>({ query: () => providersCall }),
    logout: build.mutation<ReplyOf<'identity.logout'>, void>({
      query: () => ({ path: '/user/logout', method: 'POST', submissionKey: newSubmissionKey(), endsSession: true }),
    }),
  }),
});

export const { useLoginMutation, useSignupMutation, useGetProvidersQuery, useLogoutMutation } = sessionApi;

/** Finds out who is signed in when the page opens. Without a sign-in before, it's nobody. */
export function findSession(): Thunk<Promise<void>> {
  return async (dispatch) => {
    if ((await window.signedInBefore) === false) dispatch(sessionEnded());
    else await dispatch(sessionApi.endpoints.restoreSession.initiate());
  };
}
