import { configureStore } from '@reduxjs/toolkit';
import { api } from '../shared/api.ts';
import { connectionReducer } from '../shared/state/connection.slice.ts';
import { sessionReducer } from '../shared/state/session.slice.ts';
import { readAgain } from './reading-again.ts';

/** One store per page and per test. */
export function createStore() {
  return configureStore({
    reducer: { [api.reducerPath]: api.reducer, session: sessionReducer, connection: connectionReducer },
    middleware: (defaults) =>
      defaults({ serializableCheck: false, immutableCheck: false }).concat(api.middleware, readAgain),
  });
}

export type Store = ReturnType<typeof createStore>;
