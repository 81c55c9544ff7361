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

interface Subscriptions {
  readonly getSubscriptionCount: (queryCacheKey: string) => number;
}

/**
 * Whether a component shows a cached read. Asked of RTK Query as its own hooks do, because the
 * store's copy of the subscriptions is half a second late.
 */
export function isShown(queryCacheKey: string): ApiThunk<boolean> {
  return (dispatch) => {
    const asked: unknown = dispatch(api.internalActions.internal_getRTKQSubscriptions());
    return (asked as Subscriptions).getSubscriptionCount(queryCacheKey) > 0; // its middleware answers the action
  };
}
