import type { DemoLoginWire, UserWire } from '@parlour/contracts/identity';
import { api } from '../../shared/api.ts';
import { newSubmissionKey } from '../../shared/http/submission-key.ts';
import { userKnown } from '../../shared/state/session.slice.ts';
import type { Dispatch } from '../../shared/state/store-types.ts';

/** What is typed into login and signup, trimmed, with the key of this attempt. */
export interface Credentials {
  readonly username: string;
  readonly password: string;
  readonly submissionKey: string;
}

/** The same of a login, with another password in place of one that was given by whoever runs the site. */
interface Login extends Credentials {
  readonly newPassword?: string;
}

/** The same of a signup, with the site's code where it asks for one. */
interface NewAccount extends Credentials {
  readonly code?: string;
}

/** How one may sign in here. */
interface Providers {
  readonly google: boolean;
  /** Whether signing up needs a code. */
  readonly signupCode?: boolean;
  /** Logins to try the site with; in a demonstration alone. */
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
    /** What this site offers beside a name and a password. */
    getProviders: build.query<Providers, void>({ query: () => ({ path: '/user/providers' }) }),
    logout: build.mutation<unknown, void>({
      query: () => ({ path: '/user/logout', method: 'POST', submissionKey: newSubmissionKey() }),
    }),
  }),
});

export const { useRestoreSessionQuery, useLoginMutation, useSignupMutation, useGetProvidersQuery, useLogoutMutation } =
  sessionApi;
