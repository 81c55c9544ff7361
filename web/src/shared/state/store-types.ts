import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import type { api } from '../api.ts';
import type { ConnectionState } from './connection.slice.ts';
import type { SessionState } from './session.slice.ts';

/**
 * The state of the store, declared here, below the application that builds it, so that features can
 * use it.
 */
export interface State {
  readonly api: ReturnType<typeof api.reducer>;
  readonly session: SessionState;
  readonly connection: ConnectionState;
}

export type Dispatch = ThunkDispatch<State, undefined, UnknownAction>;
export type Thunk<Result = void> = (dispatch: Dispatch, getState: () => State) => Result;
