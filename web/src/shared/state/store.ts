import { configureStore, type ThunkDispatch } from '@reduxjs/toolkit';
import { combineReducers, type Middleware, type UnknownAction } from 'redux';
import { api } from '../api.ts';
import { blockedReducer } from './blocked.slice.ts';
import { blockingReducer } from './blocking.slice.ts';
import { connectionReducer } from './connection.slice.ts';
import { joinPages } from './join-pages.ts';
import { readAnew } from './refetch-shown.ts';
import { reportingReducer } from './reporting.slice.ts';
import { sessionReducer } from './session.slice.ts';

const reducer = combineReducers({
  [api.reducerPath]: api.reducer,
  blocked: blockedReducer,
  blocking: blockingReducer,
  reporting: reportingReducer,
  session: sessionReducer,
  connection: connectionReducer,
});

export type State = ReturnType<typeof reducer>;
export type Dispatch = ThunkDispatch<State, undefined, UnknownAction>;
export type Thunk<Result = void> = (dispatch: Dispatch, getState: () => State) => Result;

/** One store per page and per test. */
export function createStore(...middleware: readonly Middleware[]) {
  return configureStore({
    reducer,
    middleware: (defaults) =>
      defaults({ serializableCheck: false, immutableCheck: false }).concat(
        joinPages,
        readAnew,
        api.middleware,
        ...middleware,
      ),
  });
}

export type Store = ReturnType<typeof createStore>;
