import { canonicalName } from '@parlour/contracts/text/checks';
import { limits } from '@parlour/contracts/limits';
import { api, liveTags } from '../../shared/api.ts';
import { refetchQuery } from '../../shared/state/refetch-query.ts';
import type { State, Thunk } from '../../shared/state/store.ts';
import { nameWithHash } from '../../shared/text/name-hash.ts';
import { readBlocked } from './block/blocked.api.ts';

/**
 * Refetches everything that shows the name of a deleted account. The server has erased the name and
 * sends its hash. If the page can't hash (browsers can't on plain http) or got no hash, it
 * refetches everything that may show a name.
 */
export function refetchDeletedName(nameHash: string | undefined): Thunk<Promise<void>> {
  return async (dispatch, getState) => {
    // The DOM types claim that it always exists.
    const subtle = crypto.subtle as SubtleCrypto | undefined;
    if (nameHash === undefined || !subtle) {
      dispatch(api.util.invalidateTags([...liveTags]));
      return;
    }
    const reads = readsOf(getState());
    // Notification texts contain names.
    dispatch(api.util.invalidateTags(['Notifications']));
    const all = new Set(reads.flatMap(({ texts }) => [...texts]));
    const name = await nameWithHash(nameHash, [...all], subtle);
    if (name === undefined) return;
    for (const read of reads) if (read.texts.has(name)) dispatch(refetchQuery(read));
  };
}

/**
 * Refetches everything that shows the former name of a person, and what may show the new one in
 * another place.
 */
export function refetchRenamed(formerName: string): Thunk {
  return (dispatch, getState) => {
    const name = canonicalName(formerName);
    const reads = readsOf(getState());
    // Notification texts contain names; lists of people are sorted by them.
    dispatch(api.util.invalidateTags(['Notifications', 'Users', 'Accounts', 'SiteLog']));
    for (const read of reads) if (read.texts.has(name)) dispatch(refetchQuery(read));
    if (getState().blocked.some((blocked) => canonicalName(blocked) === name)) void dispatch(readBlocked());
  };
}

/** The cached reads that may show names, each with its texts. */
function readsOf(state: State) {
  const { queries } = state.api;
  return api.util.selectInvalidatedBy(state, liveTags).map((read) => {
    return { ...read, texts: textsOf([read.originalArgs, queries[read.queryCacheKey]?.data]) };
  });
}

/** All strings in some data that may be a name, in canonical form. */
function textsOf(data: unknown, found = new Set<string>()): Set<string> {
  // The longest name has at most two code units per character.
  if (typeof data === 'string' && data.length <= 2 * limits.usernameLength) found.add(canonicalName(data));
  if (typeof data === 'object' && data !== null) for (const part of Object.values(data)) textsOf(part, found);
  return found;
}
