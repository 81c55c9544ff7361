import { api } from '../api.ts';
import type { Thunk } from './store.ts';

/** Identifies a read of RTK Query. */
export interface Read {
  readonly endpointName: string;
  readonly originalArgs: unknown;
}

type Endpoints = Readonly<Record<string, { initiate: (args: unknown, options: object) => Thunk<unknown> }>>;

/** Repeats a cached read, with all pages of a list. */
export function refetchQuery({ endpointName, originalArgs }: Read): Thunk {
  return (dispatch) => {
    // features inject their endpoints, each with its own types
    const { initiate } = (api.endpoints as Endpoints)[endpointName] ?? {};
    if (initiate) dispatch(initiate(originalArgs, { forceRefetch: true, subscribe: false }));
  };
}
