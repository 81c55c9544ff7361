import type { DemoLoginWire, UserWire } from '@parlour/contracts/identity';
import { api } from '../../shared/api.ts';
import { newSubmissionKey } from '../../shared/http/submission-key.ts';
import { userKnown } from '../../shared/state/session.slice.ts';
import type { Dispatch } from '../../shared/state/store-types.ts';

/** The trimmed values of login and signup, with the attempt's key. */
export interface Credentials {
  readonly username: string;
  readonly password: string;
  readonly submissionKey: string;
}

/** A login, with a new password if the current one is temporary. */
interface Login extends Credentials {
  readonly newPassword?: string;
}

/** A signup, with the site's code if it requires one. */
interface NewAccount extends Credentials {
  readonly code?: string;
}

/** The ways to sign in to this site. */
interface Providers {
  readonly google: boolean;
  /** Whether signing up requires a code. */
  readonly signupCode?: boolean;
  /** Demo accounts; only in the demo. */
  readonly demo?: readonly DemoLoginWire[];
}

type Lifecycle = { readonly dispatch: Dispatch; readonly queryFulfilled: Promise<{ readonly data: UserWire }> };

async function keepUser(_arg: unknown, { dispatch, queryFulfilled }: Lifecycle): Promise<void> {
  const answer = await queryFulfilled.catch(() => undefined);
  if (answer) dispatch(userKnown(answer.data));
}

export const sessionApi = api.injectEndpoints({
  endpoints: (build) => ({
    restoreSession: build.query<UserWire, void>({
      query: () => ({ path: '/user/session' }),
      onQueryStarted: keepUser,
    }),
    login: build.mutation<UserWire, Login>({
      query: ({ submissionKey, ...body }) => ({ path: '/user/login', method: 'POST', body, submissionKey }),
      onQueryStarted: keepUser,
    }),
    signup: build.mutation<UserWire, NewAccount>({
      query: ({ submissionKey, ...body }) => ({ path: '/user/signup', method: 'POST', body, submissionKey }),
      onQueryStarted: keepUser,
    }),
    /** The ways to sign in besides username and password. */
    getProviders: build.query<Providers, void>({ query: () => ({ path: '/user/providers' }) }),
    logout: build.mutation<unknown, void>({
      query: () => ({ path: '/user/logout', method: 'POST', submissionKey: newSubmissionKey() }),
    }),
  }),
});

export const { useRestoreSessionQuery, useLoginMutation, useSignupMutation, useGetProvidersQuery, useLogoutMutation } =
  sessionApi;
