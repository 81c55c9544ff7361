import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { UserWire } from '@parlour/contracts/identity';

/** Who is here. `signedOut` knows whether to come back: who left on purpose starts afresh at the next login. */
export type SessionState =
  | { readonly status: 'restoring' }
  | { readonly status: 'signedIn'; readonly user: UserWire }
  | { readonly status: 'signedOut'; readonly left: boolean };

const slice = createSlice({
  name: 'session',
  initialState: (): SessionState => ({ status: 'restoring' }),
  reducers: {
    userKnown: (_state, action: PayloadAction<UserWire>): SessionState => ({
      status: 'signedIn',
      user: action.payload,
    }),
    sessionEnded: (): SessionState => ({ status: 'signedOut', left: false }),
    userLeft: (): SessionState => ({ status: 'signedOut', left: true }),
  },
  selectors: {
    selectSession: (state) => state,
    selectUsername: (state) => (state.status === 'signedIn' ? state.user.username : undefined),
  },
});

export const sessionReducer = slice.reducer;
export const { userKnown, sessionEnded, userLeft } = slice.actions;
export const { selectSession, selectUsername } = slice.selectors;
