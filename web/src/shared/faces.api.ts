import { limits } from '@parlour/contracts/limits';
import type { ReplyOf } from '@parlour/contracts/rpc';
import type { LiveEvents } from '@parlour/contracts/socket';
import { canonicalName } from '@parlour/contracts/text/checks';
import { api } from './api.ts';
import { forgetFaces, knownFaces, learnFaces, takeWanted, wantAgain, whenWanted } from './state/faces.ts';
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

/** The names in queries that the gateway takes. Names of addresses may be too long for any. */
export function queriesOf(names: readonly string[]): readonly { readonly query: string; readonly names: string[] }[] {
  const queries: { query: string; names: string[] }[] = [];
  for (const name of names) {
    if (name.length > 2 * limits.usernameLength) continue;
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
    for (const { query, names } of queriesOf(takeWanted())) {
      const read = dispatch(facesApi.endpoints.getFaces.initiate(query, { subscribe: false, forceRefetch: true }));
      void read.then(({ data }) => {
        // What failed is asked for again by the next place that shows them.
        if (!data) return;
        const found = new Map(Object.entries(data).map(([name, face]) => [canonicalName(name), face]));
        learnFaces(names.map((name) => [name, found.get(name) ?? null]));
      });
    }
  };
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
  whenWanted(() => {
    timer ??= setTimeout(() => {
      timer = undefined;
      dispatch(ask());
    }, gatherMs);
  });
  return {
    askAgain: wantAgain,
    userUpdate({ user, type, nameHash, formerName }: LiveEvents['userUpdate']): void {
      if (type === 'deleted') return void forgetDeleted(nameHash);
      if (formerName !== undefined) learnFaces([[formerName, undefined]]);
      return learnFaces([[user.username, user.picture]]);
    },
    stop(): void {
      clearTimeout(timer);
      whenWanted();
      forgetFaces();
    },
  };
}

/** Somebody else may take the name of a deleted account, of which only a hash is left. */
async function forgetDeleted(nameHash: string | undefined): Promise<void> {
  // The DOM types claim that it always exists.
  const subtle = crypto.subtle as SubtleCrypto | undefined;
  if (nameHash === undefined || !subtle) return wantAgain();
  const name = await nameWithHash(nameHash, knownFaces(), subtle);
  return name === undefined ? undefined : learnFaces([[name, undefined]]);
}
