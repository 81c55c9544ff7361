import { deletedUserName, limits } from '@parlour/contracts/limits';
import type { ReplyOf } from '@parlour/contracts/rpc';
import type { LiveEvents } from '@parlour/contracts/socket';
import { canonicalName } from '@parlour/contracts/text/checks';
import { api } from './api.ts';
import { faces, listeners, wanted } from './state/faces.ts';
import { forgetFaces, learnFaces } from './state/known-faces.ts';
import { selectSession } from './state/session.slice.ts';
import type { Dispatch, Thunk } from './state/store.ts';
import { nameWithHash } from './text/name-hash.ts';

/** Those who appear within this time are asked for by one call. */
const gatherMs = 50;

/** The gateway takes addresses of 2 KiB, the path included. */
const longestQuery = 1_900;

const facesApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** By a query of names, which is given once for each. */
    getFaces: build.query<ReplyOf<'identity.getPictures'>['pictures'], string>({
      query: (names) => ({ path: `/user/pictures?${names}` }),
      keepUnusedDataFor: 0,
    }),
  }),
});

const nobody = ['', canonicalName(deletedUserName)];

/** The names in queries that the gateway takes. Names of addresses may be too long for any. */
export function queriesOf(names: readonly string[]): readonly { readonly query: string; readonly names: string[] }[] {
  const queries: { query: string; names: string[] }[] = [];
  for (const name of names) {
    if (name.length > 2 * limits.usernameLength || nobody.includes(name)) continue;
    const part = new URLSearchParams({ usernames: name }).toString();
    const last = queries.at(-1);
    if (last && last.names.length < limits.page.greatest && last.query.length + part.length < longestQuery) {
      last.query += `&${part}`;
      last.names.push(name);
    } else queries.push({ query: part, names: [name] });
  }
  return queries;
}

function ask(): Thunk {
  return (dispatch) => {
    const all = queriesOf([...wanted]);
    wanted.clear();
    for (const { query, names } of all) {
      const read = dispatch(facesApi.endpoints.getFaces.initiate(query, { subscribe: false, forceRefetch: true }));
      void read.then(({ data }) => {
        // If it failed, the next place that shows these people asks again.
        if (!data) return;
        const found = new Map(Object.entries(data).map(([name, face]) => [canonicalName(name), face]));
        learnFaces(names.map((name) => [name, found.get(name) ?? null]));
      });
    }
  };
}

/** All who were shown: their pictures may have changed unseen. */
function wantAgain(): void {
  for (const name of faces.keys()) wanted.add(name);
  if (wanted.size > 0) listeners.onWanted();
}

/** The viewer's own picture comes with the session. */
function learnOwn(): Thunk {
  return (_dispatch, getState) => {
    const session = selectSession(getState());
    if (session.status === 'signedIn') learnFaces([[session.user.username, session.user.picture]]);
  };
}

/** Asks for the pictures of those who are shown, and keeps them current, until it is stopped. */
export function followFaces(dispatch: Dispatch) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  dispatch(learnOwn());
  listeners.onWanted = () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      dispatch(ask());
    }, gatherMs);
  };
  if (wanted.size > 0) listeners.onWanted();
  return {
    askAgain: wantAgain,
    userUpdate({ user, type, nameHash, formerName }: LiveEvents['userUpdate']): void {
      if (type === 'deleted') return void forgetDeleted(nameHash);
      if (formerName !== undefined) learnFaces([[formerName, undefined]]);
      return learnFaces([[user.username, user.picture]]);
    },
    stop(): void {
      clearTimeout(timer);
      listeners.onWanted = () => undefined;
      forgetFaces();
    },
  };
}

/** Somebody else may take the name of a deleted account, of which only a hash is left. */
async function forgetDeleted(nameHash: string | undefined): Promise<void> {
  // The DOM types claim that it always exists.
  const subtle = crypto.subtle as SubtleCrypto | undefined;
  if (nameHash === undefined || !subtle) return wantAgain();
  const name = await nameWithHash(nameHash, [...faces.keys()], subtle);
  return name === undefined ? undefined : learnFaces([[name, undefined]]);
}
