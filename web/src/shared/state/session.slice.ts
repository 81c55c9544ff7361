import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { UserWire } from '@parlour/contracts/identity/identity';
import { messages } from '@parlour/contracts/messages';
import { hasLeft, knownSession } from './known-session.ts';

/**
 * Who is signed in. `signedOut` says whether to come back: people who left on purpose start afresh
 * at the next login, where they may get a message.
 */
export type SessionState =
  | { readonly status: 'restoring' }
  | { readonly status: 'signedIn'; readonly user: UserWire }
  | {
      readonly status: 'signedOut';
      readonly left: boolean;
      readonly notice?: string | undefined;
      /** The person whose session expired. */
      readonly of?: string | undefined;
    };

const slice = createSlice({
  name: 'session',
  initialState: (): SessionState => ({ status: 'restoring' }),
  reducers: {
    userKnown: (_state, action: PayloadAction<UserWire>): SessionState => ({
      status: 'signedIn',
      user: action.payload,
    }),
    // Late replies of calls must not override signing out on purpose.
    sessionRenewed: (state, action: PayloadAction<UserWire>): SessionState =>
      state.status === 'signedOut' && state.left ? state : { status: 'signedIn', user: action.payload },
    userChanged: (state, action: PayloadAction<UserWire>): SessionState =>
      state.status === 'signedIn' && state.user._id === action.payload._id
        ? { status: 'signedIn', user: action.payload }
        : state,
    sessionEnded: {
      prepare: () => ({ payload: { wasKnown: knownSession() !== '', hasLeft: hasLeft() } }),
      reducer: (state, { payload }: PayloadAction<{ readonly wasKnown: boolean; readonly hasLeft: boolean }>) => {
        if (state.status === 'signedOut') return state;
        const of = state.status === 'signedIn' ? state.user._id : undefined;
        const isSurprise = !payload.hasLeft && (of !== undefined || payload.wasKnown);
        const notice = isSurprise ? messages.signedOut : undefined;
        return { status: 'signedOut', left: false, of, notice } satisfies SessionState;
      },
    },
    userLeft: (_state, action: PayloadAction<string | undefined>): SessionState => ({
      status: 'signedOut',
      left: true,
      notice: action.payload,
    }),
  },
  selectors: {
    selectSession: (state) => state,
    selectUserId: (state) => (state.status === 'signedIn' ? state.user._id : undefined),
    selectIsOperator: (state) => state.status === 'signedIn' && state.user.operator === true,
    selectNotice: (state) => (state.status === 'signedOut' ? state.notice : undefined),
    selectUsername: (state) => (state.status === 'signedIn' ? state.user.username : undefined),
  },
});

export const sessionReducer = slice.reducer;
export const { userKnown, sessionRenewed, userChanged, sessionEnded, userLeft } = slice.actions;
export const { selectSession, selectUserId, selectIsOperator, selectNotice, selectUsername } = slice.selectors;
