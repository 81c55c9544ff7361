import { api } from '../api.ts';
import type { Thunk } from './store-types.ts';

/** Which read of RTK Query is meant. */
export interface Read {
  readonly endpointName: string;
  readonly originalArgs: unknown;
}

type Endpoints = Readonly<Record<string, { initiate: (args: unknown, options: object) => Thunk<unknown> }>>;

/** Makes a read again that lies in the cache, all pages of a list. */
export function reread({ endpointName, originalArgs }: Read): Thunk {
  return (dispatch) => {
    // The features add their endpoints, each with its own types.
    const { initiate } = (api.endpoints as Endpoints)[endpointName] ?? {};
    if (initiate) dispatch(initiate(originalArgs, { forceRefetch: true, subscribe: false }));
  };
}
