import type { ThunkAction } from '@reduxjs/toolkit';
import type { UnknownAction } from 'redux';
import { api } from '../api.ts';

/** Something to do with the cached reads alone: the store, which is made with it, has more. */
export type ApiThunk<Result = void> = ThunkAction<
  Result,
  Readonly<Record<typeof api.reducerPath, ReturnType<typeof api.reducer>>>,
  undefined,
  UnknownAction
>;

/** Identifies a read of RTK Query. */
export interface Read {
  readonly endpointName: string;
  readonly originalArgs: unknown;
}

type Endpoints = Readonly<Record<string, { initiate: (args: unknown, options: object) => ApiThunk<unknown> }>>;

/** Repeats a cached read, with all pages of a list. */
export function refetchQuery({ endpointName, originalArgs }: Read): ApiThunk {
  return (dispatch) => {
    // features inject their endpoints, each with its own types
    const { initiate } = (api.endpoints as Endpoints)[endpointName] ?? {};
    if (initiate) dispatch(initiate(originalArgs, { forceRefetch: true, subscribe: false }));
  };
}

/** RTK Query notes in the store which reads are shown, this much later at most. */
export const shownNotedAfterMs = 500;

/** Whether a component shows a cached read, as the store has it. */
export function isShown(queryCacheKey: string): ApiThunk<boolean> {
  return (_dispatch, getState) => {
    const { subscriptions } = getState()[api.reducerPath];
    return Object.keys(subscriptions[queryCacheKey] ?? {}).length > 0;
  };
}
